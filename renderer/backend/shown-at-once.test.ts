import { MutationObserver, QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { AppError } from '../../shared/errors/app-error.ts';
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
    mutationFn: save,
    ...shownAtOnce<Data, Data>(client, ['data'], apply, say),
  });
  return { mutation, said, shown: () => client.getQueryData<Data>(['data'])?.size };
}

it('a change is shown before it is saved', async () => {
  const { mutation, said, shown } = fixture(async ({ size }) => {
    expect(shown()).toBe(5);
    return { size: size + 1 }; // as the backend has it
  });
  await mutation.mutate({ size: 5 });
  expect(shown()).toBe(6);
  expect(said).toEqual([]);
});

it('a change that cannot be saved leaves the screen again, with the reason', async () => {
  const { mutation, said, shown } = fixture(() =>
    Promise.reject(new AppError({ kind: 'disk-full', message: 'The disk is full.' })),
  );
  await expect(mutation.mutate({ size: 5 })).rejects.toThrow('The disk is full.');
  expect(shown()).toBe(1);
  expect(said).toEqual(['Not saved. The disk is full.']);
});
