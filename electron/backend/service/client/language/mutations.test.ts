/** Reads damaged streams, the same each time, in a thread with limits of time and memory. */
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { byDepth } from '../../../../testing/depth.ts';
import type { MutationNews, MutationOrder } from './testing/mutation-worker.ts';

/** Limits for each of them: one that is read in milliseconds is not this slow anywhere. */
const LIMITS = { milliseconds: 10_000, megabytes: 192 } as const;

type Outcome = Extract<MutationNews, { is: 'read' }>;

/** @throws Error naming the stream that took too long or too much */
function readAll(order: MutationOrder): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  let latest = order.from;
  return new Promise((resolve, reject) => {
    const worker = new Worker(join(import.meta.dirname, 'testing/mutation-worker.ts'), {
      workerData: order,
      resourceLimits: { maxOldGenerationSizeMb: LIMITS.megabytes },
    });
    const fail = (why: string) => {
      reject(new Error(`Stream ${latest} ${why}.`));
      void worker.terminate();
    };
    const tooLong = () => fail(`was not read within ${LIMITS.milliseconds} ms`);
    let timer = setTimeout(tooLong, LIMITS.milliseconds * 2); // with the start of the thread
    worker.on('message', (news: MutationNews) => {
      latest = news.number;
      clearTimeout(timer);
      timer = setTimeout(tooLong, LIMITS.milliseconds);
      if (news.is === 'read') outcomes.push(news);
    });
    worker.once('error', (error) => fail(`ended the thread: ${String(error)}`));
    worker.once('exit', () => {
      clearTimeout(timer);
      resolve(outcomes);
    });
  });
}

it('ends soon with a message after any mutation of a stream, equal for any chunks', async () => {
  const order = { from: 0, to: byDepth(300, 2000) };
  const outcomes = await readAll(order);
  expect(outcomes).toHaveLength(order.to);
  for (const { number, error, hasEnd, isSame } of outcomes) {
    expect({ number, isSame }).toEqual({ number, isSame: true });
    expect({ number, isOne: hasEnd !== (error !== undefined) }).toEqual({ number, isOne: true });
    if (error === undefined) continue;
    expect(error.kind, `stream ${number}`).not.toBe('unexpected');
    expect(error.message, `stream ${number}`).toMatch(/^\S.*[.!?]$/su);
  }
  // the mutations leave some streams readable, and break others
  expect(new Set(outcomes.map(({ error }) => error?.kind)).size).toBeGreaterThan(3);
}, 240_000);
