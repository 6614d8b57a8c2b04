/** JSON bodies and the base64 files in them. */
import { invalidBody, refused } from '../errors.ts';
import { LIMITS } from '../limits.ts';

/** The fields of a JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Reads a body that must be a JSON object.
 *
 * @param bytes UTF-8 JSON
 * @param exact a field whose whole numbers beyond 2^53 become a `bigint`, so that none is rounded
 * @throws ServiceError 400 INVALID_REQUEST_BODY
 */
export function parseJsonObject(bytes: Uint8Array, exact?: string): JsonObject {
  let value: unknown;
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    value = exact === undefined ? JSON.parse(text) : JSON.parse(text, keepingExact(exact));
  } catch {
    throw invalidBody('The body is not valid JSON.');
  }
  if (!isObject(value)) throw invalidBody('The body is not a JSON object.');
  return value;
}

/**
 * Decodes one base64 field: plain base64 with padding, without a `data:` prefix, at most 30 MB.
 *
 * @returns the bytes, in an `ArrayBuffer` of their own
 * @throws ServiceError 400 INVALID_REQUEST_BODY or IMAGE_FILE_EXCEEDS_MAX_SIZE
 */
export function readFile(body: JsonObject, field: string): Uint8Array<ArrayBuffer> {
  const text = body[field];
  if (typeof text !== 'string' || text === '') {
    throw invalidBody(`${field} is missing or is not a string.`);
  }
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/u.test(text)) {
    throw invalidBody(`${field} is not base64.`);
  }
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const length = (text.length / 4) * 3 - padding;
  if (length > LIMITS.imageBytes) {
    throw refused(400, 'IMAGE_FILE_EXCEEDS_MAX_SIZE', `${field} is larger than 30 MB.`, {
      field,
      bytes: String(length),
      limit: String(LIMITS.imageBytes),
    });
  }
  const bytes = new Uint8Array(new ArrayBuffer(length));
  Buffer.from(bytes.buffer).write(text, 'base64');
  return bytes;
}

/** A reviver for `JSON.parse`; its third parameter is the value as it stands in the text (ECMAScript 2026). */
function keepingExact(field: string) {
  return (key: string, value: unknown, context?: { readonly source?: string }): unknown => {
    const isLarge = typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER;
    const source = context?.source ?? '';
    return key === field && isLarge && /^-?\d+$/u.test(source) ? BigInt(source) : value;
  };
}

/** Whether a JSON value is an object: no list and not null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
