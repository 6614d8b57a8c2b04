/** Webhooks: tried a few times, and to this machine alone. */
import { setTimeout as sleep } from 'node:timers/promises';

/** One try to deliver a webhook. */
export interface WebhookTry {
  /** Unix milliseconds. */
  readonly at: number;
  /** HTTP status of the answer, or null when there was none. */
  readonly status: number | null;
  /** Why there was no answer, or null. */
  readonly error: string | null;
}

/** One webhook and its tries. */
export interface WebhookRecord {
  readonly taskId: string;
  readonly url: string;
  readonly tries: WebhookTry[];
  /** `refused`: it names another machine, and the practice service never calls those. */
  outcome: 'running' | 'delivered' | 'given up' | 'refused';
}

const DELIVERY = {
  /** Tries in all. */
  tries: 5,
  /** Seconds before the second try; doubled for each further one. */
  firstPause: 1,
  /** Milliseconds for one answer. */
  answer: 10_000,
  /** Webhooks that are remembered. */
  remembered: 100,
} as const;

/** Delivers webhooks to addresses of this machine and keeps a record of each. */
export interface Webhooks {
  /**
   * Delivers in the background; POST with a JSON body, no authorization, no redirects.
   *
   * @param speed factor by which pauses between tries are shorter
   */
  deliver(taskId: string, url: string, payload: unknown, speed: number): void;
  list(): readonly WebhookRecord[];
  clear(): void;
  /** Ends all deliveries. */
  close(): void;
}

/** Deliveries of which none has begun. */
export function createWebhooks(): Webhooks {
  const closing = new AbortController();
  let records: readonly WebhookRecord[] = [];
  return {
    deliver: (taskId, url, payload, speed) => {
      const record: WebhookRecord = { taskId, url, tries: [], outcome: 'running' };
      records = [...records, record].slice(-DELIVERY.remembered);
      if (isLoopback(url)) void deliverTo(record, JSON.stringify(payload), speed, closing.signal);
      else record.outcome = 'refused';
    },
    list: () => records,
    clear: () => {
      records = [];
    },
    close: () => closing.abort(),
  };
}

async function deliverTo(
  record: WebhookRecord,
  body: string,
  speed: number,
  signal: AbortSignal,
): Promise<void> {
  for (let count = 0; count < DELIVERY.tries && !signal.aborted; count += 1) {
    const result = await post(record.url, body, signal);
    record.tries.push({ at: Date.now(), ...result });
    if (result.status !== null && result.status >= 200 && result.status < 300) {
      record.outcome = 'delivered';
      return;
    }
    const pause = (1000 * DELIVERY.firstPause * 2 ** count) / speed;
    // Rejects when the service closes, which ends the loop.
    await sleep(pause, undefined, { signal, ref: false }).catch(() => {});
  }
  record.outcome = 'given up';
}

async function post(
  url: string,
  body: string,
  closing: AbortSignal,
): Promise<Pick<WebhookTry, 'status' | 'error'>> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
      redirect: 'manual',
      signal: AbortSignal.any([closing, AbortSignal.timeout(DELIVERY.answer)]),
    });
    await response.body?.cancel();
    return { status: response.status, error: null };
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error) : error;
    return { status: null, error: String(cause) };
  }
}

/** Whether an address leads to this machine and nowhere else. */
function isLoopback(address: string): boolean {
  const url = URL.parse(address);
  if (url === null || url.protocol !== 'http:') return false;
  return (
    url.hostname === 'localhost' ||
    url.hostname === '[::1]' ||
    /^127(?:\.\d+){3}$/u.test(url.hostname)
  );
}
