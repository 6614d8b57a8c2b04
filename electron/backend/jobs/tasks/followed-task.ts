/** A task as it is looked after. */
import type { StoredAnswer } from '../log/job-history-store.ts';
import type { LastLook } from './poll-schedule.ts';

/** Failed looks in a row after which closing Gesso no longer waits for a task. */
const PATIENCE = 3;

/** A job that is followed. */
export interface Followed {
  readonly jobId: string;
  readonly controller: AbortController;
  nextAt: number;
  last: LastLook;
  /** "No such task", times in a row. */
  unknownLooks: number;
  /** Refused questions, times in a row. */
  refusedLooks: number;
  /** The addresses were refused once; the task has been asked for new ones. */
  hasNewAddresses: boolean;
  /** When it was first said to be finished without a file, Unix ms. */
  emptySince: number | undefined;
  /** Looks that brought some of its files and not all. */
  incompleteLooks: number;
  answer: StoredAnswer | undefined;
  /** Set while it is looked after. */
  work: Promise<void> | undefined;
}

/** @param now Unix ms: the first look is due at once */
export function newlyFollowed(jobId: string, now: number): Followed {
  return {
    jobId,
    controller: new AbortController(),
    nextAt: now,
    last: { is: 'none' },
    unknownLooks: 0,
    refusedLooks: 0,
    hasNewAddresses: false,
    emptySince: undefined,
    incompleteLooks: 0,
    answer: undefined,
    work: undefined,
  };
}

/** Nothing will change soon: the network is away, or the user has to do something. */
export function isHeldUp({ last }: Followed): boolean {
  return last.is === 'key' || (last.is === 'trouble' && last.times >= PATIENCE);
}
