import {
  isFinalJobState,
  type EntryQuery,
  type Job,
  type JobGroup,
  type JobSort,
  type JobState,
} from '../../../../shared/contract/jobs.ts';

export type StateFilter = 'all' | 'running' | 'done' | 'failed' | 'stopped';

/** `on`: the day of `date`. */
export type DayFilter = 'any' | 'today' | 'yesterday' | 'week' | 'month' | 'on';

export interface TaskFilter {
  readonly state: StateFilter;
  readonly kind: Job['kind'] | 'all';
  readonly day: DayFilter;
  /** `2026-11-22`; with `on`. */
  readonly date: string;
  readonly connectionId: string | undefined;
  readonly text: string;
  readonly sort: JobSort;
  readonly isGrouped: boolean;
}

export const NO_TASK_FILTER: TaskFilter = {
  state: 'all',
  kind: 'all',
  day: 'any',
  date: '',
  connectionId: undefined,
  text: '',
  sort: 'newest',
  isGrouped: true,
};

const STATES: Readonly<Record<StateFilter, readonly JobState[] | undefined>> = {
  all: undefined,
  running: ['waiting', 'submitting', 'queued', 'processing', 'downloading'],
  done: ['done'],
  failed: ['failed', 'unknown', 'expired'],
  stopped: ['cancelled'],
};

/** Numbers of days, today included. */
const DAYS = { week: 7, month: 30 } as const;

export function areTasksFiltered(filter: TaskFilter): boolean {
  const { state, kind, connectionId, text } = filter;
  const [from, to] = daysOf(filter, 0);
  const isAll = state === 'all' && kind === 'all' && connectionId === undefined;
  return !isAll || text.trim() !== '' || from !== undefined || to !== undefined;
}

/** @param now ms since 1970 */
export function taskQuery(filter: TaskFilter, now: number): Omit<EntryQuery, 'limit'> {
  const states = STATES[filter.state];
  const [from, to] = daysOf(filter, now);
  const text = filter.text.trim();
  return {
    ...(states === undefined ? {} : { states: [...states] }),
    ...(filter.kind === 'all' ? {} : { kinds: [filter.kind] }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(filter.connectionId === undefined ? {} : { connectionId: filter.connectionId }),
    ...(text === '' ? {} : { text }),
  };
}

export function passes(job: Job, filter: TaskFilter, now: number): boolean {
  const [from = -Infinity, to = Infinity] = daysOf(filter, now);
  const text = filter.text.trim().toLowerCase();
  return (
    !job.isRemoved &&
    hasState(job.state, filter.state) &&
    (filter.kind === 'all' || job.kind === filter.kind) &&
    (filter.connectionId === undefined || job.connectionId === filter.connectionId) &&
    job.createdAt >= from &&
    job.createdAt < to &&
    (text === '' || [job.title, job.taskId ?? ''].some((each) => each.toLowerCase().includes(text)))
  );
}

export function passesAsGroup({ counts }: JobGroup, { state }: TaskFilter): boolean {
  switch (state) {
    case 'all':
      return counts.total > 0;
    case 'running':
      return counts.waiting + counts.running > 0;
    case 'done':
      return counts.done > 0;
    case 'failed':
      return counts.failed > 0;
    case 'stopped':
      return counts.cancelled > 0;
  }
}

function hasState(state: JobState, wanted: StateFilter): boolean {
  if (wanted === 'running') return !isFinalJobState(state);
  return STATES[wanted]?.includes(state) ?? true;
}

/** Midnights of the user's own time zone. */
function daysOf(
  { day, date }: TaskFilter,
  now: number,
): readonly [from: number | undefined, to: number | undefined] {
  const midnight = (daysAgo: number): number => {
    const at = new Date(now);
    return new Date(at.getFullYear(), at.getMonth(), at.getDate() - daysAgo).getTime();
  };
  switch (day) {
    case 'any':
      return [undefined, undefined];
    case 'today':
      return [midnight(0), undefined];
    case 'yesterday':
      return [midnight(1), midnight(0)];
    case 'week':
    case 'month':
      return [midnight(DAYS[day] - 1), undefined];
    case 'on': {
      const [year, month, dayOfMonth] = date.split('-').map(Number);
      if (year === undefined || month === undefined || !dayOfMonth) return [undefined, undefined];
      return [
        new Date(year, month - 1, dayOfMonth).getTime(),
        new Date(year, month - 1, dayOfMonth + 1).getTime(),
      ];
    }
  }
}
