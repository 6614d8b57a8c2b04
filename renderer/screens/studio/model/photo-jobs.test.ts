import { describe, expect, it } from 'vitest';
import type { Job } from '../../../../shared/contract/jobs.ts';
import { aJob } from '../../../features/jobs/testing/a-job.ts';
import { describeRun, foundNothing, restOf, runsOnPhoto } from './photo-jobs.ts';

const SUBJECT = {
  photoId: 'photo',
  photoName: 'photo.jpg',
  region: { x: 0, y: 0, width: 1, height: 1 },
};

function job(id: string, change: Partial<Job>): Job {
  return aJob({ id, subject: SUBJECT, ...change });
}

/** Part `column` of a run. */
function part(id: string, column: number, change: Partial<Job>): Job {
  const region = { x: column * 600, y: 0, width: 512, height: 512 };
  return job(id, { runId: 'run', subject: { ...SUBJECT, region }, ...change });
}

function runs(...jobs: Job[]) {
  return runsOnPhoto(new Map(jobs.map((each) => [each.id, each])), 'photo');
}

describe('runs of several calls', () => {
  it('are one, with finished calls, and only while there is news', () => {
    const done = part('a', 0, { state: 'done', createdAt: 1 });
    const failed = part('b', 1, { state: 'failed', createdAt: 2 });
    const running = part('c', 2, { createdAt: 3 });
    const [run, ...others] = runs(done, failed, running);
    expect(others).toEqual([]);
    expect(run).toMatchObject({ id: 'run', jobs: [{ id: 'a' }, { id: 'b' }, { id: 'c' }] });
    expect(runs(done)).toEqual([]);
    expect(runs(done, { ...failed, isAcknowledged: true })).toEqual([]);
  });

  it('stay when a part was stopped because its connection was removed', () => {
    const error = { kind: 'no-connection', message: 'Not sent.' } as const;
    const cutOff = part('a', 0, { state: 'cancelled', error });
    expect(runs(cutOff)).toHaveLength(1);
    expect(runs({ ...cutOff, error: { ...error, kind: 'cancelled' } })).toEqual([]);
  });

  it('count a repeated call once, by its last try', () => {
    const [run] = runs(
      part('a', 0, { state: 'done', createdAt: 1 }),
      part('b', 1, { state: 'failed', createdAt: 2 }),
      part('c', 2, { state: 'cancelled', createdAt: 3 }),
      part('again', 1, { state: 'unknown', createdAt: 4 }),
    );
    if (run === undefined) throw new Error('There is no run.');
    expect(run.jobs.map(({ id }) => id)).toEqual(['a', 'again', 'c']);
    expect(restOf(run).map(({ id }) => id)).toEqual(['again', 'c']);
    expect(describeRun(run)).toBe('1 of 3 parts done, 1 failed, 1 stopped');
  });

  it('report that nothing was found only when that applies to every part', () => {
    const warning = 'No text found in this part.';
    const nothing = (id: string, column: number) => part(id, column, { state: 'done', warning });
    const [run] = runs(nothing('a', 0), nothing('b', 1));
    expect(run && foundNothing(run)).toBe(true);
    expect(runs(nothing('a', 0), part('b', 1, { state: 'done' }))).toEqual([]);
    const [failed] = runs(nothing('a', 0), part('b', 1, { state: 'failed' }));
    expect(failed && foundNothing(failed)).toBe(false);
    const [running] = runs(nothing('a', 0), part('b', 1, { state: 'processing' }));
    expect(running && foundNothing(running)).toBe(false);
  });

  it('are text removals on the photo, not those whose answer is a file', () => {
    const kind = 'remove-text';
    expect(runs(job('file', { kind, brief: { kind } }))).toEqual([]);
    const onPhoto = job('patch', { kind, brief: { kind, result: 'patch' } });
    expect(runs(onPhoto)).toMatchObject([{ id: 'patch', kind }]);
    const nothing = { ...onPhoto, state: 'done', warning: 'Nothing was found.' } as const;
    expect(runs(nothing)).toMatchObject([{ id: 'patch' }]);
    expect(runs({ ...nothing, isAcknowledged: true })).toEqual([]);
  });
});
