import { describe, expect, it } from 'vitest';
import type { Job } from '../../../shared/contract/jobs.ts';
import { aJob } from '../jobs/testing/a-job.ts';
import { failureWords } from './run-words.ts';
import { jobsCost, describeGroup, runEntries, runsInOrder } from './run-entries.ts';

function run(id: string, changes: Partial<Job> = {}): Job {
  return aJob({ id, state: 'done', ...changes });
}

const words = (jobs: readonly Job[], isGrouped?: (job: Job) => boolean) =>
  runEntries(jobs, isGrouped === undefined ? {} : { isGrouped }).map(
    ({ kind, id }) => `${kind} ${id}`,
  );

describe('the entries of a list of results', () => {
  const jobs = [
    run('d'),
    run('c', { runId: 'x', title: '3' }),
    run('b', { runId: 'x', title: '1' }),
    run('a', { runId: 'x', title: '2' }),
    run('z', { runId: 'y' }),
  ];

  it('merge results of one run at the position of the newest, and leave a single one alone', () => {
    expect(words(jobs)).toEqual(['run d', 'group x', 'run z']);
    expect(words(jobs, ({ id }) => id !== 'c')).toEqual(['run d', 'run c', 'group x', 'run z']);
  });

  it('walk through a group in the order of the screen', () => {
    const entries = runEntries(jobs, { order: (a, b) => a.title.localeCompare(b.title) });
    expect(runsInOrder(entries).map(({ id }) => id)).toEqual(['d', 'b', 'a', 'c', 'z']);
  });
});

it('shows the progress of a group and its cost', () => {
  const jobs = [
    run('a', { price: 1000 }),
    run('b', { state: 'waiting', price: 1000 }),
    run('c', { state: 'processing', price: 1000 }),
    run('d', { state: 'failed', price: 1000 }),
  ];
  expect(describeGroup(jobs)).toBe('1 of 4 done, 1 running, 1 waiting, 1 failed');
  expect(jobsCost(jobs)).toBe(4000);
  expect(jobsCost([...jobs, run('e')])).toBeUndefined();
  expect(jobsCost([...jobs, run('e', { isPractice: true })])).toBe(4000);
});

it('calls a failure free only when nothing was sent', () => {
  const failed = run('a', { state: 'failed', isPractice: false });
  expect(failureWords({ ...failed, submittedAt: undefined })).toBe('Failed, not charged');
  expect(failureWords({ ...failed, submittedAt: 1 })).toBe('Failed');
  expect(failureWords({ ...failed, submittedAt: undefined, isPractice: true })).toBe('Failed');
  const unknown = run('b', { state: 'unknown', isPractice: false });
  expect(failureWords(unknown)).toBe('No answer (may have been charged)');
});
