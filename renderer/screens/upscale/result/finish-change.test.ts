import { notificationsStore } from '@mantine/notifications';
import { MutationObserver, QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import type { UpscaleResult } from '../../../../shared/contract/upscale.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { finishChange } from './finish-change.ts';

it('changes the result that it was asked for when another one is opened meanwhile', async () => {
  const client = new QueryClient();
  client.setQueryData(['a'], 'a');
  client.setQueryData(['b'], 'b');
  const { promise, resolve } = Promise.withResolvers<UpscaleResult>();
  const optionsOf = (id: string) => ({
    ...finishChange(client, { jobId: id, output: 0 }, [id]),
    mutationFn: () => promise,
  });
  const observer = new MutationObserver(client, optionsOf('a'));
  const changing = observer.mutate();
  observer.setOptions(optionsOf('b')); // As the hook does with each render.
  const changed = { url: 'trimmed' } as UpscaleResult;
  resolve(changed);
  await changing;
  expect([client.getQueryData(['a']), client.getQueryData(['b'])]).toEqual([changed, 'b']);
  expect(observer.getCurrentResult().isPending).toBe(false);
  client.clear();
});

it('says why a change was not saved', async () => {
  const observer = new MutationObserver(new QueryClient(), {
    ...finishChange(new QueryClient(), { jobId: 'a', output: 0 }, ['a']),
    mutationFn: () => Promise.reject(new AppError('disk-full', 'The disk is full.')),
  });
  await expect(observer.mutate()).rejects.toThrow('full');
  const { notifications } = notificationsStore.getState();
  expect(notifications).toMatchObject([{ message: 'The disk is full.' }]);
});
