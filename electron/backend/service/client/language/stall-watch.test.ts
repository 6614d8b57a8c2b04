import { beforeEach, expect, it, vi } from 'vitest';
import { watchForStall } from './stall-watch.ts';

const HOUR = 3_600_000;
const LIMIT = 60_000;

/** What the clock shows beyond the time that timers count. */
let ahead = 0;
let stalls = 0;

beforeEach(() => {
  vi.useFakeTimers();
  ahead = 0;
  stalls = 0;
});

const watch = () =>
  watchForStall(
    LIMIT,
    () => (stalls += 1),
    () => Date.now() + ahead,
  );

it('silence up to the limit ends an answer, once', () => {
  const { touch } = watch();
  vi.advanceTimersByTime(LIMIT - 1000);
  touch();
  vi.advanceTimersByTime(LIMIT - 1000);
  expect(stalls).toBe(0);
  vi.advanceTimersByTime(LIMIT);
  expect(stalls).toBe(1);
});

it.each([HOUR, -HOUR])('an answer goes on when the clock jumps by %d ms', (jump) => {
  const { touch, stop } = watch();
  for (let part = 0; part < 5; part++) {
    vi.advanceTimersByTime(2000);
    ahead += jump;
    vi.advanceTimersByTime(1000);
    touch();
  }
  vi.advanceTimersByTime(LIMIT - 1000);
  expect(stalls).toBe(0);
  stop();
});

it.each([
  ['seconds after the computer has slept', HOUR, 10_000],
  ['within the limit after the clock was set back', -HOUR, LIMIT + 1000],
])('silence ends an answer %s', (_when, jump, within) => {
  watch();
  vi.advanceTimersByTime(2000);
  ahead += jump;
  vi.advanceTimersByTime(within);
  expect(stalls).toBe(1);
});
