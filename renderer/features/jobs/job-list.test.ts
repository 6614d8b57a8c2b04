import { describe, expect, it } from 'vitest';
import { jobStateSchema, type Job } from '../../../shared/contract/jobs.ts';
import { isListed, mergeJobs, type JobFilter } from './job-list.ts';
import { aJob } from './testing/a-job.ts';

const all = () => true;

function live(...jobs: readonly Job[]): ReadonlyMap<string, Job> {
  return new Map(jobs.map((job) => [job.id, job]));
}

function ids(jobs: readonly Job[]): readonly string[] {
  return jobs.map(({ id }) => id);
}

describe('a list of jobs', () => {
  it('shows newer data from the window instead of the page', () => {
    const page = [aJob({ id: 'a', revision: 3 })];
    const [job] = mergeJobs(page, live(aJob({ id: 'a', revision: 4, state: 'done' })), all, true);
    expect(job?.state).toBe('done');
    const [older] = mergeJobs(
      [aJob({ id: 'a', revision: 9, state: 'done' })],
      live(aJob({ id: 'a', revision: 8 })),
      all,
      true,
    );
    expect(older?.state).toBe('done');
  });

  it('puts new jobs first, and excludes those older than the loaded pages', () => {
    const page = [aJob({ id: 'c', createdAt: 30 }), aJob({ id: 'b', createdAt: 20 })];
    const heard = live(aJob({ id: 'd', createdAt: 40 }), aJob({ id: 'a', createdAt: 10 }));
    expect(ids(mergeJobs(page, heard, all, false))).toEqual(['d', 'c', 'b']);
    expect(ids(mergeJobs(page, heard, all, true))).toEqual(['d', 'c', 'b', 'a']);
    expect(ids(mergeJobs([], heard, all, true))).toEqual(['d', 'a']);
  });

  it.each<[JobFilter, readonly Job['state'][]]>([
    ['running', ['waiting', 'submitting', 'queued', 'processing', 'downloading']],
    ['done', ['done']],
    ['failed', ['failed', 'unknown', 'expired']],
  ])('has these states for “%s”', (filter, states) => {
    expect(jobStateSchema.options.filter((state) => isListed(aJob({ state }), filter, ''))).toEqual(
      states,
    );
  });

  it('is searched by title and task id, in any case', () => {
    const job = aJob({ title: 'Café “blue” 🦊.png', taskId: 'Task-77' });
    expect(['café', ' 🦊 ', 'task-77', ''].every((text) => isListed(job, 'all', text))).toBe(true);
    expect(isListed(job, 'all', 'red')).toBe(false);
  });
});
