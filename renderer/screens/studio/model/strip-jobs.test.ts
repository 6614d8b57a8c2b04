import { aJob } from '../../../features/jobs/testing/a-job.ts';
import { describe, expect, it } from 'vitest';
import type { Job } from '../../../../shared/contract/jobs.ts';
import { workOnPhotos } from './strip-jobs.ts';

let made = 0;

function job(photoId: string, state: Job['state'], more: Partial<Job> = {}): Job {
  made += 1;
  const region = { x: 0, y: 0, width: 1, height: 1 };
  const subject = { photoId, photoName: 'a.png', region };
  return aJob({ id: `job ${made}`, state, subject, createdAt: made, ...more });
}

function works(...jobs: readonly Job[]) {
  return workOnPhotos(new Map(jobs.map((each) => [each.id, each])));
}

describe('running jobs on the photos of the strip', () => {
  it('are counted per photo, waiting or running', () => {
    const all = works(job('a', 'waiting'), job('a', 'processing'), job('b', 'done'));
    expect(all.get('a')).toEqual({ running: 2, failure: undefined });
    expect(all.has('b')).toBe(false);
  });

  it('exclude those that wait for a paused batch', () => {
    const held = [job('a', 'waiting', { batchId: 'x' }), job('b', 'processing', { batchId: 'x' })];
    const all = workOnPhotos(new Map(held.map((each) => [each.id, each])), new Set(['x']));
    expect([...all]).toEqual([['b', { running: 1, failure: undefined }]]);
  });

  it('name the last failure until it is dismissed', () => {
    const error = (message: string) => ({ error: { kind: 'rejected', message } as const });
    const all = works(
      job('a', 'failed', error('First.')),
      job('a', 'unknown', error('Second.')),
      job('b', 'failed', { ...error('Seen.'), isAcknowledged: true }),
    );
    expect(all.get('a')).toEqual({ running: 0, failure: 'Second.' });
    expect(all.has('b')).toBe(false);
  });
});
