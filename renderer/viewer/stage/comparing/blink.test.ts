import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createBlink } from './blink.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp() {
  const phases: boolean[] = [];
  return { phases, blink: createBlink((isVisible) => phases.push(isVisible)) };
}

it('blinks off and on twice, and then stays', () => {
  const { phases, blink } = setUp();
  blink.start();
  vi.advanceTimersByTime(10_000);
  expect(phases).toEqual([false, true, false, true]);
});

it('restarts when it is requested again, and ends visible when it is stopped', () => {
  const { phases, blink } = setUp();
  blink.start();
  blink.start();
  blink.stop();
  vi.advanceTimersByTime(10_000);
  expect(phases).toEqual([false, false, true]);
  blink.stop();
  expect(phases).toHaveLength(3);
});
