import { beforeEach, expect, it, vi } from 'vitest';
import type { DecodeAnswer, DecodeRequest } from './decode-protocol.ts';
import { createDecoder, type DecodeWorker } from './decoder.ts';

const SIZE = { width: 10, height: 10 };
const LIMITS = { pollMilliseconds: 5, mostSilent: 4 };

/** A worker that answers when the test does. */
class SilentWorker extends EventTarget {
  readonly orders: DecodeRequest[] = [];
  isEnded = false;
  postMessage(order: DecodeRequest): void {
    this.orders.push(order);
  }
  terminate(): void {
    this.isEnded = true;
  }
  answer(data: DecodeAnswer): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}

let workers: SilentWorker[] = [];
const open = (): DecodeWorker => {
  const worker = new SilentWorker();
  workers.push(worker);
  return worker;
};

beforeEach(() => {
  workers = [];
});

it('S49 gives up a picture that hangs its worker, and continues with another one', async () => {
  const decoder = createDecoder(open, LIMITS);
  const stuck = decoder.decode({ file: new Blob(['a']) }, SIZE, () => undefined);
  await expect(stuck.picture).rejects.toMatchObject({
    kind: 'damaged-file',
    message: expect.stringContaining('too long') as string,
  });
  await expect(stuck.complete).rejects.toThrow('too long');
  expect(workers[0]?.isEnded).toBe(true);

  const next = decoder.decode({ file: new Blob(['b']) }, SIZE, () => undefined);
  expect(workers).toHaveLength(2);
  const id = workers[1]?.orders[0]?.id ?? 0;
  workers[1]?.answer({ type: 'done', id });
  await next.complete;
  decoder.destroy();
});

it('keeps decoding a picture that reports its levels, however long it takes', async () => {
  vi.useFakeTimers();
  const decoder = createDecoder(open, LIMITS);
  const levels = vi.fn<() => void>();
  const { complete } = decoder.decode({ file: new Blob(['a']) }, SIZE, levels);
  const [worker] = workers;
  const id = worker?.orders[0]?.id ?? 0;
  const bitmap = { ...SIZE, close: () => undefined };
  for (let level = 0; level < 2 * LIMITS.mostSilent; level++) {
    const answer = { type: 'level', id, level, bitmap, ...SIZE, opaque: true };
    worker?.answer(answer as unknown as DecodeAnswer);
    vi.advanceTimersByTime(LIMITS.pollMilliseconds * (LIMITS.mostSilent - 1));
  }
  worker?.answer({ type: 'done', id });
  await complete;
  expect(worker?.isEnded).toBe(false);
  decoder.destroy();
  vi.useRealTimers();
});
