import { describe, expect, it } from 'vitest';
import { AppError } from '../../../shared/errors/app-error.ts';
import { aJob } from '../jobs/testing/a-job.ts';
import { runCommands } from './run-commands.ts';

function commands(loadAll: () => Promise<ReturnType<typeof aJob>[]>, shown = ['a']) {
  const selected: (readonly string[])[] = [];
  const failed: unknown[] = [];
  const list = runCommands({
    screen: 'video',
    group: 'Clips',
    noun: 'clip',
    order: shown.map((id) => ({ id })),
    openId: () => undefined,
    open: () => undefined,
    remove: () => undefined,
    selected: () => [],
    pages: { jobs: shown.map((id) => aJob({ id })), loadAll },
    runs: {
      save: () => Promise.resolve(),
      select: (ids) => void selected.push(ids),
      selectTo: () => undefined,
      attempt: async (action) =>
        void (await action().catch((error: unknown) => failed.push(error))),
    },
  });
  const all = list.find(({ id }) => id === 'video.selectAll');
  if (all === undefined) throw new Error('There is no such command.');
  return { all, selected, failed };
}

describe('Select all', () => {
  it('takes the whole list, which is read to its end, not those that are loaded', async () => {
    const ids = Array.from({ length: 250 }, (_none, index) => `clip ${index}`);
    const { all, selected } = commands(() => Promise.resolve(ids.map((id) => aJob({ id }))));
    expect(all.shortcuts).toEqual(['Mod+A']);
    all.run();
    await expect.poll(() => selected).toEqual([ids]);
  });

  it('selects nothing when the list cannot be read, and says so', async () => {
    const error = new AppError({ kind: 'unexpected', message: 'No.' });
    const { all, selected, failed } = commands(() => Promise.reject(error));
    all.run();
    await expect.poll(() => failed).toEqual([error]);
    expect(selected).toEqual([]);
  });

  it('has nothing to do in an empty list', () => {
    expect(commands(() => Promise.resolve([]), []).all.obstacle?.()).toBe('There are no clips');
  });
});
