/** The log as the Tasks screen uses it: groups, sweeps, order, cancelling, removing with undo. */
import { describe, expect, it } from 'vitest';
import type { JobListEntry, StartSweep } from '../../../../../shared/contract/jobs.ts';
import { aTask, createTaskBench, type TaskBench } from '../../../../testing/task-bench.ts';
import type { NewJob } from './stored-job.ts';

let bench: TaskBench;

const MINUTE = 60_000;
const history = () => bench.runner().history;

function sweepOf(...values: readonly string[]): StartSweep {
  return { requests: values.map((seed) => bench.request(seed)), axis: 'seed', values };
}

async function startAll(...seeds: readonly number[]): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const seed of seeds) ids.push(await bench.start(seed));
  return ids;
}

/** Ids of the jobs and groups of a list, in order. */
function idsOf(entries: readonly JobListEntry[]): readonly string[] {
  return entries.map((entry) => (entry.kind === 'job' ? entry.job.id : entry.group.id));
}

/** A finished job in the log, without a service. @returns its id */
function logged(at: number, duration: number, more: Partial<NewJob> = {}): string {
  const { id } = bench.jobs().add(
    {
      request: bench.request(at),
      profile: '',
      subject: undefined,
      connectionId: 'account',
      connectionName: 'Account',
      requestHash: `hash ${at}`,
      patchIds: [],
      ...more,
    },
    at,
  );
  bench.jobs().update(id, { state: 'done', submittedAt: at, endedAt: at + duration });
  return id;
}

describe('a sweep', () => {
  it('is one group with its progress, its cost, and its values as titles', async () => {
    bench = await createTaskBench(
      { look: (taskId) => aTask(taskId === 'task-0' ? 'succeeded' : 'processing') },
      { perMinute: 2, price: 400 },
    );
    const { jobs } = bench.client();
    const values = ['1', '2', '18446744073709551'];
    const { runId, jobIds } = await jobs.startSweep(sweepOf(...values));
    await bench.pass(10_000);
    const [entry] = await jobs.entries({ limit: 5 });
    expect(entry).toMatchObject({
      kind: 'group',
      group: {
        id: runId,
        kind: 'sweep',
        axis: 'seed',
        title: 'harbour.png',
        counts: { total: 3, waiting: 1, running: 1, done: 1, failed: 0, cancelled: 0 },
        fraction: 1 / 3,
        cost: 800,
        waitingCost: 400,
      },
    });
    const sweeps = jobIds.map((id) => bench.job(id).sweep);
    expect(sweeps).toEqual(values.map((value) => ({ axis: 'seed', value })));
    expect(bench.runner().cancelMany({ groupId: runId })).toEqual({ cancelled: 1, saved: 400 });
    await bench.pass(MINUTE);
    expect(bench.seen.submitted.toSorted()).toEqual(['1', '2']);
    expect(history().groups([runId])).toMatchObject([
      { counts: { waiting: 0, cancelled: 1 }, waitingCost: 0 },
    ]);
  });

  it('starts completely or not at all, and refuses invalid values', async () => {
    bench = await createTaskBench();
    const { startSweep } = bench.client().jobs;
    const wrong = { ...sweepOf('1', '2'), values: ['1', '3'] };
    await expect(startSweep(wrong)).rejects.toThrow('needs its own value');
    await expect(startSweep(sweepOf('1', '1'))).rejects.toThrow('have the same value');
    const [good, bad] = sweepOf('1', '2').requests;
    if (good === undefined || bad === undefined) throw new Error('no requests');
    const broken = { ...bad, parameters: { ...bad.parameters, steps: 900 } };
    await expect(startSweep({ ...sweepOf('1', '2'), requests: [good, broken] })).rejects.toThrow(
      'Steps',
    );
    expect(bench.runner().list({ limit: 5 })).toEqual([]);
  });

  it('repeats the failed value, and counts it once', async () => {
    bench = await createTaskBench({
      submit: (number, seed) => `task-${number === 3 ? 'again' : seed}`,
      look: (taskId) => aTask(taskId === 'task-2' ? 'failed' : 'succeeded'),
    });
    const { runId, jobIds } = await bench.client().jobs.startSweep(sweepOf('1', '2', '3'));
    await bench.pass(MINUTE);
    expect(history().groups([runId])).toMatchObject([{ counts: { total: 3, done: 2, failed: 1 } }]);
    const again = await bench.runner().runRest(runId);
    await bench.pass(MINUTE);
    expect(again.jobIds).toHaveLength(1);
    expect(jobIds).not.toContain(again.jobIds[0]);
    expect(bench.job(again.jobIds[0] ?? '').sweep).toEqual({ axis: 'seed', value: '2' });
    expect(history().groups([runId])).toMatchObject([{ counts: { total: 3, done: 3, failed: 0 } }]);
  });
});

describe('waiting tasks', () => {
  it('are sent in the user’s order, even after a restart', async () => {
    bench = await createTaskBench({}, { perMinute: 1 });
    const [, second = '', third = '', fourth = ''] = await startAll(1, 2, 3, 4);
    bench.runner().reorder(fourth, second);
    bench.runner().reorder(second, undefined);
    const line = bench
      .runner()
      .list({ limit: 9, states: ['waiting'] })
      .toSorted((a, b) => (a.place ?? 0) - (b.place ?? 0));
    expect(line.map(({ id }) => id)).toEqual([fourth, third, second]);
    const later = await bench.start(5);
    await bench.restart();
    await bench.pass(6 * MINUTE);
    expect(bench.seen.submitted).toEqual(['1', '4', '3', '2', '5']);
    expect(bench.job(later).state).toBe('done');
    bench.runner().reorder(later, second); // it has left: nothing happens
  });

  it('are cancelled alone, with the total reported, while sent ones continue', async () => {
    bench = await createTaskBench(
      { look: () => aTask('processing') },
      { perMinute: 1, price: 250 },
    );
    const ids = await startAll(1, 2, 3);
    await bench.pass(5000);
    expect(bench.runner().cancelMany({ jobIds: ids })).toEqual({ cancelled: 2, saved: 500 });
    expect(ids.map((id) => bench.job(id).state)).toEqual(['processing', 'cancelled', 'cancelled']);
    expect(bench.runner().cancelMany({ jobIds: ids, also: 'sent' })).toEqual({
      cancelled: 1,
      saved: 0,
    });
    expect(bench.seen.submitted).toEqual(['1']);
  });
});

describe('removing tasks', () => {
  it('hides ended tasks from the lists and restores them, and keeps running ones', async () => {
    bench = await createTaskBench({
      look: (taskId) => aTask(taskId === 'task-0' ? 'succeeded' : 'processing'),
    });
    const [done = '', running = ''] = await startAll(1, 2);
    await bench.pass(5000);
    expect(history().remove({ jobIds: [done, running, 'nobody'] })).toEqual([done]);
    expect(idsOf(await bench.client().jobs.entries({ limit: 5 }))).toEqual([running]);
    const [output] = bench.jobs().outputs(done);
    expect(bench.jobs().get(done)?.removedAt).toBeDefined();
    expect(output?.fileId).toBeTruthy();
    expect(history().restore({ jobIds: [done] })).toEqual([done]);
    expect(idsOf(await bench.client().jobs.entries({ limit: 5 }))).toEqual([running, done]);
  });

  it('deletes them and their files at the next start a day later', async () => {
    bench = await createTaskBench();
    const [first = '', second = ''] = await startAll(1, 2);
    await bench.pass(MINUTE);
    history().remove({ jobIds: [first] });
    await history().purge();
    expect(bench.jobs().get(first)).toBeDefined();
    bench.clock.advance(25 * 60 * MINUTE);
    await history().purge();
    expect(bench.jobs().get(first)).toBeUndefined();
    history().remove({ jobIds: [second] });
    await bench.restart();
    expect(bench.jobs().get(second)).toBeUndefined();
    const rows = bench.database().prepare('SELECT count(*) AS rows FROM job_outputs').get();
    expect(rows?.['rows']).toBe(0);
  });

  it('lets the next task represent a group when its first one is removed', async () => {
    bench = await createTaskBench({}, { price: 100 });
    const { runId, jobIds } = await bench.client().jobs.startSweep(sweepOf('1', '2', '3'));
    await bench.pass(MINUTE);
    history().remove({ jobIds: jobIds.slice(0, 1) });
    expect(await bench.client().jobs.entries({ limit: 5 })).toMatchObject([
      { kind: 'group', group: { id: runId, counts: { total: 2 }, cost: 200 } },
    ]);
    history().remove({ jobIds: jobIds.slice(0, 2) });
    expect(idsOf(await bench.client().jobs.entries({ limit: 5 }))).toEqual(jobIds.slice(2));
    history().restore({ groupId: runId });
    expect(await bench.client().jobs.entries({ limit: 5 })).toMatchObject([
      { group: { counts: { total: 3 } } },
    ]);
  });
});

describe('the list', () => {
  it('is sorted by time, duration and cost, page by page without a gap', async () => {
    bench = await createTaskBench();
    const made = Array.from({ length: 7 }, (_, index) =>
      // two with the same duration and price, some of the same moment
      logged(1000 + Math.floor(index / 2), [5, 9, 9, 1, 7, 3, 2][index] ?? 0, {
        price: [40, 10, undefined, 40, 70, 0, 20][index],
      }),
    );
    const pages = (sort: 'newest' | 'duration' | 'cost'): readonly number[] => {
      const found: string[] = [];
      for (;;) {
        const last = found.at(-1);
        const page = bench
          .runner()
          .list({ limit: 2, sort, ...(last === undefined ? {} : { beforeJobId: last }) });
        if (page.length === 0) return found.map((id) => made.indexOf(id));
        found.push(...page.map(({ id }) => id));
      }
    };
    expect(pages('newest')).toEqual([6, 5, 4, 3, 2, 1, 0]);
    expect(pages('duration')).toEqual([2, 1, 4, 0, 5, 6, 3]);
    expect(pages('cost')).toEqual([4, 3, 0, 6, 1, 5, 2]);
  });

  it('is filtered by day, stars, group and text, and shows a group for one matching task', async () => {
    bench = await createTaskBench();
    const day = (number: number): number => number * 24 * 60 * MINUTE;
    const old = logged(day(1), 10, { taskId: 'needle-7' });
    const [first, second] = [
      logged(day(2), 10, { runId: 'run' }),
      logged(day(2) + 1, 10, { runId: 'run', taskId: 'needle-8' }),
    ];
    const entries = async (query: object) =>
      idsOf(await bench.client().jobs.entries({ limit: 9, ...query }));
    expect(await entries({})).toEqual(['run', old]);
    expect(await entries({ from: day(2), to: day(3) })).toEqual(['run']);
    expect(await entries({ to: day(2) })).toEqual([old]);
    expect(await entries({ text: 'NEEDLE' })).toEqual(['run', old]);
    expect(await entries({ text: 'needle-8' })).toEqual(['run']);
    await bench.client().jobs.rate({ jobId: second, stars: 4 });
    expect(await entries({ stars: 4 })).toEqual(['run']);
    expect(await entries({ stars: 5 })).toEqual([]);
    const within = bench.runner().list({ limit: 9, groupId: 'run' });
    expect(within.map(({ id, stars }) => [id, stars])).toEqual([
      [second, 4],
      [first, 0],
    ]);
    const before = { limit: 1, beforeJobId: first };
    expect(idsOf(await bench.client().jobs.entries(before))).toEqual([old]);
  });
});

describe('the details of a task', () => {
  it('have every state with its time, the last answer, and only the names of saved files', async () => {
    bench = await createTaskBench({
      look: (_id, number) => aTask(number === 0 ? 'processing' : 'succeeded'),
    });
    const id = await bench.start(7);
    const begun = bench.clock.now();
    await bench.pass(MINUTE);
    bench.jobs().setSavedPath({ jobId: id, output: 0 }, '/home/me/Pictures/harbour_video.png');
    const { timeline, saved, request } = await bench.client().jobs.details({ jobId: id });
    expect(timeline.map(({ state }) => state)).toEqual([
      'waiting',
      'submitting',
      'queued',
      'processing',
      'downloading',
      'done',
    ]);
    expect(timeline[0]?.at).toBe(begun);
    expect(timeline[3]?.at).toBe(begun + 2000);
    expect(saved).toEqual([{ output: 0, name: 'harbour_video.png' }]);
    expect(request).toEqual(bench.request(7));
    await expect(bench.client().jobs.details({ jobId: 'nobody' })).rejects.toThrow(
      'no longer in the library',
    );
  });
});
