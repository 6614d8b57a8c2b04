/** The table of endpoints: how a call finds its own, and the context in which it is answered. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Answer, StreamedAnswer } from './answer.ts';
import type { ServiceClock } from './clock.ts';
import { refused } from './errors.ts';
import type { Language } from './language/language.ts';
import type { Ledger } from './ledger/ledger.ts';
import type { CountRepeats } from './repeats.ts';
import type { RequestRecord } from './request-record.ts';
import type { SteeringHooks } from './steering-hooks.ts';
import type { TrainingAssets } from './storage/assets.ts';
import type { ObjectStorage } from './storage/object-storage.ts';
import type { TaskEngine, TaskQuirks } from './tasks/tasks.ts';
import type { Webhooks } from './tasks/webhooks.ts';
import type { Inspected } from './work/messages.ts';
import type { PicturePool } from './work/picture-pool.ts';

/** The parts of a running practice service that endpoints use. */
export interface Services {
  /** Workers for calls whose answer is the result. */
  readonly pool: PicturePool;
  /** One worker for tasks, so that these calls do not wait for a video. */
  readonly taskPool: PicturePool;
  readonly tasks: TaskEngine;
  readonly webhooks: Webhooks;
  readonly storage: ObjectStorage;
  readonly assets: TrainingAssets;
  /** Makes calls go wrong on demand; null where nothing can, as in the program. */
  readonly steering: SteeringHooks | null;
  /** The time of everything that the service dates. */
  readonly clock: ServiceClock;
  /** The books; every paid call is charged here. */
  readonly ledger: Ledger;
  /** The language models and how they are set. */
  readonly language: Language;
  /** Equal calls, counted. */
  readonly repeats: CountRepeats;
  /** Least duration of a paid call, in milliseconds. */
  readonly thinkMilliseconds: number;
}

/** One request as an endpoint sees it. */
export interface RequestContext {
  readonly services: Services;
  readonly method: string;
  readonly url: URL;
  /** The address under which the client reaches the service, such as `http://127.0.0.1:4600`. */
  readonly origin: string;
  readonly headers: IncomingHttpHeaders;
  /** Values of the pattern's `:name` parts, decoded. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Record of this request in the request log. */
  readonly record: RequestRecord;
  /** Aborted when the client goes away or the server closes. */
  readonly signal: AbortSignal;
  /** How a task behaves that this call makes; null for a task that behaves. */
  readonly taskQuirks: TaskQuirks | null;
  /** Puts the content of a call into its record, and keeps its pictures where the service is steered. */
  readonly note: (inspected: Inspected, field?: 'cleanup' | 'summary') => void;
  /**
   * Reads the whole body once.
   *
   * @returns the bytes, in an `ArrayBuffer` of their own that may be transferred to a worker
   * @throws ServiceError when the content type or the size is refused; ClientGone
   */
  readonly readJsonBytes: (limit: number) => Promise<Uint8Array<ArrayBuffer>>;
  /** As `readJsonBytes`, for a body of any type. */
  readonly readBytes: (limit: number) => Promise<Uint8Array<ArrayBuffer>>;
}

/** One line of the router table. */
export interface Route {
  /** `any`: the route decides. */
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'any';
  /** Path; a part that begins with a colon matches anything up to the next slash. */
  readonly path: string;
  readonly handle: (
    context: RequestContext,
  ) => Promise<Answer | StreamedAnswer> | Answer | StreamedAnswer;
  /**
   * Reads and records a request that a fault answers in place of `handle`.
   */
  readonly inspect?: (context: RequestContext) => Promise<unknown>;
}

/** A route with the values of its pattern. */
export interface Match {
  readonly route: Route;
  readonly parameters: Readonly<Record<string, string>>;
}

/**
 * Finds the route of a request.
 *
 * @throws ServiceError 404 API_NOT_FOUND for an unknown path, 405 for a known path with another method
 */
export function findRoute(routes: readonly Route[], method: string, path: string): Match {
  const allowed: string[] = [];
  for (const route of routes) {
    const parameters = matchPath(route.path, path);
    if (parameters === null) continue;
    if (route.method === method || route.method === 'any') return { route, parameters };
    allowed.push(route.method);
  }
  if (allowed.length > 0) {
    throw refused(405, 'METHOD_NOT_ALLOWED', `This address does not take ${method}.`, {
      allow: allowed.join(', '),
    });
  }
  throw refused(404, 'API_NOT_FOUND', 'There is nothing at this address.', { path });
}

function matchPath(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return null;
  const parameters: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? '';
    if (part.startsWith(':')) parameters[part.slice(1)] = value;
    else if (part !== value) return null;
  }
  return parameters;
}
