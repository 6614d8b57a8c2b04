import type { KernelEnum } from 'sharp';
import { refused, type ServiceError } from '../answer.ts';
import { invalidField, type JsonObject, parseJsonObject, readFile } from '../pictures/json-body.ts';
import {
  checkImageHeader,
  decodeImage,
  ownBytes,
  PICTURE_LIMITS,
  type Size,
} from '../pictures/raster.ts';

interface Resampling {
  readonly kernel: keyof KernelEnum;
  /** Sigma of the sharpening afterwards, in pixels of the original; 0 for none. */
  readonly sharpen: number;
  /** Removes speckles of the original first; good for drawings. */
  readonly isCleaned: boolean;
}

/** Stand-ins for networks, different enough to be told apart. */
export const UPSCALERS = {
  'R-ESRGAN 4x+': { kernel: 'lanczos3', sharpen: 0.5, isCleaned: false },
  'R-ESRGAN 4x+ Anime6B': { kernel: 'mitchell', sharpen: 0.8, isCleaned: true },
  ESRGAN_4x: { kernel: 'lanczos3', sharpen: 0.9, isCleaned: false },
  Lanczos: { kernel: 'lanczos3', sharpen: 0, isCleaned: false },
  Nearest: { kernel: 'nearest', sharpen: 0, isCleaned: false },
} as const satisfies Readonly<Record<string, Resampling>>;

export type Upscaler = keyof typeof UPSCALERS;

type Range = readonly [least: number, most: number];

const RANGES = {
  /** For `resize_mode` 0. The specification has no range; this is the slider of web interfaces. */
  factor: [1, 8],
  /** Sides of `resize_mode` 1, pixels. */
  side: [1, 8192],
  share: [0, 1],
  /** Validity of the result's addresses, seconds. */
  ttl: [0, 604_800],
  /** For fields that the other resize mode uses. */
  any: [-Infinity, Infinity],
} as const satisfies Readonly<Record<string, Range>>;

/** Seconds; for an absent, null or zero `img_expire_ttl`. */
const USUAL_TTL = 3600;

/** Most pixels of a result: 32 megapixels. */
const MOST_PIXELS = 32 * 1024 * 1024;

/** A canvas smaller than the scaled picture crops, a larger one leaves a black border. */
export interface UpscalePlan extends Size {
  readonly canvas: Size;
  /** Canvas offset in the scaled picture; negative if a border is left. */
  readonly left: number;
  readonly top: number;
  readonly scale: number;
}

export type UpscaleOrder = Awaited<ReturnType<typeof readUpscale>>;

/** @throws ServiceError whose reason becomes a code of the envelope */
export async function readUpscale({ body: bytes }: { readonly body: Uint8Array<ArrayBuffer> }) {
  const body = parseJsonObject(bytes);
  const upscaler = readUpscaler(body, 'upscaler_1');
  if (upscaler === null) throw invalidField('upscaler_1', 'is missing.');
  const other = readUpscaler(body, 'upscaler_2');
  const visibility = readNumber(body, 'extras_upscaler_2_visibility', RANGES.share) ?? 0;
  for (const field of ['gfpgan_visibility', 'codeformer_visibility', 'codeformer_weight']) {
    readNumber(body, field, RANGES.share);
  }
  const ttlSeconds = readWhole(body, 'img_expire_ttl', RANGES.ttl) || USUAL_TTL;
  const planFor = readTarget(body);
  const image = readFile(body, 'image');
  const size = await checkImageHeader(image, 'image', PICTURE_LIMITS.upscale);
  const plan = planFor(size);
  const { canvas } = plan;
  if (canvas.width * canvas.height > MOST_PIXELS || plan.width * plan.height > 2 * MOST_PIXELS) {
    throw outOfRange('upscaling_resize', 'makes a picture of more than 32 megapixels.');
  }
  await decodeImage(image, 'image', PICTURE_LIMITS.upscale);
  return {
    upscaler,
    /** The second upscaler and its opacity, 0 to 1. */
    second: other === null || visibility === 0 ? null : { upscaler: other, visibility },
    ttlSeconds,
    plan,
    image: ownBytes(image),
    info: `${upscaler}: ${size.width} x ${size.height} to ${canvas.width} x ${canvas.height}`,
  };
}

function readTarget(body: JsonObject): (picture: Size) => UpscalePlan {
  const mode = readWhole(body, 'resize_mode', [0, 1]) ?? 0;
  const factor = readNumber(body, 'upscaling_resize', mode === 0 ? RANGES.factor : RANGES.any);
  const sides = mode === 1 ? RANGES.side : RANGES.any;
  const width = readWhole(body, 'upscaling_resize_w', sides);
  const height = readWhole(body, 'upscaling_resize_h', sides);
  const isCut = body['upscaling_crop'] ?? true;
  if (typeof isCut !== 'boolean') throw invalidField('upscaling_crop', 'must be true or false.');
  const needed = (field: string, value: number | null): number => {
    if (value !== null) return value;
    throw outOfRange(field, `is needed for resize_mode ${mode}.`);
  };
  if (mode === 0) {
    const scale = needed('upscaling_resize', factor);
    return (picture) => planOf(picture, scale);
  }
  const wanted = {
    width: needed('upscaling_resize_w', width),
    height: needed('upscaling_resize_h', height),
  };
  return (picture) => {
    const scale = Math.max(wanted.width / picture.width, wanted.height / picture.height);
    return planOf(picture, scale, isCut ? wanted : undefined);
  };
}

function planOf(picture: Size, scale: number, canvas?: Size): UpscalePlan {
  const side = (length: number): number => Math.max(1, Math.round(length * scale));
  const whole = { width: side(picture.width), height: side(picture.height) };
  const { width, height } = canvas ?? whole;
  return {
    ...whole,
    canvas: { width, height },
    left: Math.floor((whole.width - width) / 2),
    top: Math.floor((whole.height - height) / 2),
    scale,
  };
}

function readUpscaler(body: JsonObject, field: string): Upscaler | null {
  const name = body[field] ?? null;
  if (name === null || name === '' || name === 'None') return null;
  if (typeof name !== 'string') throw invalidField(field, 'must be a string.');
  if (Object.hasOwn(UPSCALERS, name)) return name as Upscaler;
  const message = `There is no upscaler called ${name.slice(0, 100)}.`;
  throw refused(400, 'MODEL_NOT_FOUND', message, { field });
}

function readWhole(body: JsonObject, field: string, range: Range): number | null {
  const value = readNumber(body, field, range);
  if (value === null || Number.isSafeInteger(value)) return value;
  throw invalidField(field, 'must be a whole number.');
}

function readNumber(body: JsonObject, field: string, [least, most]: Range): number | null {
  const value = body[field] ?? null;
  if (value === null) return null;
  if (typeof value !== 'number') throw invalidField(field, 'must be a number.');
  if (value >= least && value <= most) return value;
  throw outOfRange(field, `must be from ${least} to ${most}.`);
}

function outOfRange(field: string, message: string): ServiceError {
  return refused(400, 'PARAM_OUT_OF_RANGE', `${field} ${message}`, { field });
}
