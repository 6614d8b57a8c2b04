import { expect, it } from 'vitest';
import { createClock } from '../../../viewer/clips/clock.ts';
import { stepCommands } from './use-transport-commands.ts';

it('the first and the last frame are those of the range at the time of the key', () => {
  const times = [0, 10, 20, 30, 40, 50];
  const clock = createClock(times, { now: () => 0, nextFrame: () => () => undefined });
  clock.setRange({ first: 2, last: 3 });
  const { first, last } = stepCommands(clock, times);
  clock.setRange({ first: 0, last: 4 });
  last();
  expect(clock.snapshot.frame).toBe(4);
  first();
  expect(clock.snapshot.frame).toBe(0);
});
