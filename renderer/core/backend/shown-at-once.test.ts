import { MutationObserver, QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { AppError } from '../../../shared/errors/app-error.ts';
import { shownAtOnce } from './shown-at-once.ts';

interface Data {
  readonly size: number;
}

function fixture(save: (change: Data) => Promise<Data>) {
  const client = new QueryClient();
  const said: string[] = [];
  client.setQueryData<Data>(['data'], { size: 1 });
  const apply = (_before: Data | undefined, change: Data): Data => change;
  const say = (sentence: string) => void said.push(sentence);
  const mutation = new MutationObserver(client, {
    mutationKey: ['change'],
    mutationFn: save,
    ...shownAtOnce<Data, Data>(client, { queryKey: ['data'], mutationKey: ['change'] }, apply, say),
  });
  return { client, mutation, said, shown: () => client.getQueryData<Data>(['data'])?.size };
}

it('shows a change before it is saved', async () => {
  const { mutation, said, shown } = fixture(async ({ size }) => {
    expect(shown()).toBe(5);
    return { size: size + 1 }; // the backend's own value
  });
  await mutation.mutate({ size: 5 });
  expect(shown()).toBe(6);
  expect(said).toEqual([]);
});

it('keeps later changes when the answer to an earlier one arrives', async () => {
  const answers: (() => void)[] = [];
  const { mutation, shown } = fixture(
    (change) => new Promise((resolve) => answers.push(() => resolve(change))),
  );
  const first = mutation.mutate({ size: 5 });
  const second = mutation.mutate({ size: 6 });
  await expect.poll(() => answers).toHaveLength(2);
  answers[0]?.();
  await first;
  expect(shown()).toBe(6);
  answers[1]?.();
  await second;
  expect(shown()).toBe(6);
});

it('reverts a change that cannot be saved, with the reason', async () => {
  const { mutation, said, shown } = fixture(() =>
    Promise.reject(new AppError('disk-full', 'The disk is full.')),
  );
  await expect(mutation.mutate({ size: 5 })).rejects.toThrow('The disk is full.');
  expect(shown()).toBe(1);
  expect(said).toEqual(['Not saved. The disk is full.']);
});

it('keeps a change when values that were read before it arrive', async () => {
  const { client, mutation, shown } = fixture(() => new Promise(() => undefined));
  const read = Promise.withResolvers<Data>();
  void client.prefetchQuery({ queryKey: ['data'], queryFn: () => read.promise });
  void mutation.mutate({ size: 5 });
  await expect.poll(shown).toBe(5);
  read.resolve({ size: 2 });
  await new Promise(setImmediate);
  expect(shown()).toBe(5);
});
