import { expect, it } from 'vitest';
import { startHashThreads } from './hash-threads.ts';

it('refuses a file at once after a thread has ended', async () => {
  const threads = startHashThreads();
  const waiting = expect(threads.hashOf('/nowhere')).rejects.toThrow();
  await threads[Symbol.asyncDispose]();
  await waiting;
  await expect(threads.hashOf('/nowhere')).rejects.toThrow('has ended');
});
