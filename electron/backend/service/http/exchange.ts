/**
 * One HTTP request and its answer, with everything a paid call must know: whether anything left this
 * machine, how far it got, and which limit of time ran out. Works on `node:http` rather than
 * `fetch`, which hides all of that.
 */
import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { TLSSocket } from 'node:tls';
import type { Agents } from './agents.ts';
import { decodingOf } from './body-decoding.ts';
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

/** Limits of time, milliseconds. */
export interface CallTimeouts {
  /** Until the connection (with TLS) stands. */
  readonly connect: number;
  /** From the last byte sent to the first byte of the answer: pictures take the service tens of seconds. */
  readonly answer: number;
  /** Without a single byte moving while sending or receiving. */
  readonly idle: number;
  /** Of a streamed answer: without a frame of it, whatever else moves. */
  readonly silence: number;
  /** For all of the answer, from its head to its end: one that drips never stands still. */
  readonly whole: number;
}

export const DEFAULT_TIMEOUTS: CallTimeouts = {
  connect: 15_000,
  answer: 120_000,
  idle: 60_000,
  silence: 120_000,
  // the largest picture at 10 kB a second
  whole: 60 * 60_000,
};

/** Phase of a call. Byte counts are of the HTTP body. */
export type CallPhase =
  | { readonly phase: 'connecting' }
  | { readonly phase: 'sending'; readonly sentBytes: number; readonly totalBytes: number }
  | { readonly phase: 'waiting' }
  | {
      readonly phase: 'receiving';
      readonly receivedBytes: number;
      readonly totalBytes: number | undefined;
    };

/** So long a body is read without a turn of the event loop, ms. */
const LONGEST_SLICE = 10;

/** One request and the way it is sent. */
export interface ExchangeRequest {
  readonly context: CallContext;
  /** Lower-case names; length and connection headers are added. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: ByteSource | undefined;
  readonly agents: Agents;
  readonly timeouts: CallTimeouts;
  readonly signal?: AbortSignal | undefined;
  onPhase?(phase: CallPhase): void;
}

/** The answer's head, and its body still on the way. */
export interface ExchangeResponse {
  readonly status: number;
  readonly header: (name: string) => string | undefined;
  /** Rejects with an AppError when the connection breaks, stalls or is cancelled. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Drops the connection; nothing happens when the answer was read to its end. */
  discard(): void;
}

/**
 * Sends a request and waits for the head of the answer. Never follows a redirect, never repeats.
 *
 * @throws AppError `unreachable` (nothing was sent), `outcome-unknown` (a POST left, no answer),
 *   `not-the-service` (the other side does not speak HTTP), `cancelled`; or the error of the body's source
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

/** The state of one exchange. A class because every event handler shares it. */
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
      // SECURITY: S36 stated here so that NODE_TLS_REJECT_UNAUTHORIZED=0 has no effect.
      rejectUnauthorized: true,
    });
    this.#outgoing = outgoing;
    outgoing.on('error', (error) => {
      // Once the answer's head is here, a failing write says nothing: reading goes on.
      if (this.#incoming !== undefined) return;
      this.#fail(networkError(this.#context, this.#progress, error));
    });
    outgoing.on('response', (incoming) => this.#receive(incoming));
    outgoing.on('socket', (socket) =>
      whenConnected(outgoing, socket, () => void this.#sendBody(outgoing)),
    );
  }

  /** Nothing, not even the head, is written before this: until then a failure is "nothing was sent". */
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

  /**
   * Writes the body; the next chunk is made while the last one is on its way. Rejects only when the
   * source does; failed writes are the socket's to report.
   */
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
    // Errors surface through the iteration; without a listener they would end the process.
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
    // one timer for all chunks: they are thousands
    const limit = setTimeout(() => {
      // While the reader is busy (a slow disk), the service is not the one that stalls.
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
          await turn(); // what is always ready would let neither timers nor other calls have their turn
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
      // All of it is here: the socket may be kept once nothing lies in it unread, unless half of a
      // request is stuck in it.
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

/** Calls back once the connection stands, with TLS where there is TLS; at once for a kept socket. */
function whenConnected(outgoing: ClientRequest, socket: Socket, callback: () => void): void {
  if (outgoing.reusedSocket) callback();
  else if (socket instanceof TLSSocket) {
    // Through a proxy the handshake may be over already; the peer's certificate is known then.
    // (`getProtocol()` names a version long before.)
    if (socket.getPeerX509Certificate() !== undefined) callback();
    else socket.once('secureConnect', callback);
  } else if (socket.connecting) socket.once('connect', callback);
  else callback();
}

/** Resolves when the kernel has the bytes: this is the back-pressure. A failed write ends in `error`. */
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
