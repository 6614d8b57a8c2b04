import { createServer } from 'node:http';
import { availableParallelism } from 'node:os';
import { DEVELOPMENT_MODELS } from '../perception/model-files.ts';
import { type Route, type Services, createRepeats } from './call.ts';
import type { ServiceClock } from './clock.ts';
import { BILLING_ROUTES } from './endpoints/billing.ts';
import { PICTURE_ROUTES } from './endpoints/edit-pictures.ts';
import { VIDEO_ROUTES } from './endpoints/img2video.ts';
import { LANGUAGE_ROUTES } from './endpoints/language.ts';
import { STORAGE_ROUTES } from './endpoints/storage.ts';
import { TASK_ROUTES } from './endpoints/tasks.ts';
import { TRAINING_ROUTES } from './endpoints/training.ts';
import { UPSCALE_ROUTES } from './endpoints/upscale.ts';
import type { PictureWorkerOptions } from './edit/edit-picture.ts';
import { handleRequest, type Intercept } from './handle-request.ts';
import { createLedger } from './ledger/ledger.ts';
import { createPicturePool } from './pictures/pool.ts';

import { createTrainingAssets } from './storage/assets.ts';
import { createObjectStorage } from './storage/object-storage.ts';
import { createTaskEngine } from './tasks/tasks.ts';
import { createWebhooks } from './tasks/webhooks.ts';

export interface PracticeServerOptions extends Partial<PictureWorkerOptions> {
  readonly key: string;
  /** Least duration of a call that is answered with a picture, ms; 0 by default. */
  readonly thinkMilliseconds?: number;
  /** Factor by which tasks are faster than real ones; 1 by default. */
  readonly taskSpeed?: number;
  /** Tokens a second of each language answer; 0 for no limit. 60 by default. */
  readonly tokensPerSecond?: number;
  /** Makes calls fail on demand; only tests and `npm run practice` have it. */
  readonly intercept?: Intercept;
  /** Workers that outlive this server, with the same `isQuick` and `models`. */
  readonly pools?: ReturnType<typeof createPicturePools>;
}

export function createPicturePools(options: PictureWorkerOptions) {
  return {
    calls: createPicturePool(Math.min(2, Math.max(1, availableParallelism() - 1)), options),
    tasks: createPicturePool(1, options),
  };
}

const ROUTES: readonly Route[] = [
  ...PICTURE_ROUTES,
  ...LANGUAGE_ROUTES,
  ...BILLING_ROUTES,
  ...VIDEO_ROUTES,
  ...TASK_ROUTES,
  ...UPSCALE_ROUTES,
  ...TRAINING_ROUTES,
  ...STORAGE_ROUTES,
];

/** Ms. */
const TIMING = {
  /** An idle connection is kept for the next request. */
  keepAlive: 30_000,
  /** The whole request must have arrived. */
  request: 300_000,
} as const;

export function createPracticeServer(options: PracticeServerOptions) {
  const { key, intercept, isQuick = false, models = DEVELOPMENT_MODELS } = options;
  const pools = options.pools ?? createPicturePools({ isQuick, models });
  const clock: ServiceClock = { skew: 0, now: () => Date.now() + clock.skew };
  const services: Services = {
    pool: pools.calls,
    taskPool: pools.tasks,
    tasks: createTaskEngine(clock, options.taskSpeed ?? 1),
    webhooks: createWebhooks(),
    storage: createObjectStorage(clock),
    assets: createTrainingAssets(),
    clock,
    ledger: createLedger(clock.now),
    tokensPerSecond: options.tokensPerSecond ?? 60,
    repeats: createRepeats(),
    thinkMilliseconds: options.thinkMilliseconds ?? 0,
  };
  const service = { key, routes: ROUTES, services, intercept };
  const server = createServer({ requestTimeout: TIMING.request });
  server.keepAliveTimeout = TIMING.keepAlive;
  server.on(
    'request',
    (request, response) => void handleRequest(request, response, false, service),
  );
  server.on(
    'checkContinue',
    (request, response) => void handleRequest(request, response, true, service),
  );
  return {
    /** @param port 0 for a free one @throws Error with the system's `code`, such as EADDRINUSE */
    listen: (port: number) =>
      new Promise<{ readonly port: number }>((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, '127.0.0.1', () => {
          server.off('error', reject);
          const address = server.address();
          resolve({ port: typeof address === 'object' && address !== null ? address.port : port });
        });
      }),
    close: async (): Promise<void> => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      services.tasks.close();
      services.webhooks.close();
      await closed;
      if (options.pools !== undefined) return;
      await Promise.all([pools.calls.close(), pools.tasks.close()]);
    },
  };
}
