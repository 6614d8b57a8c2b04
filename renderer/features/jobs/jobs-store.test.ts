import { describe, expect, it } from 'vitest';
import { createJobsStore, runningJobs } from './jobs.ts';
import { aJob } from './testing/a-job.ts';

describe('the jobs store', () => {
  it('keeps its list on progress, and notifies subscribers of one job', () => {
    const store = createJobsStore();
    store.takeChanges([aJob({ revision: 1, fraction: 0.1 })]);
    const before = store.state.getState().jobs;
    let renewals = 0;
    let moves = 0;
    store.state.subscribe(() => (renewals += 1));
    const stop = store.onProgress('job-1', () => (moves += 1));
    store.onProgress('job-2', () => expect.unreachable('another job'));
    for (let percent = 11; percent <= 60; percent++) {
      store.takeChanges([aJob({ revision: percent, fraction: percent / 100 })]);
    }
    expect(renewals).toBe(0);
    expect(moves).toBe(50);
    expect(store.state.getState().jobs).toBe(before);
    expect(store.fraction('job-1')).toBe(0.6);
    expect(store.revision()).toBe(60);
    stop();
    store.takeChanges([aJob({ revision: 61, state: 'downloading' })]);
    expect(moves).toBe(50);
    expect(renewals).toBe(1);
    expect(store.state.getState().jobs.get('job-1')?.state).toBe('downloading');
  });

  it('reports the end of a job once, and nothing for those that had ended before', () => {
    const store = createJobsStore();
    const ended: string[] = [];
    store.onFinished(({ id }) => ended.push(id));
    store.takeKnown([aJob({ id: 'old', state: 'done', revision: 3 })]);
    store.takeChanges([aJob({ id: 'old', state: 'done', revision: 4, isAcknowledged: true })]);
    store.takeChanges([aJob({ id: 'new', revision: 5 })]);
    store.takeChanges([aJob({ id: 'new', state: 'failed', revision: 6 })]);
    store.takeChanges([aJob({ id: 'new', state: 'failed', revision: 7, isAcknowledged: true })]);
    expect(ended).toEqual(['new']);
    expect(runningJobs(store.state.getState().jobs)).toEqual([]);
  });

  it('never returns to an older state', () => {
    const store = createJobsStore();
    store.takeChanges([aJob({ state: 'done', revision: 9 })]);
    store.takeKnown([aJob({ state: 'processing', revision: 4 })]);
    expect(store.state.getState().jobs.get('job-1')?.state).toBe('done');
  });
});
