import { describe, expect, it } from 'vitest';
import type { Job, JobGroup, JobListEntry } from '../../../../shared/contract/jobs.ts';
import { aJob } from '../../../features/jobs/testing/a-job.ts';
import { NO_TASK_FILTER, passes, passesAsGroup, taskQuery } from './task-filter.ts';
import { groupJobs, mergedEntries, rowsOf, type ListInput } from './task-rows.ts';

function job(id: string, createdAt: number, change: Partial<Job> = {}): Job {
  return aJob({ id, createdAt, revision: createdAt, ...change });
}

function group(id: string, first: readonly Job[], change: Partial<JobGroup> = {}): JobGroup {
  const counts = { total: 2, waiting: 0, running: 0, done: 2, failed: 0, cancelled: 0 };
  return {
    id,
    kind: 'run',
    jobKind: 'video',
    title: 'photo.png',
    connectionId: 'account',
    connectionName: 'Account',
    isPractice: false,
    createdAt: first[0]?.createdAt ?? 0,
    counts,
    fraction: 1,
    first: [...first],
    ...change,
  };
}

const entry = (of: Job | JobGroup): JobListEntry =>
  'counts' in of ? { kind: 'group', group: of } : { kind: 'job', job: of };

function merged(
  entries: readonly JobListEntry[],
  live: readonly Job[],
  more: Partial<ListInput> = {},
) {
  return mergedEntries({
    entries,
    live: new Map(live.map((each) => [each.id, each])),
    groups: new Map(),
    isComplete: true,
    isApart: false,
    isWanted: (each) => !each.isRemoved,
    isGroupWanted: () => true,
    ...more,
  }).map((each) => (each.kind === 'job' ? each.job.id : each.group.id));
}

describe('the entries of the list', () => {
  it('update in place, and exclude what is older than the loaded pages', () => {
    const pages = [entry(job('c', 30)), entry(job('b', 20))];
    const live = [job('d', 40), job('a', 10), job('b', 20, { revision: 99, isRemoved: true })];
    expect(merged(pages, live)).toEqual(['d', 'c', 'a']);
    expect(merged(pages, live, { isComplete: false })).toEqual(['d', 'c']);
  });

  it('group tasks that were started together, once the group is known', () => {
    const [one, two] = [job('one', 50, { runId: 'run' }), job('two', 50, { runId: 'run' })];
    expect(merged([entry(job('c', 30))], [one, two])).toEqual(['c']);
    const groups = new Map([['run', group('run', [one, two])]]);
    expect(merged([entry(job('c', 30))], [one, two], { groups })).toEqual(['run', 'c']);
    expect(merged([], [one, two], { isApart: true })).toEqual(['two', 'one']);
    const alone = new Map([['run', group('run', [one])]]);
    expect(merged([], [one], { groups: alone })).toEqual(['one']);
  });

  it('open into the tasks of a group, oldest first, in their current state', () => {
    const listed = [job('two', 60, { runId: 'run' }), job('one', 50, { runId: 'run' })];
    const live = new Map([
      ['two', job('two', 60, { runId: 'run', revision: 90, state: 'done' })],
      ['three', job('three', 70, { runId: 'run' })],
      ['other', job('other', 55)],
    ]);
    const jobs = groupJobs('run', listed, live);
    expect(jobs.map(({ id, state }) => [id, state])).toEqual([
      ['one', 'processing'],
      ['two', 'done'],
      ['three', 'processing'],
    ]);
    const entries = [entry(group('run', [])), entry(job('other', 55))];
    const rows = rowsOf(entries, (id) => (id === 'run' ? jobs : undefined));
    expect(rows.map(({ key }) => key)).toEqual(['run', 'one', 'two', 'three', 'other']);
    expect(rowsOf(entries, () => undefined).map(({ key }) => key)).toEqual(['run', 'other']);
  });
});

describe('the filter of the list', () => {
  const now = new Date(2026, 10, 22, 15, 0).getTime();
  const at = (day: number, hour: number): number => new Date(2026, 10, day, hour).getTime();

  it('is the same for the log and for news', () => {
    const filter = { ...NO_TASK_FILTER, state: 'failed', kind: 'video', text: ' HARB ' } as const;
    expect(taskQuery(filter, now)).toEqual({
      states: ['failed', 'unknown', 'expired'],
      kinds: ['video'],
      text: 'HARB',
    });
    const right = aJob({ kind: 'video', state: 'expired', title: 'harbour.png' });
    expect(passes(right, filter, now)).toBe(true);
    expect(passes({ ...right, state: 'done' }, filter, now)).toBe(false);
    expect(passes({ ...right, kind: 'upscale' }, filter, now)).toBe(false);
    expect(passes({ ...right, isRemoved: true }, filter, now)).toBe(false);
  });

  it('counts days by the user’s own midnight', () => {
    const is = (day: 'today' | 'yesterday' | 'week' | 'on', time: number): boolean =>
      passes(aJob({ createdAt: time }), { ...NO_TASK_FILTER, day, date: '2026-11-03' }, now);
    expect([is('today', at(22, 0)), is('today', at(21, 23))]).toEqual([true, false]);
    expect([is('yesterday', at(21, 0)), is('yesterday', at(22, 0))]).toEqual([true, false]);
    expect([is('week', at(16, 0)), is('week', at(15, 23))]).toEqual([true, false]);
    expect([is('on', at(3, 12)), is('on', at(4, 0)), is('on', at(2, 23))]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('keeps a group while one of its tasks has the requested state', () => {
    const some = group('run', [], {
      counts: { total: 3, waiting: 0, running: 1, done: 2, failed: 0, cancelled: 0 },
    });
    const wanted = (state: 'running' | 'done' | 'failed' | 'stopped') =>
      passesAsGroup(some, { ...NO_TASK_FILTER, state });
    expect([wanted('running'), wanted('done'), wanted('failed'), wanted('stopped')]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});
