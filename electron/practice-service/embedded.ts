/** Starts the service in a thread, on a free loopback port. It cannot be steered. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
// The main thread must hold the native library as long as workers use it, see
// https://sharp.pixelplumbing.com/install/#worker-threads
import 'sharp';
import { workerEntry } from '../workers/worker-entry.ts';
import type { PracticeServerOptions } from './server.ts';

export type EmbeddedOptions = Partial<
  Pick<PracticeServerOptions, 'key' | 'thinkMilliseconds' | 'taskSpeed' | 'isQuick' | 'models'>
>;

/** @throws Error when the thread cannot start or listen */
export async function startEmbeddedPracticeService(options: EmbeddedOptions = {}) {
  const key = options.key ?? `practice-${randomBytes(24).toString('base64url')}`;
  const worker = new Worker(workerEntry('./service-worker', import.meta.url), {
    workerData: { ...options, key } satisfies PracticeServerOptions,
  });
  const ended = once(worker, 'exit');
  const early = ended.then(() => {
    throw new Error('The practice service ended before it listened.');
  });
  try {
    const [port] = (await Promise.race([once(worker, 'message'), early])) as [number];
    return {
      baseUrl: `http://127.0.0.1:${port}`,
      key,
      ended: ended.catch(() => undefined),
      stop: async (): Promise<void> => {
        await worker.terminate();
      },
    };
  } catch (error) {
    await worker.terminate();
    throw error;
  }
}
