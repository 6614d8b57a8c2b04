import { expect, it } from 'vitest';
import { steps } from './steps.ts';

it('passes on progress and the final result', async () => {
  const half = Promise.withResolvers<void>();
  const stream = steps<number>(async (report) => {
    report(0.1);
    report(0.5);
    await half.promise;
    return 1;
  }, undefined);
  expect(await stream.next()).toEqual({ done: false, value: 0.5 });
  half.resolve();
  expect(await stream.next()).toEqual({ done: false, value: 1 });
  expect(await stream.next()).toEqual({ done: true, value: undefined });
});

it('rethrows the error of the work', async () => {
  const stream = steps<number>(() => Promise.reject(new Error('broken')), undefined);
  await expect(stream.next()).rejects.toThrow('broken');
});

it.each(['is left', 'is ended by its signal'])('stops the work when it %s', async (how) => {
  const stop = new AbortController();
  let isStopped = false;
  const stream = steps<number>(async (report, signal) => {
    report(0.5);
    await new Promise((resolve) => {
      signal.addEventListener('abort', resolve);
    });
    isStopped = true;
    throw new Error('stopped');
  }, stop.signal);
  await stream.next();
  if (how === 'is left') await stream.return();
  else {
    const next = expect(stream.next()).rejects.toThrow('stopped');
    stop.abort();
    await next;
  }
  expect(isStopped).toBe(true);
});
