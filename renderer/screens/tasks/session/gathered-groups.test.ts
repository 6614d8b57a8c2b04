import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { JobGroup } from '../../../../shared/contract/jobs.ts';
import { createGroupGatherer, groupsAfter } from './gathered-groups.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const aGroup = (id: string) => ({ id }) as JobGroup;

it('asks for changed groups while they go on changing all the time', async () => {
  const taken: string[] = [];
  const gatherer = createGroupGatherer({
    ask: async (ids) => ids.map(aGroup),
    take: (groups, revisions) =>
      void taken.push(...groups.map(({ id }) => `${id} ${revisions.get(id)}`)),
  });
  for (let revision = 1; revision <= 10; revision++) {
    gatherer.changed(new Map([['a', revision]]));
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(taken).toEqual(['a 3', 'a 6', 'a 9']);
});

it('sends one request at a time, and another after an error', async () => {
  const asked: string[] = [];
  let fail = (): void => undefined;
  const gatherer = createGroupGatherer({
    ask(ids) {
      asked.push(...ids);
      return new Promise((_resolve, reject) => (fail = () => reject(new Error('gone'))));
    },
    take: () => undefined,
  });
  gatherer.changed(new Map([['a', 1]]));
  await vi.advanceTimersByTimeAsync(1000);
  gatherer.changed(new Map([['a', 2]]));
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked).toEqual(['a']);
  fail();
  await vi.advanceTimersByTimeAsync(0);
  gatherer.changed(new Map([['b', 3]]));
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked).toEqual(['a', 'b']);
  gatherer.stop();
});

it('asks for nothing once it is stopped', async () => {
  const ask = vi.fn(async () => []);
  const gatherer = createGroupGatherer({ ask, take: () => undefined });
  gatherer.changed(new Map([['a', 1]]));
  gatherer.stop();
  await vi.advanceTimersByTimeAsync(1000);
  expect(ask).not.toHaveBeenCalled();
});

it('leaves a group to a page that was requested later', () => {
  const groups = new Map(['old', 'new'].map((id) => [id, aGroup(id)]));
  const revisions = new Map(Object.entries({ old: 3, new: 6 }));
  expect([...groupsAfter({ groups, revisions }, 5).keys()]).toEqual(['new']);
});
