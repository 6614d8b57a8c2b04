import { setTimeout as sleep } from 'node:timers/promises';

const DELIVERY = {
  tries: 5,
  /** Ms before the second try; doubled for each further one. */
  firstPause: 1000,
  /** Ms for one answer. */
  answer: 10_000,
} as const;

export function createWebhooks() {
  const closing = new AbortController();
  return {
    /** @param speed factor by which pauses between tries are shorter */
    deliver(url: string, payload: unknown, speed: number): void {
      if (isLoopback(url)) void deliverTo(url, JSON.stringify(payload), speed, closing.signal);
    },
    close: () => closing.abort(),
  };
}

async function deliverTo(
  url: string,
  body: string,
  speed: number,
  closing: AbortSignal,
): Promise<void> {
  for (let count = 0; count < DELIVERY.tries && !closing.aborted; count += 1) {
    try {
      const signal = AbortSignal.any([closing, AbortSignal.timeout(DELIVERY.answer)]);
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(url, {
        method: 'POST',
        body,
        headers,
        redirect: 'manual',
        signal,
      });
      await response.body?.cancel();
      if (response.ok) return;
    } catch {
      // nobody has answered: tried again, as after any other failure
    }
    const pause = (DELIVERY.firstPause * 2 ** count) / speed;
    // rejects when the service closes, which ends the loop
    await sleep(pause, undefined, { signal: closing, ref: false }).catch(() => {});
  }
}

/** The practice service calls no other machine. */
function isLoopback(address: string): boolean {
  const url = URL.parse(address);
  if (url?.protocol !== 'http:') return false;
  return /^(?:localhost|\[::1\]|127(?:\.\d+){3})$/u.test(url.hostname);
}
