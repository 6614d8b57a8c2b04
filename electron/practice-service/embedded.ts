/**
 * The practice service inside the program: a thread of its own, a free loopback port, a random key.
 * It cannot be steered.
 */
import { randomBytes } from 'node:crypto';
import { Worker } from 'node:worker_threads';
// The main thread must hold the native library as long as workers use it, see
// https://sharp.pixelplumbing.com/install/#worker-threads
import 'sharp';
import { DEVELOPMENT_MODELS } from '../perception/model-files.ts';
import { workerEntry } from '../workers/worker-entry.ts';

/** Options of an embedded practice service. */
export interface EmbeddedOptions {
  /** Least duration of a cleanup, in milliseconds; 0 by default. */
  readonly thinkMilliseconds?: number;
  /** Factor by which tasks are faster than the real ones; 1 by default. */
  readonly taskSpeed?: number;
  /**
   * Pictures take little time and have no likeness: holes are smooth, and text is looked for in a
   * small copy. False by default.
   */
  readonly isQuick?: boolean;
  /** Folder of the models that find text; that of a checkout by default. */
  readonly models?: string;
  /** The key that is accepted; a random one by default. */
  readonly key?: string;
}

/** A practice service that runs in a thread of this process. */
export interface EmbeddedPracticeService {
  /** Such as `http://127.0.0.1:49152`. */
  readonly baseUrl: string;
  readonly key: string;
  /** Ends the service and its threads. May be called twice. */
  stop(): Promise<void>;
}

/** The options as they are handed to the service thread. */
export type EmbeddedServerOptions = Required<EmbeddedOptions>;

/** The one message of the service thread, once it listens or has failed. */
export type ServiceThreadMessage =
  | { readonly kind: 'listening'; readonly port: number }
  | { readonly kind: 'failed'; readonly message: string };

/**
 * Starts the practice service in a worker thread, on a free loopback port.
 *
 * @throws Error when the thread cannot start or listen
 */
export async function startEmbeddedPracticeService(
  options: EmbeddedOptions = {},
): Promise<EmbeddedPracticeService> {
  const serverOptions: EmbeddedServerOptions = {
    key: options.key ?? `practice-${randomBytes(24).toString('base64url')}`,
    thinkMilliseconds: options.thinkMilliseconds ?? 0,
    taskSpeed: options.taskSpeed ?? 1,
    isQuick: options.isQuick ?? false,
    models: options.models ?? DEVELOPMENT_MODELS,
  };
  const worker = new Worker(workerEntry('./service-worker', import.meta.url), {
    workerData: serverOptions,
  });
  try {
    const port = await listeningPort(worker);
    return {
      baseUrl: `http://127.0.0.1:${port}`,
      key: serverOptions.key,
      stop: async () => {
        await worker.terminate();
      },
    };
  } catch (error) {
    await worker.terminate();
    throw error;
  }
}

function listeningPort(worker: Worker): Promise<number> {
  return new Promise((resolve, reject) => {
    worker.once('message', (message: ServiceThreadMessage) => {
      if (message.kind === 'listening') resolve(message.port);
      else reject(new Error(message.message));
    });
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('The practice service ended before it listened.')));
  });
}
