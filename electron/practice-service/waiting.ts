/** Waiting that ends when the client goes away. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ClientGone } from './errors.ts';

/** Waits. @throws ClientGone when the client goes away in the meantime */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (milliseconds <= 0) return;
  try {
    await sleep(milliseconds, undefined, { signal });
  } catch {
    throw new ClientGone();
  }
}

/** Never resolves. @throws ClientGone when the client goes away */
export function untilGone(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(new ClientGone());
    else signal.addEventListener('abort', () => reject(new ClientGone()), { once: true });
  });
}
