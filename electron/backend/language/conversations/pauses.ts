/** Pauses in long work. */
import { setImmediate } from 'node:timers/promises';

/** Work without a pause, ms. */
const SLICE = 12;

/** @returns lets other work go on, as soon as it has waited for {@link SLICE} */
export function createPauses(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < SLICE) return;
    await setImmediate();
    since = performance.now();
  };
}
