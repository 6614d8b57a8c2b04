/** The body of an upscale call, with the refusals of the older endpoints. */
import { refused, type ServiceError } from '../errors.ts';
import { type JsonObject, parseJsonObject, readFile } from '../pictures/json-body.ts';
import { invalidField } from '../pictures/body-fields.ts';
import { isUpscaler, type Upscaler } from './upscalers.ts';

const RANGES = {
  /** Factor of `resize_mode` 0. The specification has no range; this is the slider of web interfaces. */
  factor: { least: 1, most: 8 },
  /** Sides of `resize_mode` 1, in pixels. */
  side: { least: 1, most: 8192 },
  /** Visibilities and weight. */
  share: { least: 0, most: 1 },
  /** Seconds for which the addresses of the result are valid. */
  ttl: { least: 0, most: 604_800 },
} as const;

/** Seconds for which an address is valid when `img_expire_ttl` is absent, null or 0. */
const USUAL_TTL = 3600;

/** How large the result is to be. */
export type UpscaleTarget =
  /** `resize_mode` 0. */
  | { readonly mode: 'factor'; readonly factor: number }
  /** `resize_mode` 1: covers the size, and is cut to it when `crop`. */
  | {
      readonly mode: 'size';
      readonly width: number;
      readonly height: number;
      readonly crop: boolean;
    };

/** The parameters of `POST /v2/upscale` that change the result. */
export interface UpscaleParameters {
  readonly target: UpscaleTarget;
  readonly upscaler: Upscaler;
  /** The second one and how much of it shows, 0 to 1; null for none. */
  readonly second: { readonly upscaler: Upscaler; readonly visibility: number } | null;
  readonly ttlSeconds: number;
}

/**
 * Reads the body of `POST /v2/upscale`. Absent and null fields have defaults, but for the picture,
 * the first upscaler and the fields that the resize mode needs.
 *
 * @throws ServiceError whose reason `legacy-envelope.ts` turns into a code
 */
export function readUpscaleBody(bytes: Uint8Array): {
  readonly parameters: UpscaleParameters;
  readonly image: Uint8Array<ArrayBuffer>;
  /** All fields but the picture, as sent. */
  readonly fields: JsonObject;
} {
  const body = parseJsonObject(bytes);
  const first = readUpscaler(body, 'upscaler_1');
  if (first === null) throw invalidField('upscaler_1', 'is missing.');
  const second = readUpscaler(body, 'upscaler_2');
  const visibility = readNumber(body, 'extras_upscaler_2_visibility', RANGES.share) ?? 0;
  for (const field of ['gfpgan_visibility', 'codeformer_visibility', 'codeformer_weight']) {
    readNumber(body, field, RANGES.share);
  }
  const ttl = readWhole(body, 'img_expire_ttl', RANGES.ttl) ?? 0;
  const parameters: UpscaleParameters = {
    target: readTarget(body),
    upscaler: first,
    second: second === null || visibility === 0 ? null : { upscaler: second, visibility },
    ttlSeconds: ttl === 0 ? USUAL_TTL : ttl,
  };
  const { image: _picture, ...fields } = body;
  return { parameters, image: readFile(body, 'image'), fields };
}

function readTarget(body: JsonObject): UpscaleTarget {
  const mode = readWhole(body, 'resize_mode', { least: 0, most: 1 }) ?? 0;
  const factor = readNumber(body, 'upscaling_resize', mode === 0 ? RANGES.factor : ANYTHING);
  const sides = mode === 1 ? RANGES.side : ANYTHING;
  const width = readWhole(body, 'upscaling_resize_w', sides);
  const height = readWhole(body, 'upscaling_resize_h', sides);
  const crop = body['upscaling_crop'] ?? true;
  if (typeof crop !== 'boolean') throw invalidField('upscaling_crop', 'must be true or false.');
  if (mode === 0) {
    if (factor === null) throw missing('upscaling_resize', 0);
    return { mode: 'factor', factor };
  }
  if (width === null) throw missing('upscaling_resize_w', 1);
  if (height === null) throw missing('upscaling_resize_h', 1);
  return { mode: 'size', width, height, crop };
}

interface Range {
  readonly least: number;
  readonly most: number;
}

/** For fields that the other resize mode uses: any number will do. */
const ANYTHING: Range = { least: -Infinity, most: Infinity };

function readUpscaler(body: JsonObject, field: string): Upscaler | null {
  const name = body[field] ?? null;
  if (name === null || name === '' || name === 'None') return null;
  if (typeof name !== 'string') throw invalidField(field, 'must be a string.');
  if (isUpscaler(name)) return name;
  throw refused(400, 'MODEL_NOT_FOUND', `There is no upscaler called ${name.slice(0, 100)}.`, {
    field,
  });
}

function readWhole(body: JsonObject, field: string, range: Range): number | null {
  const value = readNumber(body, field, range);
  if (value !== null && !Number.isSafeInteger(value)) {
    throw invalidField(field, 'must be a whole number.');
  }
  return value;
}

function readNumber(body: JsonObject, field: string, range: Range): number | null {
  const value = body[field] ?? null;
  if (value === null) return null;
  if (typeof value !== 'number') throw invalidField(field, 'must be a number.');
  if (value < range.least || value > range.most) {
    throw outOfRange(field, `must be from ${range.least} to ${range.most}.`);
  }
  return value;
}

function missing(field: string, mode: 0 | 1): ServiceError {
  return outOfRange(field, `is needed for resize_mode ${mode}.`);
}

/** The refusal of a value that is of the right type but not allowed. */
export function outOfRange(field: string, message: string): ServiceError {
  return refused(400, 'PARAM_OUT_OF_RANGE', `${field} ${message}`, { field });
}
