import { describe, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { StartableRequest } from '../../../shared/contract/job-requests.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { aJob } from '../jobs/testing/a-job.ts';
import { defineRunCommands } from './define-run-commands.ts';
import { runCommands } from './run-commands.ts';
import { createRunActions, NO_RUNS, type RunState } from './run-actions.ts';
import { runBench, type ScriptedBackend } from './testing/run-bench.ts';

const REQUEST = {} as StartableRequest;

/** A screen whose list has the results a to d, of which `open` is open. */
function screen(answers: ScriptedBackend = {}, open?: string) {
  const bench = runBench(answers);
  const store = createStore<RunState>(() => NO_RUNS);
  const closed: string[] = [];
  const runs = createRunActions(bench, {
    store,
    noun: 'clip',
    filesOf: (job) =>
      job.outputs.map((output) => ({
        title: job.title,
        save: (into) =>
          bench.backend.jobs.saveOutput({ jobId: job.id, output: output.id, ...into }),
      })),
    already: 'This clip is already being made.',
    openId: () => open,
    closed: (removed) => void closed.push(...removed),
  });
  const order = ['a', 'b', 'c', 'd'].map((id) => aJob({ id }));
  return { ...bench, bench, store, runs, closed, order, state: store.getState };
}

describe('sending a run', () => {
  it('names the obstacle, and sends nothing', async () => {
    const { runs, said, asked } = screen();
    await runs.send('Add a picture first.', async () => void (await runs.start(REQUEST)));
    expect(said).toEqual(['Add a picture first.']);
    expect(asked).toEqual([]);
  });

  it('is offered again for its own error only, as it may be a paid call', async () => {
    const broken = () => Promise.reject(new AppError('unreachable', 'Lost.', { action: 'retry' }));
    const { runs, state } = screen({ jobs: { start: broken, cancel: broken } });
    const isOffered = (): boolean | undefined => {
      const { error } = state();
      return error && runs.isOfSend(error);
    };
    await runs.send(undefined, async () => void (await runs.start(REQUEST)));
    expect(isOffered()).toBe(true);
    await runs.stop('a');
    expect(isOffered()).toBe(false);
  });

  it('sends once, however often it is pressed, and can send again afterwards', async () => {
    const started = Promise.withResolvers<unknown>();
    const { runs, asked, said, state } = screen({ jobs: { start: () => started.promise } });
    const press = () => runs.send(undefined, async () => void (await runs.start(REQUEST)));
    const first = press();
    await press();
    expect([asked.length, state().isSending]).toEqual([1, true]);
    started.resolve({ jobId: 'a', joined: true });
    await first;
    expect([said, state().isSending]).toEqual([['This clip is already being made.'], false]);
    void press();
    expect(asked).toHaveLength(2);
  });

  it('keeps the error of a failed one until the next, and can send again', async () => {
    const error = new AppError('unreachable', 'No connection.');
    const { runs, state } = screen();
    await runs.send(undefined, () => Promise.reject(error));
    expect([state().error?.message, state().isSending]).toEqual(['No connection.', false]);
    await runs.send(undefined, () => Promise.resolve());
    expect(state().error).toBeUndefined();
  });
});

it('removing runs closes removed ones, deselects them, and restores them', async () => {
  const { bench, runs, state, closed, said, asked } = screen();
  runs.select(['a', 'b', 'c']);
  await runs.remove(['a', 'c']);
  expect([closed, state().selected, said]).toEqual([['a', 'c'], ['b'], ['Removed 2 clips.']]);
  bench.undo();
  expect(asked.at(-1)).toBe('jobs.restore {"jobIds":["a","c"]}');
});

it('removing runs ignores one that is still running', async () => {
  const { runs, said, closed } = screen({ jobs: { remove: () => Promise.resolve([]) } });
  await runs.remove(['a']);
  expect([said, closed]).toEqual([[], []]);
});

it('removes, restores and cancels more than one request allows', async () => {
  const { runs, asked, bench, said } = screen();
  const ids = Array.from({ length: 1100 }, (_none, index) => `job ${index}`);
  await runs.remove(ids);
  expect(said).toEqual(['Removed 1,100 clips.']);
  bench.undo();
  await expect.poll(() => asked.length).toBe(6);
  await runs.cancelWaiting(ids);
  const sizes = asked.map((call) => JSON.parse(call.slice(call.indexOf('{'))).jobIds.length);
  expect(sizes).toEqual([500, 500, 100, 500, 500, 100, 500, 500, 100]);
});

it('offers an undo of what was removed before an error', async () => {
  const remove = ({ jobIds }: { readonly jobIds: readonly string[] }) =>
    jobIds.length < 500
      ? Promise.reject(new AppError('unreachable', 'No connection.'))
      : Promise.resolve(jobIds);
  const { runs, bench, said, asked, state, closed } = screen({ jobs: { remove } });
  await runs.remove(Array.from({ length: 501 }, (_none, index) => `job ${index}`));
  expect([said, state().error?.message]).toEqual([['Removed 500 clips.'], 'No connection.']);
  expect(closed).toHaveLength(500);
  bench.undo();
  expect(asked.at(-1)).toMatch(/^jobs\.restore .*"job 499"\]/u);
});

describe('cancelling waiting runs', () => {
  const answer = (cancelled: number, saved?: number) =>
    screen({ jobs: { cancelMany: () => Promise.resolve({ cancelled, saved }) } });

  it('names what that saves, or that it was too late', async () => {
    const two = answer(2, 800);
    await two.runs.cancelWaiting(['a', 'b']);
    expect(two.said).toEqual(['Cancelled 2 clips. You save $0.08.']);
    const late = answer(0);
    await late.runs.cancelWaiting(['a']);
    expect(late.said).toEqual(['Too late to cancel: already sent.']);
  });
});

it('reruns each one, and returns those that started before an error', async () => {
  const { runs, state } = screen({
    jobs: {
      runAgain: ({ jobId }: { readonly jobId: string }) =>
        jobId === 'b' ? Promise.reject(new Error('No.')) : Promise.resolve({ jobId: 'new' }),
    },
  });
  expect(await runs.runAgain(['a', 'b', 'c'])).toEqual(['new']);
  expect(state().error).toBeDefined();
});

describe('selecting runs', () => {
  it('starts with the open one, and deselects it', () => {
    const { runs, state } = screen({}, 'a');
    runs.add('c');
    expect(state().selected).toEqual(['a', 'c']);
    runs.add('a');
    expect(state().selected).toEqual(['c']);
  });

  it('selects a range from the first one, in either direction', () => {
    const { runs, order, state } = screen({}, 'b');
    runs.selectTo('d', order);
    expect(state().selected).toEqual(['b', 'c', 'd']);
    runs.selectTo('a', order);
    expect(state().selected).toEqual(['b', 'a']);
    runs.selectTo('gone', order);
    expect(state().selected).toEqual(['gone']);
  });

  it('is extended and reduced by Shift and the arrow keys', () => {
    const { runs, order, state } = screen({}, 'b');
    const list = runCommands(defineRunCommands('video', { group: 'Clips', noun: 'clip' }), {
      noun: 'clip',
      order,
      openId: () => 'b',
      open: () => undefined,
      remove: () => undefined,
      selected: () => state().selected,
      pages: { jobs: order, loadAll: () => Promise.resolve(order) },
      runs,
    });
    const press = (keys: string): void =>
      list.find(({ shortcuts }) => shortcuts?.includes(keys) === true)?.run();
    press('Shift+ArrowDown');
    press('Shift+ArrowDown');
    press('Shift+ArrowDown'); // the list has ended
    expect(state().selected).toEqual(['b', 'c', 'd']);
    press('Shift+ArrowUp');
    press('Shift+ArrowUp');
    press('Shift+ArrowUp');
    expect(state().selected).toEqual(['b', 'a']);
  });

  it('selects a group as a whole', () => {
    const { runs, state } = screen();
    runs.select(['a', 'b']);
    runs.toggleAll(['b', 'c']);
    expect(state().selected).toEqual(['a', 'b', 'c']);
    runs.toggleAll(['b', 'c']);
    expect(state().selected).toEqual(['a']);
  });
});

describe('saving several runs', () => {
  const made = (id: string, files = 1) =>
    aJob({
      id,
      title: id,
      outputs: Array.from({ length: files }, (_, number) => ({
        id: number,
        url: '',
        mediaType: 'video/mp4',
        byteLength: 1,
      })),
    });
  const saved = { kind: 'saved', name: 'a.mp4' };

  it('saves nothing without a folder, and asks for none when there is nothing to save', async () => {
    const cancelled = { export: { folderForMany: () => Promise.resolve({ kind: 'cancelled' }) } };
    const { runs, asked, said } = screen(cancelled);
    await runs.save([made('a')]);
    expect([asked.length, said]).toEqual([1, []]);
    await runs.save([made('none', 0)]);
    expect([asked.length, said]).toEqual([1, ['There is nothing to save yet.']]);
  });

  it('continues after one that fails, which is named, and shows an error when all fail', async () => {
    const saveOutput = ({ jobId }: { readonly jobId: string }) =>
      jobId === 'bad'
        ? Promise.reject(new AppError('disk-full', 'No space.'))
        : Promise.resolve(saved);
    const { runs, said, state } = screen({ jobs: { saveOutput } });
    await runs.save([made('a'), made('bad'), made('b')]);
    expect(said).toEqual(['Saved 2 of 3 clips. “bad” is not among them: No space.']);
    await runs.save([made('bad')]);
    expect(state().error?.message).toBe('No space.');
  });

  it('stops after the file that is being saved, and saves one batch at a time', async () => {
    const written = Promise.withResolvers<unknown>();
    const saveOutput = () => written.promise;
    const { runs, said, asked, state } = screen({ jobs: { saveOutput } });
    const saving = runs.save([made('a'), made('b'), made('c')]);
    await expect.poll(() => state().saving).toEqual({ done: 0, total: 3 });
    await runs.save([made('d')]);
    runs.stopSaving();
    written.resolve(saved);
    await saving;
    expect([said, asked.length, state().saving]).toEqual([['Saved 1 clip.'], 2, undefined]);
  });
});
