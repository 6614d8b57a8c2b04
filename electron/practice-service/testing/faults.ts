/** The ways in which a call can go wrong on demand, explained in docs/practice-service.md. */
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { z } from 'zod';
import { type Answer, ConnectionEnded, jsonAnswer, refusalAnswer, refused } from '../answer.ts';
import { type Call, pause } from '../call.ts';
import { STORAGE_PREFIX } from '../storage/object-storage.ts';

const count = z.int().min(0);
const side = z.int().min(1).max(8192);

export const FAULT = z.strictObject({
  /** Exact path, or its beginning and `*`. */
  path: z.string(),
  kind: z.string(),
  /** Calls to hit. */
  times: count.default(1),
  delayMilliseconds: count.default(0),
  status: z.int().min(200).max(599).optional(),
  body: z.unknown().optional(),
  bodyBase64: z.string().optional(),
  contentType: z.string().optional(),
  headers: z.record(z.string(), z.string()).optional(),
  retryAfterSeconds: count.optional(),
  code: z.int().default(500),
  message: z.string().default('On demand.'),
  patch: z.record(z.string(), z.unknown()).default({}),
  afterBytes: count.default(0),
  afterChunks: count.default(0),
  stallMilliseconds: count.optional(),
  width: side.default(64),
  height: side.default(64),
  end: z.enum(['failed', 'timed-out', 'never']).default('failed'),
  reason: z.string().default('The task failed.'),
});
export type Fault = z.infer<typeof FAULT>;

type Change = (fault: Fault, answer: () => Promise<Answer>, call: Call) => Promise<Answer> | Answer;

/** Answers in place of the real one, sent after the body was read. */
const REPLACEMENTS: Readonly<Record<string, Change>> = {
  answer: ({ status = 200, body, bodyBase64, contentType, headers = {} }) => ({
    ...jsonAnswer(body ?? null, status),
    ...(typeof body === 'string' && { body, contentType: 'text/plain; charset=utf-8' }),
    ...(bodyBase64 !== undefined && { body: Buffer.from(bodyBase64, 'base64') }),
    ...(contentType !== undefined && { contentType }),
    headers,
  }),
  'rate-limit': ({ retryAfterSeconds }) => ({
    ...refusalAnswer('', refused(429, 'RATE_LIMIT_EXCEEDED', 'Too many calls in a short time.')),
    ...(retryAfterSeconds !== undefined && {
      headers: { 'retry-after': String(retryAfterSeconds) },
    }),
  }),
  never: (_fault, _answer, { signal }) => untilGone(signal),
  'hang-up': () => {
    throw new ConnectionEnded();
  },
};

const CHANGES: Readonly<Record<string, Change>> = {
  delay: (_fault, answer) => answer(),
  'cut-upload': async ({ afterBytes }, _answer, call) => {
    let received = 0;
    for await (const chunk of call.chunks()) {
      received += chunk.byteLength;
      if (received >= afterBytes) break;
    }
    throw new ConnectionEnded();
  },
  cut: async ({ afterBytes }, answer) => {
    const real = await answer();
    if (isStream(real)) return { ...real, body: firstBytes(real.body, afterBytes) };
    const bytes = bytesOf(real);
    const headers = { ...real.headers, 'content-length': String(bytes.byteLength) };
    return { ...real, headers, body: firstBytes([bytes], afterBytes) };
  },
  'other-size': ({ width, height }, answer) =>
    withPicture(answer, (file) => sharp(file).resize(width, height, { fit: 'fill' }).toBuffer()),
  /** A JSON merge patch (RFC 7396) of answers and events that have its fields. */
  merge: async ({ patch }, answer) => {
    const real = await answer();
    const change = (text: Uint8Array) =>
      Buffer.from(
        String(Buffer.from(text)).replaceAll(/(?<=^|^data: )\{.*\}$/gmu, (json) =>
          patchedText(json, patch),
        ),
      );
    const body = isStream(real) ? Readable.from(real.body).map(change) : change(bytesOf(real));
    return /json|event-stream/u.test(real.contentType) ? { ...real, body } : real;
  },
  task: async ({ end, reason }, answer, { services }) => {
    const real = await answer();
    const text = String(bytesOf(real));
    // the engine reads `end` when processing begins, which is later
    const made = services.tasks.list().find(({ id }) => text.includes(id));
    if (made !== undefined) Object.assign(made, { end, reason });
    return real;
  },
  'expired-urls': async (_fault, answer, { services, origin, request }) => {
    const real = await answer();
    const method = request.method === 'POST' ? 'PUT' : 'GET';
    const signed = new RegExp(`${origin}${STORAGE_PREFIX}([^?"]+)\\?[^"]*`, 'gu');
    const expired = (_url: string, key: string) =>
      services.storage.signedUrl(method, origin, key, -60);
    return { ...real, body: String(bytesOf(real)).replaceAll(signed, expired) };
  },
  ...Object.fromEntries(
    ['stream-cut', 'stream-stall', 'error-frame', 'broken-frame'].map((kind): [string, Change] => [
      kind,
      async (fault, answer, { signal }) => {
        const real = await answer();
        return isStream(real) ? { ...real, body: changedEvents(real.body, fault, signal) } : real;
      },
    ]),
  ),
};

export const FAULT_KINDS: readonly string[] = Object.keys({ ...REPLACEMENTS, ...CHANGES });

/** Whether an answer has signed addresses, which a fault can let expire. */
export function hasSignedUrl(answer: Answer): boolean {
  return !isStream(answer) && bytesOf(answer).includes(STORAGE_PREFIX);
}

/** @param removed ends the delay of the fault */
export async function answerWith(
  fault: Fault,
  answer: () => Promise<Answer>,
  call: Call,
  removed: AbortSignal,
): Promise<Answer> {
  const replacement = REPLACEMENTS[fault.kind];
  if (replacement !== undefined) await Readable.from(call.chunks()).forEach(() => {});
  const changed = await (replacement ?? CHANGES[fault.kind])?.(fault, answer, call);
  const late = AbortSignal.any([call.signal, removed]);
  await pause(fault.delayMilliseconds, late).catch((error: unknown) => {
    if (call.signal.aborted) throw error;
  });
  return changed ?? answer();
}

function isStream(answer: Answer): answer is Answer & { readonly body: AsyncIterable<Uint8Array> } {
  return typeof answer.body === 'object' && Symbol.asyncIterator in answer.body;
}

function bytesOf({ body }: Answer): Buffer {
  if (typeof body === 'string') return Buffer.from(body);
  if (body instanceof Uint8Array) return Buffer.from(body);
  throw new Error('This fault is not for a stream.');
}

async function* firstBytes(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  most: number,
): AsyncIterable<Uint8Array> {
  let left = most;
  for await (const piece of pieces) {
    yield piece.subarray(0, left);
    left -= piece.byteLength;
    if (left < 0) throw new ConnectionEnded();
  }
}

/** Changes a picture: the one in `image_file`, or a file of the storage. */
async function withPicture(
  answer: () => Promise<Answer>,
  change: (file: Buffer) => Promise<Uint8Array>,
): Promise<Answer> {
  const real = await answer();
  if (real.contentType.startsWith('image/')) return { ...real, body: await change(bytesOf(real)) };
  const value = JSON.parse(String(bytesOf(real))) as Record<string, unknown>;
  if (typeof value['image_file'] !== 'string') return real;
  const file = await change(Buffer.from(value['image_file'], 'base64'));
  return jsonAnswer({ ...value, image_file: Buffer.from(file).toString('base64') });
}

function patchedText(text: string, patch: object): string {
  const value = JSON.parse(text) as Record<string, unknown>;
  const isMeant = Object.keys(patch).every((name) => (value[name] ?? null) !== null);
  return isMeant ? JSON.stringify(merged(value, patch)) : text;
}

function merged(value: unknown, patch: unknown): unknown {
  if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) return patch;
  const result = { ...(value as Record<string, unknown>) };
  for (const [name, change] of Object.entries(patch)) {
    if (change === null) delete result[name];
    else result[name] = merged(result[name], change);
  }
  return result;
}

/** Changes the event after `afterChunks`, or the first after the last token of a shorter answer. */
async function* changedEvents(
  pieces: AsyncIterable<Uint8Array>,
  { kind, afterChunks, stallMilliseconds, message, code }: Fault,
  signal: AbortSignal,
): AsyncIterable<Uint8Array> {
  let chunks = 0;
  for await (const piece of pieces) {
    for (const event of String(Buffer.from(piece)).split(/(?<=\n\n)/u)) {
      const isToken = !event.includes('[DONE]') && !event.includes('"choices":[]');
      const isHere = chunks === afterChunks || (chunks < afterChunks && !isToken);
      chunks = isHere ? Infinity : chunks + 1;
      if (isHere && kind === 'stream-cut') throw new ConnectionEnded();
      if (isHere && kind === 'error-frame') {
        yield Buffer.from(`data: ${JSON.stringify({ error: { message, code } })}\n\n`);
        return;
      }
      if (isHere && kind === 'stream-stall') {
        await (stallMilliseconds === undefined
          ? untilGone(signal)
          : pause(stallMilliseconds, signal));
      }
      const isBroken = isHere && kind === 'broken-frame';
      yield Buffer.from(isBroken ? `${event.slice(0, event.length / 2)}\n\n` : event);
    }
  }
}

/** Never resolves. @throws ConnectionEnded when the client goes away */
async function untilGone(signal: AbortSignal): Promise<never> {
  await sleep(2 ** 31 - 1, undefined, { signal }).catch(() => {});
  throw new ConnectionEnded();
}
