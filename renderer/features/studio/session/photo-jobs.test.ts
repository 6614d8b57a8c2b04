import { describe, expect, it } from 'vitest';
import type { Job } from '../../../../shared/contract/jobs.ts';
import { jobsOnPhoto } from './photo-jobs.ts';

function job(id: string, change: Partial<Job>): Job {
  return {
    id,
    revision: 1,
    kind: 'cleanup',
    request: { kind: 'cleanup' },
    state: 'processing',
    photoId: 'photo',
    photoName: 'photo.jpg',
    connectionName: 'Practice',
    region: { x: 0, y: 0, width: 1, height: 1 },
    createdAt: 1,
    isAcknowledged: false,
    hasKeptAnswer: false,
    canLookAgain: false,
    outputs: [],
    ...change,
  };
}

function shown(...jobs: Job[]): readonly string[] {
  return jobsOnPhoto(new Map(jobs.map((each) => [each.id, each])), 'photo').map(({ id }) => id);
}

describe('the runs of a photo', () => {
  it('are those under way and those whose end the user has yet to see, oldest first', () => {
    expect(
      shown(
        job('later', { createdAt: 3 }),
        job('failed', { state: 'failed', createdAt: 2 }),
        job('unknown', { state: 'unknown', createdAt: 1 }),
      ),
    ).toEqual(['unknown', 'failed', 'later']);
  });

  it('are not those that are done, stopped, put away or of another photo', () => {
    expect(
      shown(
        job('done', { state: 'done' }),
        job('stopped', { state: 'cancelled' }),
        job('seen', { state: 'failed', isAcknowledged: true }),
        job('other', { photoId: 'another' }),
      ),
    ).toEqual([]);
  });
});
