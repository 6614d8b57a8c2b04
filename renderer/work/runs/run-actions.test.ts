import { describe, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { StartableRequest } from '../../../shared/contract/job-requests.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { aJob } from '../jobs/testing/a-job.ts';
import { createRunActions, NO_RUNS, type RunState } from './run-actions.ts';
import { runBench, type ScriptedBackend } from './testing/run-bench.ts';

const REQUEST = {} as StartableRequest;

/** A screen whose list has the results a to d; `open` is in the middle. */
function screen(answers: ScriptedBackend = {}, open?: string) {
  const bench = runBench(answers);
  const store = createStore<RunState>(() => NO_RUNS);
  const closed: string[] = [];
  const runs = createRunActions(bench, {
    store,
    noun: 'clip',
    already: 'This clip is already being made.',
    openId: () => open,
    closed: (removed) => void closed.push(...removed),
  });
  const order = ['a', 'b', 'c', 'd'].map((id) => aJob({ id }));
  return { ...bench, bench, store, runs, closed, order, state: store.getState };
}

describe('sending', () => {
  it('says what is in the way, and sends nothing', async () => {
    const { runs, said, asked } = screen();
    await runs.send('Add a picture first.', async () => void (await runs.start(REQUEST)));
    expect(said).toEqual(['Add a picture first.']);
    expect(asked).toEqual([]);
  });

  it('sends once, however often it is pressed, and then again', async () => {
    let arrived = (): void => undefined;
    const start = (): Promise<unknown> =>
      new Promise((resolve) => {
        arrived = () => resolve({ jobId: 'a', joined: true });
      });
    const { runs, asked, said, state } = screen({ jobs: { start } });
    const press = () => runs.send(undefined, async () => void (await runs.start(REQUEST)));
    const first = press();
    await press();
    expect([asked.length, state().isSending]).toEqual([1, true]);
    arrived();
    await first;
    expect([said, state().isSending]).toEqual([['This clip is already being made.'], false]);
    void press();
    expect(asked).toHaveLength(2);
  });

  it('keeps the error of one that failed until the next, and can send again', async () => {
    const error = new AppError({ kind: 'unreachable', message: 'No connection.' });
    const { runs, state } = screen();
    await runs.send(undefined, () => Promise.reject(error));
    expect([state().error?.message, state().isSending]).toEqual(['No connection.', false]);
    await runs.send(undefined, () => Promise.resolve());
    expect(state().error).toBeUndefined();
  });
});

describe('removing', () => {
  it('closes what is gone, deselects it, and brings it back', async () => {
    const { bench, runs, state, closed, said, asked } = screen();
    runs.select(['a', 'b', 'c']);
    await runs.remove(['a', 'c']);
    expect([closed, state().selected, said]).toEqual([['a', 'c'], ['b'], ['Removed 2 clips.']]);
    bench.undo();
    expect(asked.at(-1)).toBe('jobs.restore {"jobIds":["a","c"]}');
  });

  it('says nothing of one that goes on: it stays', async () => {
    const { runs, said, closed } = screen({ jobs: { remove: () => Promise.resolve([]) } });
    await runs.remove(['a']);
    expect([said, closed]).toEqual([[], []]);
  });
});

describe('cancelling those that wait', () => {
  const answer = (cancelled: number, saved?: number) =>
    screen({ jobs: { cancelMany: () => Promise.resolve({ cancelled, saved }) } });

  it('says what that saves, or that it was too late', async () => {
    const two = answer(2, 800);
    await two.runs.cancelWaiting(['a', 'b']);
    expect(two.said).toEqual(['Cancelled 2 clips. You save $0.08.']);
    const late = answer(0);
    await late.runs.cancelWaiting(['a']);
    expect(late.said).toEqual(['Too late to cancel: already sent.']);
  });
});

it('runs each again, and answers with those that came before an error', async () => {
  const { runs, state } = screen({
    jobs: {
      runAgain: ({ jobId }: { readonly jobId: string }) =>
        jobId === 'b' ? Promise.reject(new Error('No.')) : Promise.resolve({ jobId: 'new' }),
    },
  });
  expect(await runs.runAgain(['a', 'b', 'c'])).toEqual(['new']);
  expect(state().error).toBeDefined();
});

describe('selecting', () => {
  it('begins with the open one, and takes it out again', () => {
    const { runs, state } = screen({}, 'a');
    runs.add('c');
    expect(state().selected).toEqual(['a', 'c']);
    runs.add('a');
    expect(state().selected).toEqual(['c']);
  });

  it('takes a range from the first one, in either direction', () => {
    const { runs, order, state } = screen({}, 'b');
    runs.selectTo('d', order);
    expect(state().selected).toEqual(['b', 'c', 'd']);
    runs.selectTo('a', order);
    expect(state().selected).toEqual(['b', 'a']);
    runs.selectTo('gone', order);
    expect(state().selected).toEqual(['gone']);
  });

  it('takes a group as a whole', () => {
    const { runs, state } = screen();
    runs.select(['a', 'b']);
    runs.toggleAll(['b', 'c']);
    expect(state().selected).toEqual(['a', 'b', 'c']);
    runs.toggleAll(['b', 'c']);
    expect(state().selected).toEqual(['a']);
  });
});
