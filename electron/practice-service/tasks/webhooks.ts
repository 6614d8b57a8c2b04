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

/** What became of one webhook. */
export interface WebhookRecord {
  readonly taskId: string;
  readonly url: string;
  readonly tries: WebhookTry[];
  /** `refused`: it names another machine, and the practice service never calls those. */
  outcome: 'running' | 'delivered' | 'given up' | 'refused';
}

const delivery = {
  /** Tries in all. */
  tries: 5,
  /** Seconds before the second try; doubled for each further one. */
  firstPause: 1,
  /** Milliseconds for one answer. */
  answer: 10_000,
  /** Webhooks that are remembered. */
  remembered: 100,
} as const;

/** Delivers webhooks to addresses of this machine and remembers what became of them. */
export class Webhooks {
  #records: WebhookRecord[] = [];
  readonly #closing = new AbortController();

  /**
   * Delivers in the background; POST with a JSON body, no authorization, no redirects.
   *
   * @param speed pauses between tries are so many times as short
   */
  deliver(taskId: string, url: string, payload: unknown, speed: number): void {
    const record: WebhookRecord = { taskId, url, tries: [], outcome: 'running' };
    this.#records = [...this.#records, record].slice(-delivery.remembered);
    if (isLoopback(url)) void this.#try(record, JSON.stringify(payload), speed);
    else record.outcome = 'refused';
  }

  list(): readonly WebhookRecord[] {
    return this.#records;
  }

  clear(): void {
    this.#records = [];
  }

  close(): void {
    this.#closing.abort();
  }

  async #try(record: WebhookRecord, body: string, speed: number): Promise<void> {
    const { signal } = this.#closing;
    for (let count = 0; count < delivery.tries && !signal.aborted; count += 1) {
      const result = await post(record.url, body, signal);
      record.tries.push({ at: Date.now(), ...result });
      if (result.status !== null && result.status >= 200 && result.status < 300) {
        record.outcome = 'delivered';
        return;
      }
      const pause = (1000 * delivery.firstPause * 2 ** count) / speed;
      // Rejects when the service closes, which ends the loop.
      await sleep(pause, undefined, { signal, ref: false }).catch(() => {});
    }
    record.outcome = 'given up';
  }
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
      signal: AbortSignal.any([closing, AbortSignal.timeout(delivery.answer)]),
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
