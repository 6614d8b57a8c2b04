import type { ClientClock } from '../retry-policy.ts';

export const IMPATIENT_CLOCK: ClientClock = {
  now: () => Date.now(),
  random: () => 0,
  sleep: (_milliseconds, signal) => {
    signal?.throwIfAborted();
    return Promise.resolve();
  },
};
