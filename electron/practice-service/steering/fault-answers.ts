/** Answers that a fault puts in place of the real one, and real answers that it spoils. */
import sharp from 'sharp';
import type { Answer } from '../answer.ts';
import { refusalBody } from '../errors.ts';
import type { FaultAction } from './faults.ts';
import { reshape } from './json-faults.ts';
import { envelope } from '../legacy-envelope.ts';
import { xmlError } from '../storage/object-storage.ts';
import { withWrongLength } from './transfer-faults.ts';
import { asOtherService } from './other-service.ts';

/** The answer of a fault that stands in place of the real one, or null for the other kinds. */
export function replacementAnswer(action: FaultAction, now: number): Answer | null {
  switch (action.kind) {
    case 'answer':
      return {
        status: action.status,
        contentType: action.contentType,
        body:
          typeof action.body === 'string' || Buffer.isBuffer(action.body)
            ? action.body
            : JSON.stringify(action.body ?? null),
        headers: action.headers,
      };
    case 'html':
      return {
        status: action.status,
        contentType: 'text/html; charset=utf-8',
        body: '<!doctype html><html><head><title>Sign in</title></head><body><h1>Sign in to this network</h1></body></html>\n',
      };
    case 'envelope':
      return envelope(action.code, action.msg, {});
    case 'storage-error':
      return xmlError(action.status, action.code, 'This was asked for.');
    case 'rate-limit':
      return tooManyCalls(action.retryAfterSeconds, action.retryAfterForm, now);
    default:
      return null;
  }
}

/**
 * The 429 of a call too many.
 *
 * @param seconds said in `Retry-After`; null for no such header
 * @param now Unix milliseconds, for the form of a date
 */
export function tooManyCalls(
  seconds: number | null,
  form: 'seconds' | 'date',
  now: number,
): Answer {
  return {
    status: 429,
    contentType: 'application/json',
    body: refusalBody({
      status: 429,
      reason: 'RATE_LIMIT_EXCEEDED',
      message: 'Too many calls in a short time.',
    }),
    headers: retryAfter(seconds, form, now),
  };
}

/** Applies the kinds that spoil a real answer. Other kinds leave it as it is. */
export async function spoilAnswer(action: FaultAction, answer: Answer): Promise<Answer> {
  switch (action.kind) {
    case 'truncated-json': {
      const bytes = Buffer.from(answer.body);
      return { ...answer, body: bytes.subarray(0, Math.floor(bytes.byteLength / 2)) };
    }
    case 'broken-image':
      return withImage(answer, async (file) => breakFile(file));
    case 'other-size':
      return withImage(answer, (file) =>
        sharp(file).resize(action.width, action.height, { fit: 'fill' }).toBuffer(),
      );
    case 'wrong-length':
      return { ...answer, body: withWrongLength(Buffer.from(answer.body), action.bytes) };
    case 'merge':
    case 'data-prefix':
    case 'numbers-as-strings':
    case 'null-lists':
    case 'unknown-fields':
      if (answer.contentType !== 'application/json') return answer;
      return { ...answer, body: JSON.stringify(reshape(action, parse(answer.body))) };
    case 'other-service':
      if (answer.contentType !== 'application/json') return answer;
      return { ...answer, body: JSON.stringify(asOtherService(action, parse(answer.body))) };
    default:
      return answer;
  }
}

/** Replaces `image_file` of an answer that has one. */
async function withImage(
  answer: Answer,
  change: (file: Buffer) => Promise<Buffer>,
): Promise<Answer> {
  if (answer.status !== 200) return answer;
  const value = parse(answer.body);
  if (typeof value !== 'object' || value === null) return answer;
  if (!('image_file' in value) || typeof value.image_file !== 'string') return answer;
  const file = await change(Buffer.from(value.image_file, 'base64'));
  return { ...answer, body: JSON.stringify({ ...value, image_file: file.toString('base64') }) };
}

function parse(body: Answer['body']): unknown {
  return JSON.parse(Buffer.from(body).toString('utf8'));
}

/** Keeps the first bytes, so that it still looks like an image, and spoils the rest. */
function breakFile(file: Buffer): Buffer {
  const broken = Buffer.from(file.subarray(0, Math.max(32, Math.floor(file.byteLength / 2))));
  broken.fill(0xa5, 24);
  return broken;
}

function retryAfter(
  seconds: number | null,
  form: 'seconds' | 'date',
  now: number,
): Record<string, string> {
  if (seconds === null) return {};
  if (form === 'seconds') return { 'retry-after': String(seconds) };
  return { 'retry-after': new Date(now + 1000 * seconds).toUTCString() };
}
