import type { CallOutcome, CallQuery, Operation } from '../../../../shared/contract/activity.ts';

export type EndFilter = 'all' | 'ok' | 'failed' | 'stopped';

export type TimeFilter = 'any' | 'hour' | 'day' | 'week' | 'month';

export interface CallFilter {
  readonly end: EndFilter;
  readonly operation: Operation | 'all';
  readonly time: TimeFilter;
  readonly connectionId: string | undefined;
  readonly jobId: string | undefined;
  readonly text: string;
}

export const NO_CALL_FILTER: CallFilter = {
  end: 'all',
  operation: 'all',
  time: 'any',
  connectionId: undefined,
  jobId: undefined,
  text: '',
};

const HOUR = 3_600_000;
const LENGTHS: Readonly<Record<Exclude<TimeFilter, 'any'>, number>> = {
  hour: HOUR,
  day: 24 * HOUR,
  week: 7 * 24 * HOUR,
  month: 30 * 24 * HOUR,
};

const OUTCOMES: Readonly<Record<Exclude<EndFilter, 'all'>, CallOutcome[]>> = {
  ok: ['ok'],
  failed: ['failed', 'unknown'],
  stopped: ['stopped'],
};

export function areCallsFiltered(filter: CallFilter): boolean {
  return Object.entries(NO_CALL_FILTER).some(
    ([name, usual]) => filter[name as keyof CallFilter] !== usual,
  );
}

/** @param now ms since 1970 */
export function callQuery(
  { end, operation, time, connectionId, jobId, text }: CallFilter,
  now: number,
): Omit<CallQuery, 'limit' | 'before'> {
  return {
    ...(end === 'all' ? {} : { outcomes: OUTCOMES[end] }),
    ...(operation === 'all' ? {} : { operations: [operation] }),
    ...(time === 'any' ? {} : { from: now - LENGTHS[time] }),
    ...(connectionId === undefined ? {} : { connectionId }),
    ...(jobId === undefined ? {} : { jobId }),
    ...(text === '' ? {} : { text }),
  };
}
