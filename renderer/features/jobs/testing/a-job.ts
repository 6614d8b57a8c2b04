import type { Job } from '../../../../shared/contract/jobs.ts';

/** A clean-up that has just begun. @param changes fields that differ from it */
export function aJob(changes: Partial<Job> = {}): Job {
  return {
    id: 'job-1',
    revision: 1,
    kind: 'cleanup',
    state: 'processing',
    brief: { kind: 'cleanup' },
    title: 'photo.png',
    subject: {
      photoId: 'photo-1',
      photoName: 'photo.png',
      region: { x: 0, y: 0, width: 100, height: 100 },
    },
    connectionId: 'account-1',
    connectionName: 'Account',
    isPractice: false,
    createdAt: 0,
    outputs: [],
    isAcknowledged: false,
    stars: 0,
    isLate: false,
    isRemoved: false,
    hasKeptAnswer: false,
    canPollAgain: false,
    ...changes,
  };
}
