import { invalidBody, ServiceError } from '../errors.ts';
import { limits } from '../limits.ts';

/** Types that a cleanup can answer with (`extra.response_image_type`). */
type ResponseImageType = 'png' | 'webp' | 'jpeg';

/** A cleanup call with its files decoded from base64. */
export interface CleanupBody {
  readonly image: Uint8Array<ArrayBuffer>;
  readonly mask: Uint8Array<ArrayBuffer>;
  readonly responseImageType: ResponseImageType;
  /** `extra` as sent, or null. */
  readonly extra: unknown;
}

/**
 * Reads the body of `POST /v3/cleanup`.
 *
 * @param bytes UTF-8 JSON
 * @throws ServiceError 400 for anything that the specification does not allow
 */
export function readCleanupBody(bytes: Uint8Array): CleanupBody {
  const body = parseJsonObject(bytes);
  const extra = body['extra'] ?? null;
  const responseImageType = readExtra(extra);
  const image = readFile(body, 'image_file');
  const mask = readFile(body, 'mask_file');
  return { image, mask, responseImageType, extra };
}

function parseJsonObject(bytes: Uint8Array): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    throw invalidBody('The body is not valid JSON.');
  }
  if (!isObject(value)) throw invalidBody('The body is not a JSON object.');
  return value;
}

/** Checks the shared `extra` object and gives back the type that it asks for. */
function readExtra(extra: unknown): ResponseImageType {
  if (extra === null) return 'png';
  if (!isObject(extra)) throw invalidBody('extra is not an object.');
  const plan = extra['enterprise_plan'];
  if (plan !== undefined) {
    if (!isObject(plan)) throw invalidBody('extra.enterprise_plan is not an object.');
    const enabled = plan['enabled'];
    if (enabled !== undefined && typeof enabled !== 'boolean') {
      throw invalidBody('extra.enterprise_plan.enabled is not true or false.');
    }
  }
  const type = extra['response_image_type'];
  if (type === undefined) return 'png';
  if (type === 'png' || type === 'webp' || type === 'jpeg') return type;
  throw invalidBody('extra.response_image_type is not png, webp or jpeg.');
}

/** Decodes one base64 field; plain base64 with padding, without a `data:` prefix. */
function readFile(
  body: Record<string, unknown>,
  field: 'image_file' | 'mask_file',
): Uint8Array<ArrayBuffer> {
  const text = body[field];
  if (typeof text !== 'string' || text === '') {
    throw invalidBody(`${field} is missing or is not a string.`);
  }
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/u.test(text)) {
    throw invalidBody(`${field} is not base64.`);
  }
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const length = (text.length / 4) * 3 - padding;
  if (length > limits.imageBytes) {
    throw new ServiceError({
      status: 400,
      reason: 'IMAGE_FILE_EXCEEDS_MAX_SIZE',
      message: `${field} is larger than 30 MB.`,
      metadata: { field, bytes: String(length), limit: String(limits.imageBytes) },
    });
  }
  const bytes = new Uint8Array(new ArrayBuffer(length));
  Buffer.from(bytes.buffer).write(text, 'base64');
  return bytes;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
