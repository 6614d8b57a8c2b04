/** Faults of tasks in simulated time: nothing is lost or sent twice, and the state is true. */
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import {
  aTask,
  createTaskBench,
  failure,
  type TaskBench,
  type TaskScript,
} from '../../../testing/task-bench.ts';

let bench: TaskBench;

const MINUTE = 60_000;
const NO_PICTURE = Buffer.from('GIF8 no picture at all');

/** Starts a task at a service that behaves like this. @returns the id of its job */
async function startAt(script: TaskScript): Promise<string> {
  bench = await createTaskBench(script);
  return await bench.start(1);
}

function fail(...of: Parameters<typeof failure>): never {
  throw failure(...of);
}

const unknownTask = () => fail('not-found', { status: 404 });

describe('a task', () => {
  it('is polled less often while its status is unknown, which is shown, until it is done', async () => {
    const onHold = { ...aTask('unrecognised'), rawStatus: 'TASK_STATUS_ON_HOLD' };
    const looks = [onHold, onHold, onHold, onHold, onHold, onHold, aTask('processing')];
    const id = await startAt({ look: (_id, number) => looks[number] ?? aTask('succeeded') });
    await bench.pass(50_000);
    const shown = { serviceStatus: 'TASK_STATUS_ON_HOLD', error: undefined };
    expect(bench.job(id)).toMatchObject({ state: 'processing', ...shown });
    expect(bench.seen.looks.length).toBeLessThanOrEqual(6);
    await bench.pass(MINUTE);
    expect(bench.job(id)).toMatchObject({ state: 'done', serviceStatus: undefined });
    expect(bench.seen.submitted).toEqual(['1']);
  });

  it('is polled for another minute when it is finished before its files exist', async () => {
    const empty = { ...aTask('succeeded'), files: [] };
    const id = await startAt({ look: (_id, number) => (number < 3 ? empty : aTask('succeeded')) });
    await bench.pass(MINUTE);
    expect(bench.job(id).state).toBe('done');
    bench.script.look = () => empty;
    const other = await bench.start(2);
    await bench.pass(50_000);
    expect(bench.job(other)).toMatchObject({ state: 'queued', error: undefined });
    await bench.pass(MINUTE);
    expect(bench.job(other)).toMatchObject({
      state: 'failed',
      error: { message: expect.stringContaining('returned no file') },
      canPollAgain: true,
    });
  });

  it('is found even when the service does not know it right after the submit', async () => {
    const id = await startAt({
      look: (_id, number) => (number < 5 ? unknownTask() : aTask('succeeded')),
    });
    await bench.pass(MINUTE);
    expect(bench.job(id).state).toBe('done');
  });

  it('survives 429, 5xx and cuts while it is polled, with growing delays', async () => {
    const troubles = ['rate-limited', 'service-failed', 'unreachable', 'bad-answer'] as const;
    const id = await startAt({
      look: (_id, number) => {
        const kind = troubles[number];
        return kind === undefined ? aTask('succeeded') : fail(kind);
      },
    });
    await bench.pass(2500);
    expect(bench.job(id)).toMatchObject({ state: 'queued', error: { kind: 'rate-limited' } });
    await bench.pass(MINUTE);
    const [first = 0, second = 0, third = 0, fourth = 0] = bench.seen.looks;
    expect([second - first, third - second, fourth - third]).toEqual([2000, 4000, 8000]);
    expect(bench.job(id)).toMatchObject({ state: 'done', error: undefined });
    expect(bench.seen.submitted).toHaveLength(1);
  });

  it('ends and shows its progress when the clock was set back by hours', async () => {
    let fraction = 0.1;
    const id = await startAt({ look: () => aTask('processing', { progress: fraction }) });
    await bench.pass(10_000);
    expect(bench.progress.at(-1)).toMatchObject({ fraction: 0.1 });
    bench.clock.setBack(5 * 60 * MINUTE);
    bench.script.look = () => aTask('queued');
    const before = bench.seen.looks.length;
    await bench.pass(MINUTE);
    expect(bench.seen.looks.length - before).toBeLessThan(20);
    bench.script.look = () => aTask('processing', { progress: fraction });
    fraction = 0.6;
    await bench.pass(MINUTE);
    expect(bench.progress.at(-1)).toMatchObject({ fraction: 0.6 });
    bench.script.look = () => aTask('succeeded');
    await bench.pass(MINUTE);
    expect(bench.job(id).state).toBe('done');
  });

  it.each([
    ['that the service no longer knows', 'not-found'],
    ['without a file', 'bad-answer'],
  ])('ends a task %s also when the clock was set back by hours', async (_what, kind) => {
    const id = await startAt({ look: () => aTask('succeeded', { urls: [] }) });
    await bench.pass(10_000);
    bench.clock.setBack(5 * 60 * MINUTE);
    if (kind === 'not-found') bench.script.look = unknownTask;
    await bench.pass(2 * MINUTE);
    expect(bench.job(id)).toMatchObject({ state: 'failed', error: { kind } });
  });

  it('takes no time from a task during which the clock was set back', async () => {
    const first = await startAt({ look: () => aTask('processing') });
    await bench.pass(10_000);
    bench.clock.setBack(5 * 60 * MINUTE);
    bench.script.look = () => aTask('succeeded');
    await bench.pass(MINUTE);
    expect(bench.job(first).state).toBe('done');
    bench.script.look = () => aTask('processing');
    expect(bench.job(await bench.start(2)).typicalMilliseconds).toBeUndefined();
  });

  it('asks once more for an expired address, and then says so', async () => {
    const id = await startAt({ download: () => fail('expired') });
    await bench.pass(MINUTE);
    expect(bench.job(id)).toMatchObject({ state: 'expired', canPollAgain: true });
    expect(bench.seen.downloads).toHaveLength(2);
    bench.script.download = () => bench.picture;
    bench.runner().pollAgain(id);
    await bench.pass(1000);
    expect(bench.job(id).state).toBe('done');
  });

  it('ends when the service refuses it for good, and can be looked for again', async () => {
    let isRefused = true;
    const id = await startAt({ look: () => (isRefused ? fail('rejected') : aTask('succeeded')) });
    await bench.pass(30_000);
    expect(bench.job(id)).toMatchObject({ state: 'queued', error: { kind: 'rejected' } });
    await bench.pass(5 * MINUTE);
    expect(bench.job(id)).toMatchObject({
      state: 'failed',
      error: {
        kind: 'rejected',
        message: expect.stringContaining('“Check again” asks once more.'),
      },
      canPollAgain: true,
    });
    isRefused = false;
    bench.runner().pollAgain(id);
    await bench.pass(MINUTE);
    expect(bench.job(id).state).toBe('done');
  });

  it('continues when the service refuses it now and then', async () => {
    const id = await startAt({
      look: (_id, number) => {
        if (number < 20 && number % 5 !== 4) throw failure('rejected');
        return aTask(number < 20 ? 'processing' : 'succeeded');
      },
    });
    await bench.pass(30 * MINUTE);
    expect(bench.job(id).state).toBe('done');
  });

  it('refetches a cut download; with wrong bytes it fails and keeps them', async () => {
    const id = await startAt({
      download: (_url, number) => (number === 0 ? fail('unreachable') : NO_PICTURE),
    });
    await bench.pass(MINUTE);
    expect(bench.seen.downloads).toHaveLength(2);
    expect(bench.job(id)).toMatchObject({
      state: 'failed',
      error: { kind: 'bad-answer' },
      hasKeptAnswer: true,
    });
  });

  it('fails and keeps the only file that arrived when that one is no picture', async () => {
    const id = await startAt({
      look: () =>
        aTask('succeeded', { urls: ['https://storage.test/a', 'https://storage.test/b'] }),
      download: (url) => (url.endsWith('a') ? fail('too-large') : NO_PICTURE),
    });
    await bench.pass(5 * MINUTE);
    expect(bench.job(id)).toMatchObject({
      state: 'failed',
      error: { kind: 'bad-answer' },
      hasKeptAnswer: true,
    });
  });

  it('waits for space on a full disk, and then fetches its file', async () => {
    let isFull = true;
    const id = await startAt({ download: () => (isFull ? fail('disk-full') : bench.picture) });
    await bench.pass(MINUTE);
    expect(bench.job(id)).toMatchObject({ state: 'downloading', error: { kind: 'disk-full' } });
    isFull = false;
    await bench.pass(2 * MINUTE);
    expect(bench.job(id).state).toBe('done');
  });

  it('never lowers its progress, nor returns to the queue, when the service does', async () => {
    const results = [
      aTask('processing', { progress: 0.6 }),
      aTask('processing', { progress: 0.2 }),
      aTask('queued'),
    ];
    const id = await startAt({ look: (_id, number) => results[number] ?? aTask('queued') });
    await bench.pass(2500);
    expect(bench.job(id)).toMatchObject({ state: 'processing', fraction: 0.6 });
    await bench.pass(20_000);
    expect(bench.job(id)).toMatchObject({ state: 'processing', fraction: 0.6 });
  });
});

describe('stopping a task', () => {
  it('keeps a result that arrives later, over a restart, and stays stopped after a failure', async () => {
    let status: 'processing' | 'succeeded' = 'processing';
    bench = await createTaskBench({ look: (id) => aTask(id === 'task-0' ? status : 'failed') });
    const [kept, failing] = [await bench.start(1), await bench.start(2)];
    for (const id of [kept, failing]) bench.runner().cancel(id);
    await bench.restart();
    await bench.pass(5000);
    expect(bench.job(kept)).toMatchObject({ state: 'cancelled', isLate: false });
    status = 'succeeded';
    await bench.pass(MINUTE);
    expect(bench.job(kept)).toMatchObject({ state: 'done', isLate: true, outputs: [{}] });
    expect(bench.job(failing)).toMatchObject({ state: 'cancelled', error: { kind: 'cancelled' } });
    const { timeline } = await bench.client().jobs.details({ jobId: kept });
    const states = timeline.map(({ state }) => state);
    expect(states.slice(-3)).toEqual(['cancelled', 'downloading', 'done']);
  });

  it('at the moment of success ends in one of the two, and never loses the file', async () => {
    const answer = Promise.withResolvers<ReturnType<typeof aTask>>();
    const id = await startAt({
      look: (_id, number) => (number === 0 ? answer.promise : aTask('succeeded')),
    });
    await bench.pass(2500);
    answer.resolve(aTask('succeeded'));
    bench.runner().cancel(id);
    await bench.pass(10_000);
    expect(bench.job(id)).toMatchObject({ state: 'done', isLate: true });
    expect(bench.seen.submitted).toHaveLength(1);
  });
});

describe('a cancelled task that is asked for again during a poll', () => {
  it.each(['failed', 'succeeded'] as const)(
    'ends with the answer “%s” of that poll',
    async (end) => {
      const answer = Promise.withResolvers<ReturnType<typeof aTask>>();
      const id = await startAt({ look: () => answer.promise });
      bench.runner().cancel(id);
      await bench.pass(5000);
      bench.runner().pollAgain(id);
      expect(bench.job(id).state).toBe('queued');
      answer.resolve(aTask(end));
      await bench.pass(5000);
      expect(bench.job(id).state).toBe(end === 'failed' ? 'failed' : 'done');
    },
  );
});

describe('a seed of 18 digits', () => {
  it('is the same in the request, in the log and in the answer', async () => {
    const seed = '123456789012345678';
    bench = await createTaskBench({ look: () => aTask('succeeded', { seed }) });
    const id = await bench.start(seed);
    await bench.pass(5000);
    expect(bench.seen.submitted).toEqual([seed]);
    expect(bench.job(id)).toMatchObject({ seed, brief: { parameters: { seed } } });
    const { request } = await bench.client().jobs.details({ jobId: id });
    expect(request).toMatchObject({ parameters: { seed } });
  });
});

describe('previews of a running task', () => {
  it('are shown from an address or base64, and disappear at its end', async () => {
    let previews: readonly string[] = ['https://storage.test/so-far-1'];
    let isDone = false;
    const id = await startAt({
      look: () => (isDone ? aTask('succeeded') : aTask('processing', { previews })),
    });
    await bench.pass(3000);
    await expect.poll(() => bench.job(id).preview).toBe(`/media/previews/${id}?number=1`);
    const { path } = await bench.runner().previews.file(id);
    expect(await readFile(path)).toEqual(bench.picture);
    await bench.pass(5000); // the same address again: nothing new is fetched
    expect(bench.seen.downloads).toEqual(['https://storage.test/so-far-1']);
    previews = [bench.picture.toString('base64')];
    await bench.pass(5000);
    await expect.poll(() => bench.job(id).preview).toBe(`/media/previews/${id}?number=2`);
    expect((await bench.client().jobs.details({ jobId: id })).previews).toHaveLength(1);
    isDone = true;
    await bench.pass(10_000);
    expect(bench.job(id)).toMatchObject({ state: 'done', preview: undefined });
    await expect(bench.runner().previews.file(id)).rejects.toThrow('no longer here');
  });
});

describe('the desktop', () => {
  it('receives the total progress, and that all is done', async () => {
    let isDone = false;
    await startAt({
      look: () => (isDone ? aTask('succeeded') : aTask('processing', { progress: 0.5 })),
    });
    await bench.start(2);
    await bench.pass(10_000);
    expect(bench.progress.at(-1)).toEqual({ running: 2, fraction: 0.5 });
    isDone = true;
    await bench.pass(30_000);
    expect(bench.progress.at(-1)).toBeUndefined();
    await expect.poll(() => bench.notices.length).toBe(2); // its picture is made beside
    expect(bench.notices).toMatchObject([
      { title: 'Video finished', body: 'harbour.png', picture: expect.stringMatching(/\.png$/u) },
      { title: 'Video finished' },
    ]);
  });

  it('gets no notification, and no picture for one, while the user looks at the window', async () => {
    bench = await createTaskBench({}, { isInFront: true });
    const id = await bench.start(1);
    await bench.pass(30_000);
    expect(bench.job(id).state).toBe('done');
    expect(bench.notices).toEqual([]);
  });
});
