import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { twoFrames } from './two-frames.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('waits for two frames', async () => {
  const asked: (() => void)[] = [];
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => asked.push(run));
  let isOver = false;
  const drawn = twoFrames().then(() => (isOver = true));
  asked[0]?.();
  await Promise.resolve();
  expect([isOver, asked.length]).toEqual([false, 2]);
  asked[1]?.();
  await drawn;
  expect(vi.getTimerCount()).toBe(0);
});

it('fails with a message in a window that draws nothing', async () => {
  vi.stubGlobal('requestAnimationFrame', () => 1);
  const failed = expect(twoFrames()).rejects.toThrow(
    'The window has drawn nothing for 10 seconds.',
  );
  await vi.advanceTimersByTimeAsync(10_000);
  await failed;
});
