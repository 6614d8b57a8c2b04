/** Without the client's schemas, so that a mistake in one side cannot hide in the other. */
import { invalidBody, refused, type ServiceError } from '../answer.ts';
import { LIMITS } from '../limits.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** @param exact a field whose whole numbers beyond 2^53 become a `bigint` */
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

/** Accepts plain base64 with padding, without a `data:` prefix. */
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

/** A reviver for `JSON.parse`; its third parameter has the source text (ECMAScript 2026). */
function keepingExact(field: string) {
  return (key: string, value: unknown, context?: { readonly source?: string }): unknown => {
    const isLarge = typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER;
    const source = context?.source ?? '';
    return key === field && isLarge && /^-?\d+$/u.test(source) ? BigInt(source) : value;
  };
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function invalidField(field: string, message: string): ServiceError {
  return refused(400, 'INVALID_REQUEST_BODY', `${field} ${message}`, { field });
}

export function readChoice<const Choice extends string>(
  body: JsonObject,
  field: string,
  choices: readonly Choice[],
): Choice {
  const found = choices.find((choice) => choice === body[field]);
  if (found === undefined) throw invalidField(field, `must be one of ${choices.join(', ')}.`);
  return found;
}

export function readInteger(
  body: JsonObject,
  field: string,
  least: number,
  most: number,
  otherwise?: number,
): number {
  const value = body[field] ?? otherwise;
  if (Number.isSafeInteger(value)) return readNumber(body, field, least, most, otherwise);
  throw invalidField(field, 'must be a whole number.');
}

export function readNumber(
  body: JsonObject,
  field: string,
  least: number,
  most: number,
  otherwise?: number,
): number {
  const value = body[field] ?? otherwise;
  if (typeof value === 'number' && value >= least && value <= most) return value;
  throw invalidField(field, `must be a number from ${least} to ${most}.`);
}

export function readFlag(body: JsonObject, field: string, name = field): boolean {
  const value = body[field] ?? false;
  if (typeof value === 'boolean') return value;
  throw invalidField(name, 'must be true or false.');
}

export function readExtra(body: JsonObject): JsonObject | null {
  const extra = body['extra'] ?? null;
  if (extra === null) return null;
  if (!isObject(extra)) throw invalidBody('extra is not an object.');
  const plan = extra['enterprise_plan'];
  if (plan !== undefined) {
    if (!isObject(plan)) throw invalidBody('extra.enterprise_plan is not an object.');
    const enabled = plan['enabled'];
    if (enabled !== undefined && typeof enabled !== 'boolean') {
      throw invalidBody('extra.enterprise_plan.enabled is not true or false.');
    }
  }
  return extra;
}
