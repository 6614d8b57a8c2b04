import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, ConnectionEnded, refused } from './answer.ts';
import type { ServiceClock } from './clock.ts';
import type { createLedger } from './ledger/ledger.ts';
import type { createTrainingAssets } from './storage/assets.ts';
import type { createObjectStorage } from './storage/object-storage.ts';
import type { createTaskEngine } from './tasks/tasks.ts';
import type { createWebhooks } from './tasks/webhooks.ts';
import type { PicturePool } from './pictures/pool.ts';
import { createHash } from 'node:crypto';

/** The oldest is forgotten first. */
const REMEMBERED = 500;

type CountRepeats = (kind: string, body: Uint8Array) => number;

/** Counts equal calls, so that a repeated call has another answer, as with a real service. */
export function createRepeats(): CountRepeats {
  const counts = new Map<string, number>();
  return (kind, body) => {
    const key = createHash('sha256').update(kind).update(body).digest('base64');
    const before = counts.get(key) ?? 0;
    counts.delete(key);
    counts.set(key, before + 1);
    const [oldest] = counts.keys();
    if (counts.size > REMEMBERED && oldest !== undefined) counts.delete(oldest);
    return before;
  };
}

export interface Services {
  readonly pool: PicturePool;
  /** A worker of its own, so that calls do not wait for a video. */
  readonly taskPool: PicturePool;
  readonly tasks: ReturnType<typeof createTaskEngine>;
  readonly webhooks: ReturnType<typeof createWebhooks>;
  readonly storage: ReturnType<typeof createObjectStorage>;
  readonly assets: ReturnType<typeof createTrainingAssets>;
  readonly clock: ServiceClock;
  readonly ledger: ReturnType<typeof createLedger>;
  /** 0 for no limit. */
  tokensPerSecond: number;
  readonly repeats: CountRepeats;
  /** Least duration of a call that is answered with a picture, ms. */
  readonly thinkMilliseconds: number;
}

export interface Call {
  readonly services: Services;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
  /** Address at which clients reach the service, such as `http://127.0.0.1:4600`. */
  readonly origin: string;
  /** Aborted when the client goes away or the server closes. */
  readonly signal: AbortSignal;
  /** Sends "100 Continue" first if the client waits for it. */
  readonly chunks: () => AsyncIterable<Uint8Array>;
}

export interface Route {
  readonly method: 'GET' | 'POST' | 'any';
  /** A trailing slash matches everything below. */
  readonly path: string;
  readonly handle: (call: Call) => Promise<Answer> | Answer;
}

/** @throws ServiceError 404 API_NOT_FOUND for an unknown path, 405 for another method */
export function findRoute(routes: readonly Route[], method: string, path: string): Route {
  const fitting = routes.filter((route) =>
    route.path.endsWith('/') ? path.startsWith(route.path) : path === route.path,
  );
  if (fitting.length === 0) {
    throw refused(404, 'API_NOT_FOUND', 'There is nothing at this address.', { path });
  }
  const found = fitting.find((route) => route.method === method || route.method === 'any');
  if (found !== undefined) return found;
  const allow = fitting.map((route) => route.method).join(', ');
  throw refused(405, 'METHOD_NOT_ALLOWED', `This address does not take ${method}.`, { allow });
}

/** @throws ServiceError 415 unless it is declared as JSON */
export async function readJsonBytes(call: Call, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const type = call.request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (type === 'application/json') return readBytes(call, limit);
  throw refused(415, 'INVALID_REQUEST_BODY', 'Send the header "Content-Type: application/json".');
}

/** @throws ServiceError 413 above the limit; ConnectionEnded for an aborted upload */
export async function readBytes(
  { request, chunks }: Call,
  limit: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = () =>
    refused(413, 'IMAGE_FILE_EXCEEDS_MAX_SIZE', 'The request is larger than two images of 30 MB.');
  if (Number(request.headers['content-length']) > limit) throw tooLarge();
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks()) {
    length += chunk.byteLength;
    if (length > limit) throw tooLarge();
    parts.push(chunk);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** @throws ConnectionEnded if the client goes away in the meantime */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (milliseconds <= 0) return;
  await sleep(milliseconds, undefined, { signal }).catch(() => {
    throw new ConnectionEnded();
  });
}
