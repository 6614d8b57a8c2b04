import type { StoredAnswer } from '../log/job-history-store.ts';
import type { LastPoll } from './poll-schedule.ts';

/** Consecutive failed polls after which closing Gesso no longer waits for a task. */
const PATIENCE = 3;

export interface Followed {
  readonly jobId: string;
  readonly controller: AbortController;
  nextAt: number;
  last: LastPoll;
  /** Consecutive "no such task" answers. */
  unknownPolls: number;
  refusedPolls: number;
  /** Addresses were refused once, and new ones were requested. */
  hasNewAddresses: boolean;
  /** When it was first reported finished without a file, Unix ms. */
  emptySince: number | undefined;
  /** Polls that brought some but not all files. */
  incompletePolls: number;
  answer: StoredAnswer | undefined;
  work: Promise<void> | undefined;
}

/** @param now Unix ms: the first poll is due at once */
export function newlyFollowed(jobId: string, now: number): Followed {
  return {
    jobId,
    controller: new AbortController(),
    nextAt: now,
    last: { is: 'none' },
    unknownPolls: 0,
    refusedPolls: 0,
    hasNewAddresses: false,
    emptySince: undefined,
    incompletePolls: 0,
    answer: undefined,
    work: undefined,
  };
}

/** Returns whether nothing will change soon: no network, or the user must act. */
export function isHeldUp({ last }: Followed): boolean {
  return last.is === 'key' || (last.is === 'trouble' && last.times >= PATIENCE);
}
