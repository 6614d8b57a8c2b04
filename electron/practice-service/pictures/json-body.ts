/** JSON bodies and the base64 files in them. */
import { invalidBody, refused } from '../errors.ts';
import { LIMITS } from '../limits.ts';

/** The fields of a JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Reads a body that must be a JSON object.
 *
 * @param bytes UTF-8 JSON
 * @throws ServiceError 400 INVALID_REQUEST_BODY
 */
export function parseJsonObject(bytes: Uint8Array): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
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

/** Whether a JSON value is an object: no list and not null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
