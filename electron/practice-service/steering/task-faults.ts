/** Faults of tasks: late, lost, failed, or silent about their progress. */
import { invalidBody } from '../errors.ts';
import type { Fields } from './fields.ts';
import type { TaskQuirks } from '../tasks/tasks.ts';
import { SIDE_ROUNDINGS } from '../upscale/call.ts';

/** The task that the call makes is odd. */
export interface TaskFaultAction {
  readonly kind: 'task';
  readonly quirks: Readonly<TaskQuirks>;
}

/** Paths that make tasks. */
export const TASK_PATHS: ReadonlySet<string> = new Set(['/v3/async/img2video', '/v2/upscale']);

const ENDS = ['succeeded', 'failed', 'timed-out', 'never'] as const;

/** Reads the fields of a fault of kind `task`. */
export function readTaskFault(fields: Fields): TaskFaultAction {
  const status = fields.any('status') ?? null;
  if (status !== null && typeof status !== 'string' && typeof status !== 'number') {
    throw invalidBody('status is not a string or a number.');
  }
  const wanted = fields.text('end', 'succeeded');
  const end = ENDS.find((each) => each === wanted);
  if (end === undefined) throw invalidBody(`end is not one of ${ENDS.join(', ')}.`);
  const named = fields.text('rounding', 'exact');
  const rounding = SIDE_ROUNDINGS.find((each) => each === named);
  if (rounding === undefined) {
    throw invalidBody(`rounding is not one of ${SIDE_ROUNDINGS.join(', ')}.`);
  }
  const width = fields.optionalInteger('width', 1, 8192);
  const height = fields.optionalInteger('height', 1, 8192);
  if ((width === null) !== (height === null)) throw invalidBody('width and height go together.');
  return {
    kind: 'task',
    quirks: {
      missingPolls: fields.integer('missingPolls', 0, 0, 1_000_000),
      status,
      statusPolls: fields.integer('statusPolls', 0, 0, 1_000_000),
      end,
      reason: fields.text('reason', end === 'succeeded' ? '' : `The task ${inWords(end)}.`),
      isProgressHidden: fields.flag('hideProgress'),
      urlTtl: fields.any('urlTtl'),
      isTypeHidden: fields.flag('hideType'),
      rounding,
      otherSize: width === null || height === null ? null : { width, height },
    },
  };
}

function inWords(end: (typeof ENDS)[number]): string {
  return end === 'timed-out' ? 'timed out' : 'failed';
}
