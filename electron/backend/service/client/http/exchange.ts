/** Knows whether anything was sent, and which time limit was exceeded, unlike `fetch`. */
import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { TLSSocket } from 'node:tls';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createZstdDecompress,
} from 'node:zlib';
import type { Agents } from './agents.ts';
import type { ByteSource } from './byte-source.ts';
import { chunksOf } from './chunks.ts';
import {
  cancelledError,
  networkError,
  sourceError,
  timeoutError,
  type CallContext,
  type CallProgress,
} from './network-errors.ts';

/** Milliseconds. */
export interface CallTimeouts {
  /** Until the connection (with TLS) is established. */
  readonly connect: number;
  /** From the last sent byte to the first of the answer: pictures take tens of seconds. */
  readonly answer: number;
  /** Without a byte moving while sending or receiving. */
  readonly idle: number;
  /** Without a frame of a streamed answer, whatever else moves. */
  readonly silence: number;
  readonly whole: number;
}

export const DEFAULT_TIMEOUTS: CallTimeouts = {
  connect: 15_000,
  answer: 120_000,
  idle: 60_000,
  silence: 120_000,
  // The largest picture at 10 kB/s.
  whole: 60 * 60_000,
};

/** Byte counts are of the HTTP body. */
export type CallPhase =
  | { readonly phase: 'connecting' }
  | { readonly phase: 'sending'; readonly sentBytes: number; readonly totalBytes: number }
  | { readonly phase: 'waiting' }
  | {
      readonly phase: 'receiving';
      readonly receivedBytes: number;
      readonly totalBytes: number | undefined;
    };

/** Longest reading without yielding to the event loop, ms. */
const LONGEST_SLICE = 10;

interface ExchangeRequest {
  readonly context: CallContext;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: ByteSource | undefined;
  readonly agents: Agents;
  readonly timeouts: CallTimeouts;
  readonly signal?: AbortSignal | undefined;
  onPhase?(phase: CallPhase): void;
}

export interface ExchangeResponse {
  readonly status: number;
  readonly header: (name: string) => string | undefined;
  /** Rejects with an AppError when the connection breaks, stalls or is cancelled. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Does nothing after a complete answer. */
  discard(): void;
}

/**
 * Never follows redirects, never repeats.
 * @throws AppError `unreachable` (nothing was sent), `outcome-unknown` (a POST without an answer),
 * `not-the-service` (no HTTP), `cancelled`; or the body source's error
 */
export function exchange(request: ExchangeRequest): Promise<ExchangeResponse> {
  const { context } = request;
  if (request.signal?.aborted === true) {
    return Promise.reject(cancelledError(context, { stage: 'connecting', sentBytes: 0 }));
  }
  return new Promise((resolve, reject) => {
    new Exchange(request, resolve, reject).start();
  });
}

/** A class, because every event handler shares its state. */
class Exchange {
  readonly #request: ExchangeRequest;
  readonly #context: CallContext;
  readonly #resolve: (response: ExchangeResponse) => void;
  readonly #reject: (error: unknown) => void;
  readonly #onAbort = () => this.#fail(cancelledError(this.#context, this.#progress));
  #progress: CallProgress = { stage: 'connecting', sentBytes: 0 };
  #timer: NodeJS.Timeout | undefined;
  #wholeTimer: NodeJS.Timeout | undefined;
  #outgoing: ClientRequest | undefined;
  #incoming: IncomingMessage | undefined;
  #failure: unknown;

  constructor(
    request: ExchangeRequest,
    resolve: (response: ExchangeResponse) => void,
    reject: (error: unknown) => void,
  ) {
    this.#request = request;
    this.#context = request.context;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  start(): void {
    const { headers, body, agents, timeouts, signal } = this.#request;
    const { method, url } = this.#context;
    signal?.addEventListener('abort', this.#onAbort, { once: true });
    this.#limit(timeouts.connect, 'connect');
    this.#request.onPhase?.({ phase: 'connecting' });
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const length = body === undefined ? {} : { 'content-length': String(body.byteLength) };
    const outgoing = send(url, {
      method,
      agent: agents.forCall(url, method),
      headers: { accept: 'application/json', 'accept-encoding': 'identity', ...headers, ...length },
      // SECURITY: S36 explicit, so that NODE_TLS_REJECT_UNAUTHORIZED=0 has no effect.
      rejectUnauthorized: true,
    });
    this.#outgoing = outgoing;
    outgoing.on('error', (error) => {
      // After the answer's head, failing writes don't matter.
      if (this.#incoming !== undefined) return;
      this.#fail(networkError(this.#context, this.#progress, error));
    });
    outgoing.on('response', (incoming) => this.#receive(incoming));
    outgoing.on('socket', (socket) =>
      whenConnected(outgoing, socket, () => void this.#sendBody(outgoing)),
    );
  }

  /** Nothing is written before this: until then a failure means "nothing was sent". */
  async #sendBody(outgoing: ClientRequest): Promise<void> {
    if (this.#failure !== undefined) return;
    try {
      const { body, timeouts } = this.#request;
      if (body !== undefined) await this.#pump(outgoing, body);
      if (this.#incoming !== undefined || this.#failure !== undefined) return;
      this.#progress = { ...this.#progress, stage: 'waiting' };
      await new Promise<void>((resolve) => {
        outgoing.end(resolve);
        outgoing.once('close', resolve);
      });
      if (this.#incoming !== undefined || this.#failure !== undefined) return;
      this.#limit(timeouts.answer, 'answer');
      this.#request.onPhase?.({ phase: 'waiting' });
    } catch (error) {
      this.#fail(sourceError(this.#context, this.#progress, error));
    }
  }

  /** Prepares the next chunk meanwhile. Rejects only if the source does. */
  async #pump(outgoing: ClientRequest, body: ByteSource): Promise<void> {
    const totalBytes = body.byteLength;
    const isOver = () => this.#incoming !== undefined || this.#failure !== undefined;
    let underWay: Promise<void> = Promise.resolve();
    this.#request.onPhase?.({ phase: 'sending', sentBytes: 0, totalBytes });
    for await (const chunk of body.open()) {
      await underWay;
      // An answer before the end of the request is a refusal: the rest need not be sent.
      if (isOver()) return;
      this.#progress = { ...this.#progress, stage: 'sending' };
      this.#limit(this.#request.timeouts.idle, 'send');
      underWay = this.#write(outgoing, chunk, totalBytes);
    }
    await underWay;
  }

  async #write(outgoing: ClientRequest, chunk: Uint8Array, totalBytes: number): Promise<void> {
    await writeChunk(outgoing, chunk);
    const sentBytes = this.#progress.sentBytes + chunk.byteLength;
    this.#progress = { ...this.#progress, sentBytes };
    if (this.#incoming !== undefined || this.#failure !== undefined) return;
    this.#request.onPhase?.({ phase: 'sending', sentBytes, totalBytes });
  }

  #receive(incoming: IncomingMessage): void {
    if (this.#failure !== undefined) return;
    this.#incoming = incoming;
    // The iteration reports errors; without a listener they would end the process.
    incoming.on('error', () => undefined);
    this.#progress = { ...this.#progress, stage: 'receiving' };
    this.#clearLimit();
    const { whole } = this.#request.timeouts;
    this.#wholeTimer = setTimeout(
      () => this.#fail(timeoutError(this.#context, this.#progress, 'whole', whole)),
      whole,
    );
    this.#resolve({
      status: incoming.statusCode ?? 0,
      header: (name) => firstOf(incoming.headers[name]),
      body: this.#read(incoming),
      discard: () => this.#finish(),
    });
  }

  async *#read(incoming: IncomingMessage): AsyncGenerator<Uint8Array> {
    const totalBytes = lengthOf(incoming);
    const { idle } = this.#request.timeouts;
    let receivedBytes = 0;
    let isReaderBusy = false;
    // One timer for thousands of chunks.
    const limit = setTimeout(() => {
      // While the reader is busy (a slow disk), the service is not stalling.
      if (isReaderBusy) limit.refresh();
      else this.#fail(timeoutError(this.#context, this.#progress, 'receive', idle));
    }, idle);
    this.#clearLimit();
    this.#timer = limit;
    const count = (bytes: number) => {
      receivedBytes += bytes;
      limit.refresh();
      this.#request.onPhase?.({ phase: 'receiving', receivedBytes, totalBytes });
    };
    let turnedAt = performance.now();
    try {
      count(0);
      const decoding = decodingOf(incoming);
      for await (const chunk of decoding?.(count) ?? chunksOf(incoming)) {
        if (this.#failure !== undefined) throw this.#failure;
        if (decoding === undefined) count(chunk.byteLength);
        if (performance.now() - turnedAt > LONGEST_SLICE) {
          await turn(); // Always-ready data would starve timers and other calls.
          turnedAt = performance.now();
        }
        isReaderBusy = true;
        yield chunk;
        isReaderBusy = false;
        limit.refresh();
      }
    } catch (error) {
      throw this.#failure ?? networkError(this.#context, this.#progress, error);
    } finally {
      this.#finish();
    }
  }

  #fail(error: unknown): void {
    if (this.#failure !== undefined) return;
    this.#failure = error;
    this.#finish();
    this.#reject(error);
  }

  #finish(): void {
    this.#clearLimit();
    clearTimeout(this.#wholeTimer);
    this.#request.signal?.removeEventListener('abort', this.#onAbort);
    if (this.#incoming !== undefined && this.#incoming.complete && this.#failure === undefined) {
      // Everything arrived: the socket can be reused if nothing is unread, and the request was sent
      // completely.
      this.#incoming.resume();
      if (this.#outgoing?.writableFinished === false) this.#outgoing.destroy();
      return;
    }
    this.#incoming?.destroy();
    this.#outgoing?.destroy();
  }

  #limit(milliseconds: number, limit: 'connect' | 'send' | 'answer'): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(
      () => this.#fail(timeoutError(this.#context, this.#progress, limit, milliseconds)),
      milliseconds,
    );
  }

  #clearLimit(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}

/** Calls back once connected, including TLS; immediately for a pooled socket. */
function whenConnected(outgoing: ClientRequest, socket: Socket, callback: () => void): void {
  if (outgoing.reusedSocket) callback();
  else if (socket instanceof TLSSocket) {
    // Through a proxy the handshake may already be over; the peer's certificate is then known.
    // (`getProtocol()` names a version long before.)
    if (socket.getPeerX509Certificate() !== undefined) callback();
    else socket.once('secureConnect', callback);
  } else if (socket.connecting) socket.once('connect', callback);
  else callback();
}

/** Resolves when the kernel has the bytes. The socket's `error` reports failures. */
function writeChunk(outgoing: ClientRequest, chunk: Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    outgoing.write(chunk, () => resolve());
  });
}

function lengthOf(incoming: IncomingMessage): number | undefined {
  const length = Number(incoming.headers['content-length'] ?? Number.NaN);
  return Number.isSafeInteger(length) ? length : undefined;
}

function firstOf(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : value?.[0];
}

/** `count` is called with the compressed size of each chunk. */
type Decoding = (count: (bytes: number) => void) => AsyncIterable<Uint8Array>;

/** @returns `undefined` if not compressed; fails if the connection or the encoding is broken */
function decodingOf(incoming: IncomingMessage): Decoding | undefined {
  const decoder = decoderFor(incoming.headers['content-encoding']);
  if (decoder === undefined) return undefined;
  return async function* decoded(count) {
    const counter = new Transform({
      transform(chunk: Uint8Array, _encoding, done) {
        count(chunk.byteLength);
        done(null, chunk);
      },
    });
    const piped = pipeline(incoming, counter, decoder);
    // The decoder reports the failure; this only prevents an unhandled rejection.
    piped.catch(() => undefined);
    yield* decoder as AsyncIterable<Uint8Array>;
    await piped;
  };
}

function decoderFor(encoding: string | undefined) {
  switch (encoding?.trim().toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'deflate':
      return createInflate();
    case 'br':
      return createBrotliDecompress();
    case 'zstd':
      return createZstdDecompress();
    default:
      return undefined;
  }
}
