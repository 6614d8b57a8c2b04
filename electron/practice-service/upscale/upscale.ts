import sharp, { type Sharp, type KernelEnum } from 'sharp';
import {
  openImage,
  ownBytes,
  PICTURE_LIMITS,
  checkImageHeader,
  decodeImage,
  type Size,
} from '../pictures/raster.ts';
import { refused, type ServiceError } from '../answer.ts';
import { invalidField, parseJsonObject, readFile, type JsonObject } from '../pictures/json-body.ts';

interface Resampling {
  readonly kernel: keyof KernelEnum;
  /** Sigma of the sharpening afterwards, in pixels of the original; 0 for none. */
  readonly sharpen: number;
  /** Removes speckles of the original first; good for drawings. */
  readonly isCleaned: boolean;
}

/** Stand-ins for networks, different enough to be told apart. */
const UPSCALERS = {
  'R-ESRGAN 4x+': { kernel: 'lanczos3', sharpen: 0.5, isCleaned: false },
  'R-ESRGAN 4x+ Anime6B': { kernel: 'mitchell', sharpen: 0.8, isCleaned: true },
  ESRGAN_4x: { kernel: 'lanczos3', sharpen: 0.9, isCleaned: false },
  Lanczos: { kernel: 'lanczos3', sharpen: 0, isCleaned: false },
  Nearest: { kernel: 'nearest', sharpen: 0, isCleaned: false },
} as const satisfies Readonly<Record<string, Resampling>>;

type Upscaler = keyof typeof UPSCALERS;

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
interface UpscalePlan extends Size {
  readonly canvas: Size;
  /** Canvas offset in the scaled picture; negative if a border is left. */
  readonly left: number;
  readonly top: number;
  readonly scale: number;
}

type UpscaleOrder = Awaited<ReturnType<typeof readUpscale>>;

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

export async function upscale(order: UpscaleOrder): Promise<Uint8Array<ArrayBuffer>> {
  const { image, plan, upscaler, second } = order;
  let picture = await resampled(image, plan, upscaler);
  if (second !== null) {
    const [{ data, info }, other] = await Promise.all([
      picture.raw().toBuffer({ resolveWithObject: true }),
      resampled(image, plan, second.upscaler).then((each) => each.raw().toBuffer()),
    ]);
    for (const [at, sample] of data.entries()) {
      data[at] = Math.round(sample + second.visibility * ((other[at] as number) - sample));
    }
    const { width, height, channels } = info;
    picture = sharp(data, { raw: { width, height, channels }, limitInputPixels: false });
    picture = picture.toColourspace(channels < 3 ? 'b-w' : 'srgb');
  }
  return ownBytes(await picture.png({ compressionLevel: 3 }).toBuffer());
}

async function resampled(image: Uint8Array, plan: UpscalePlan, upscaler: Upscaler): Promise<Sharp> {
  const { kernel, sharpen, isCleaned } = UPSCALERS[upscaler];
  const { width, height, canvas } = plan;
  const opened = await openImage(image, PICTURE_LIMITS.upscale);
  const whole = (isCleaned ? await withoutSpeckles(opened) : opened).resize(width, height, {
    kernel,
    fit: 'fill',
  });
  const sigma = Math.min(10, sharpen * plan.scale);
  const scaled = sharpen === 0 ? whole : whole.sharpen({ sigma });
  const [left, top] = [Math.max(0, plan.left), Math.max(0, plan.top)];
  const border = { left: left - plan.left, top: top - plan.top };
  const cut = {
    left,
    top,
    width: Math.min(width - left, canvas.width - border.left),
    height: Math.min(height - top, canvas.height - border.top),
  };
  if (cut.width === canvas.width && cut.height === canvas.height) return scaled.extract(cut);
  const { data, info } = await scaled.extract(cut).raw().toBuffer({ resolveWithObject: true });
  const { channels } = info;
  // a pipeline of its own: in one, the sharpening would come after the border
  const { width: w, height: h } = cut;
  return sharp(data, { raw: { width: w, height: h, channels }, limitInputPixels: false }).extend({
    ...border,
    right: canvas.width - border.left - w,
    bottom: canvas.height - border.top - h,
    background: '#000000',
  });
}

/** A pipeline of its own: in one, the median would come after the enlargement. */
async function withoutSpeckles(picture: Sharp): Promise<Sharp> {
  const { data, info } = await picture.median(3).raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const cleaned = sharp(data, { raw: { width, height, channels }, limitInputPixels: false });
  return cleaned.toColourspace(channels < 3 ? 'b-w' : 'srgb');
}
