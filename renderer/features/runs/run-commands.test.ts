import { describe, expect, it, vi } from 'vitest';
import { AppError } from '../../../shared/errors/app-error.ts';
import { aJob } from '../jobs/testing/a-job.ts';
import { CARD, runCommands } from './run-commands.ts';
import { defineRunCommands } from './define-run-commands.ts';

function commands(
  loadAll: () => Promise<ReturnType<typeof aJob>[]>,
  shown: readonly string[] = ['a'],
  order: Parameters<typeof runCommands>[1]['order'] = shown.map((id) => ({ id })),
) {
  const selected: (readonly string[])[] = [];
  const extended: unknown[] = [];
  const failed: unknown[] = [];
  let openId: string | undefined;
  const table = defineRunCommands('video', { group: 'Clips', noun: 'clip' });
  const list = runCommands(table, {
    noun: 'clip',
    order,
    openId: () => openId,
    open: (id) => void (openId = id),
    remove: () => undefined,
    selected: () => [],
    pages: { jobs: shown.map((id) => aJob({ id })), loadAll },
    runs: {
      save: () => Promise.resolve(),
      select: (ids) => void selected.push(ids),
      selectTo: (id, list) => void extended.push([id, ...list.map((each) => each.id)]),
      attempt: async (action) =>
        void (await action().catch((error: unknown) => failed.push(error))),
    },
  });
  const find = (name: string) => {
    const found = list.find(({ id }) => id === `video.${name}`);
    if (found === undefined) throw new Error('There is no such command.');
    return found;
  };
  return { all: find('selectAll'), find, opened: () => openId, selected, extended, failed };
}

describe('the keys of a list', () => {
  const ids = Array.from({ length: 40 }, (_none, index) => `clip ${index}`);

  it('move a page down and up, to the first, and to the last of the whole list', async () => {
    vi.stubGlobal('window', { innerWidth: 11 * CARD.width });
    const list = commands(() => Promise.resolve([...ids, 'oldest'].map((id) => aJob({ id }))), ids);
    list.find('first').run();
    expect(list.opened()).toBe('clip 0');
    list.find('pageDown').run();
    expect(list.opened()).toBe('clip 9');
    list.find('pageDown').run();
    list.find('pageUp').run();
    expect(list.opened()).toBe('clip 9');
    list.find('last').run();
    await expect.poll(list.opened).toBe('oldest');
    expect(['first', 'last'].map((name) => list.find(name).shortcuts)).toEqual([['Home'], ['End']]);
    vi.unstubAllGlobals();
  });

  it('do not leave an entry that was opened while the whole list was loading', async () => {
    const whole = Promise.withResolvers<ReturnType<typeof aJob>[]>();
    const list = commands(() => whole.promise, ids);
    list.find('last').run();
    list.find('next').run();
    whole.resolve([aJob({ id: 'oldest' })]);
    await new Promise((resolve) => setTimeout(resolve));
    expect(list.opened()).toBe('clip 0');
  });
});

it('extends the selection by whole runs where each file of a run has an entry', () => {
  const [a, b] = ['a', 'b'].map((id) => ({ id }));
  const order = [
    { id: 'a', job: a },
    { id: 'a 2', job: a },
    { id: 'b', job: b },
  ];
  const list = commands(() => Promise.resolve([]), ['a', 'b'], order);
  list.find('next').run();
  list.find('next').run();
  expect(list.opened()).toBe('a 2');
  list.find('extendDown').run();
  expect(list.extended).toEqual([['b', 'a', 'b']]);
});

describe('Select all', () => {
  it('selects the whole list, which is read to its end, not only loaded rows', async () => {
    const ids = Array.from({ length: 250 }, (_none, index) => `clip ${index}`);
    const { all, selected } = commands(() => Promise.resolve(ids.map((id) => aJob({ id }))));
    expect(all.shortcuts).toEqual(['Mod+A']);
    all.run();
    await expect.poll(() => selected).toEqual([ids]);
  });

  it('selects nothing when the list cannot be read, and says so', async () => {
    const error = new AppError('unexpected', 'No.');
    const { all, selected, failed } = commands(() => Promise.reject(error));
    all.run();
    await expect.poll(() => failed).toEqual([error]);
    expect(selected).toEqual([]);
  });

  it('does nothing in an empty list', () => {
    expect(commands(() => Promise.resolve([]), []).all.obstacle?.()).toBe('There are no clips');
  });
});
