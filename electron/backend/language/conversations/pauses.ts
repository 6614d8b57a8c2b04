import { setImmediate } from 'node:timers/promises';

/** Longest work without a pause, ms. */
const SLICE = 12;

/** @returns a function that yields to other work after {@link SLICE} */
export function createPauses(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < SLICE) return;
    await setImmediate();
    since = performance.now();
  };
}
