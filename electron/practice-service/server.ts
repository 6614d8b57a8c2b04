import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { ServiceClock } from './clock.ts';
import { billingRoutes } from './endpoints/billing.ts';
import { chatRoutes } from './endpoints/chat.ts';
import { pictureRoutes } from './endpoints/edit-pictures.ts';
import { completionRoutes } from './endpoints/completions.ts';
import { modelRoutes } from './endpoints/models.ts';
import { videoRoutes } from './endpoints/img2video.ts';
import { practiceRoutes } from './endpoints/practice.ts';
import { practiceStateRoutes } from './endpoints/practice-state.ts';
import { storageRoutes } from './endpoints/storage.ts';
import { taskRoutes } from './endpoints/tasks.ts';
import { trainingRoutes } from './endpoints/training.ts';
import { upscaleRoutes } from './endpoints/upscale.ts';
import { FaultStore } from './faults.ts';
import { handleRequest } from './handle-request.ts';
import { languageAdminRoutes } from './language/admin.ts';
import { Language } from './language/language.ts';
import { ledgerAdminRoutes } from './ledger/admin.ts';
import { Ledger } from './ledger/ledger.ts';
import { RateLimits } from './rate-limits.ts';
import { RequestLog } from './request-log.ts';
import type { Route, Services } from './router.ts';
import { TrainingAssets } from './storage/assets.ts';
import { ObjectStorage } from './storage/object-storage.ts';
import { TaskEngine } from './tasks/task-engine.ts';
import { Webhooks } from './tasks/webhooks.ts';
import { answeringWorkers, PicturePool } from './work/picture-pool.ts';

/** What a practice server is started with. */
export interface PracticeServerOptions {
  /** The one key that is accepted. */
  readonly key: string;
  /** Least duration of a call that is answered with a picture, in milliseconds; 0 by default. */
  readonly thinkMilliseconds?: number;
  /** Tasks go so many times as fast as the real ones; 1 by default. */
  readonly taskSpeed?: number;
  /** Tokens a second of each language answer; 0 for no limit. 60 by default. */
  readonly tokensPerSecond?: number;
  /** Requests whose image and mask are kept for inspection (up to 60 MB each); 5 by default. */
  readonly keptRequestFiles?: number;
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
  /** Ends all connections and workers. */
  close(): Promise<void>;
  /** Where it listens, or null before and after. */
  readonly address: ListeningAddress | null;
}

/** The router table: one list for each endpoint group. */
const routes: readonly Route[] = [
  ...pictureRoutes,
  ...modelRoutes,
  ...completionRoutes,
  ...chatRoutes,
  ...languageAdminRoutes,
  ...billingRoutes,
  ...ledgerAdminRoutes,
  ...videoRoutes,
  ...taskRoutes,
  ...upscaleRoutes,
  ...trainingRoutes,
  ...storageRoutes,
  ...practiceRoutes,
  ...practiceStateRoutes,
];

const timing = {
  /** Milliseconds for which an idle connection is kept for the next request. */
  keepAlive: 30_000,
  /** Milliseconds within which the whole request must have arrived. */
  request: 300_000,
} as const;

/** Creates a practice service; it does nothing before `listen`. */
export function createPracticeServer(options: PracticeServerOptions): PracticeServer {
  const pool = new PicturePool(answeringWorkers());
  const clock = new ServiceClock();
  const services: Services = {
    pool,
    taskPool: new PicturePool(1),
    tasks: new TaskEngine(clock, options.taskSpeed ?? 1),
    webhooks: new Webhooks(),
    storage: new ObjectStorage(clock),
    assets: new TrainingAssets(clock),
    clock,
    log: new RequestLog(options.keptRequestFiles ?? 5),
    faults: new FaultStore(),
    rateLimits: new RateLimits(),
    ledger: new Ledger(() => clock.now()),
    language: new Language(options),
    thinkMilliseconds: options.thinkMilliseconds ?? 0,
  };
  const server = createServer({ requestTimeout: timing.request });
  server.keepAliveTimeout = timing.keepAlive;
  const handle =
    (expectsContinue: boolean) => (request: IncomingMessage, response: ServerResponse) =>
      void handleRequest({
        request,
        response,
        expectsContinue,
        key: options.key,
        routes,
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
      await Promise.all([closed, pool.close(), services.taskPool.close()]);
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
