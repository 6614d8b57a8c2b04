/** The practice service over HTTP, put together from its parts. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServiceClock } from './clock.ts';
import { BILLING_ROUTES } from './endpoints/billing.ts';
import { PICTURE_ROUTES } from './endpoints/edit-pictures.ts';
import { LANGUAGE_ROUTES } from './endpoints/language.ts';
import { VIDEO_ROUTES } from './endpoints/img2video.ts';
import { STORAGE_ROUTES } from './endpoints/storage.ts';
import { TASK_ROUTES } from './endpoints/tasks.ts';
import { TRAINING_ROUTES } from './endpoints/training.ts';
import { UPSCALE_ROUTES } from './endpoints/upscale.ts';
import { handleRequest } from './handle-request.ts';
import { createLanguage } from './language/language.ts';
import { createLedger } from './ledger/ledger.ts';
import { createRepeats } from './repeats.ts';
import type { Route, Services } from './router.ts';
import type { SteeringHooks } from './steering-hooks.ts';
import { createTrainingAssets } from './storage/assets.ts';
import { DEVELOPMENT_MODELS } from '../perception/model-files.ts';
import { createObjectStorage } from './storage/object-storage.ts';
import { createTaskEngine } from './tasks/tasks.ts';
import { createWebhooks } from './tasks/webhooks.ts';
import { answeringWorkers, createPicturePool, type PicturePool } from './work/picture-pool.ts';
import type { PictureWorkerOptions } from './work/messages.ts';

/** Options of a practice server. */
export interface PracticeServerOptions {
  /** The one key that is accepted. */
  readonly key: string;
  /** Least duration of a call that is answered with a picture, in milliseconds; 0 by default. */
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
  /** Tokens a second of each language answer; 0 for no limit. 60 by default. */
  readonly tokensPerSecond?: number;
  /** Makes it go wrong on demand (`steering/`); a service without it has no paths below `/practice/`. */
  readonly steering?: Steering;
  /** Workers that outlive this server, made for the same `isQuick` and `models`; its own by default. */
  readonly pools?: PicturePools;
}

/** The workers of a server. */
export interface PicturePools {
  /** For calls that somebody waits for. */
  readonly calls: PicturePool;
  readonly tasks: PicturePool;
}

/** Pools whose workers start when they are first needed. */
export function createPicturePools(options: PictureWorkerOptions): PicturePools {
  return {
    calls: createPicturePool(answeringWorkers(), options),
    tasks: createPicturePool(1, options),
  };
}

/** The paths by which a service is steered, and the hooks by which it then is. */
export interface Steering {
  readonly hooks: SteeringHooks;
  readonly routes: readonly Route[];
}

/** Where a server listens. */
export interface ListeningAddress {
  readonly host: string;
  readonly port: number;
}

/** A practice service over HTTP. */
export interface PracticeServer {
  /**
   * Begins to listen.
   *
   * @param port 0 for a free one
   * @param host a loopback address
   * @throws Error with the system's `code`, such as EADDRINUSE; RangeError for another host
   */
  listen(port: number, host?: string): Promise<ListeningAddress>;
  /** Ends all connections, and the workers that are its own. */
  close(): Promise<void>;
  /** Where it listens, or null before and after. */
  readonly address: ListeningAddress | null;
}

/** The router table: one list for each endpoint group. */
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

const TIMING = {
  /** Milliseconds for which an idle connection is kept for the next request. */
  keepAlive: 30_000,
  /** Milliseconds within which the whole request must have arrived. */
  request: 300_000,
} as const;

/** Creates a practice service; it does nothing before `listen`. */
export function createPracticeServer(options: PracticeServerOptions): PracticeServer {
  const pools =
    options.pools ??
    createPicturePools({
      isQuick: options.isQuick ?? false,
      models: options.models ?? DEVELOPMENT_MODELS,
    });
  const clock = createServiceClock();
  const services: Services = {
    pool: pools.calls,
    taskPool: pools.tasks,
    tasks: createTaskEngine(clock, options.taskSpeed ?? 1),
    webhooks: createWebhooks(),
    storage: createObjectStorage(clock),
    assets: createTrainingAssets(clock),
    clock,
    steering: options.steering?.hooks ?? null,
    ledger: createLedger(clock.now),
    language: createLanguage(options),
    repeats: createRepeats(),
    thinkMilliseconds: options.thinkMilliseconds ?? 0,
  };
  const own = [...ROUTES, ...(options.steering?.routes ?? [])];
  const server = createServer({ requestTimeout: TIMING.request });
  server.keepAliveTimeout = TIMING.keepAlive;
  const handle =
    (expectsContinue: boolean) => (request: IncomingMessage, response: ServerResponse) =>
      void handleRequest({
        request,
        response,
        expectsContinue,
        key: options.key,
        routes: own,
        services,
      });
  server.on('request', handle(false));
  server.on('checkContinue', handle(true));
  return {
    listen: (port, host = '127.0.0.1') => listen(server, port, host),
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      services.tasks.close();
      services.webhooks.close();
      await closed;
      if (options.pools !== undefined) return;
      await Promise.all([pools.calls.close(), pools.tasks.close()]);
    },
    get address() {
      return addressOf(server);
    },
  };
}

function listen(server: Server, port: number, host: string): Promise<ListeningAddress> {
  // Nothing but this machine can reach the practice service.
  if (host !== '127.0.0.1' && host !== '::1' && host !== 'localhost') {
    throw new RangeError('The practice service listens on a loopback address only.');
  }
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      const address = addressOf(server);
      if (address === null) reject(new Error('The server has no address.'));
      else resolve(address);
    });
  });
}

function addressOf(server: Server): ListeningAddress | null {
  const address = server.address();
  if (address === null || typeof address === 'string') return null;
  return { host: address.address, port: address.port };
}
