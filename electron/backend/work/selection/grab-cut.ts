import type { Rect, Size } from '../../../../shared/geometry/rect.ts';
import type { HeldPicture } from './messages.ts';
import type { OpenCv } from '../../../workers/opencv.ts';

/** Learned colours of object and background. */
interface ColourModels {
  readonly background: Float64Array;
  readonly object: Float64Array;
}

/** Fixed seed of the initial clustering: the same loop finds the same object. */
const SEED = 7;

const LEARNED = {
  /** Approximate number of pixels for learning. */
  pixels: 40_000,
  /** Fewer pixels are not enough for five colour clusters. */
  least: 100,
} as const;

/** RGB. @param crop picture pixels */
export function smallerPart(
  cv: OpenCv,
  { rgb, width }: HeldPicture,
  crop: Rect,
  size: Size,
): Uint8Array<ArrayBuffer> {
  const line = crop.width * 3;
  const whole = new Uint8Array(crop.height * line);
  for (let y = 0; y < crop.height; y++) {
    const start = ((crop.y + y) * width + crop.x) * 3;
    whole.set(rgb.subarray(start, start + line), y * line);
  }
  if (crop.width === size.width && crop.height === size.height) return whole;
  const from = matOf(cv, whole, crop, cv.CV_8UC3);
  const to = new cv.Mat();
  try {
    cv.resize(from, to, new cv.Size(size.width, size.height), 0, 0, cv.INTER_AREA);
    return new Uint8Array(to.data); // A copy, because OpenCV's memory is freed.
  } finally {
    from.delete();
    to.delete();
  }
}

/** @param known colours learned on the same picture at another size */
export function grabCut(
  cv: OpenCv,
  picture: Size & { readonly rgb: Uint8Array },
  labels: Uint8Array,
  rounds: number,
  known?: ColourModels,
): ColourModels {
  cv.setRNGSeed(SEED);
  const colours = matOf(cv, picture.rgb, picture, cv.CV_8UC3);
  const mask = matOf(cv, labels, picture, cv.CV_8UC1);
  const background = modelMat(cv, known?.background);
  const object = modelMat(cv, known?.object);
  const mode = known === undefined ? cv.GC_INIT_WITH_MASK : cv.GC_EVAL;
  try {
    cv.grabCut(colours, mask, new cv.Rect(0, 0, 1, 1), background, object, rounds, mode);
    labels.set(mask.data);
    return {
      background: Float64Array.from(background.data64F),
      object: Float64Array.from(object.data64F),
    };
  } finally {
    for (const each of [colours, mask, background, object]) each.delete();
  }
}

export function learnColours(
  cv: OpenCv,
  { width, height, rgb }: Size & { readonly rgb: Uint8Array },
  labels: Uint8Array,
): ColourModels | undefined {
  const step = Math.max(1, Math.round(Math.sqrt(labels.length / LEARNED.pixels)));
  const size = { width: Math.floor(width / step), height: Math.floor(height / step) };
  const some = { ...size, rgb: new Uint8Array(3 * size.width * size.height) };
  const theirs = new Uint8Array(size.width * size.height);
  let object = 0;
  for (let y = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++) {
      const from = (y * step + (step >> 1)) * width + x * step + (step >> 1);
      const to = y * size.width + x;
      theirs[to] = labels[from] ?? 0;
      object += (theirs[to] ?? 0) & 1;
      for (let channel = 0; channel < 3; channel++) {
        some.rgb[to * 3 + channel] = rgb[from * 3 + channel] ?? 0;
      }
    }
  }
  const isEnough = object >= LEARNED.least && theirs.length - object >= LEARNED.least;
  return isEnough ? grabCut(cv, some, theirs, 0) : undefined;
}

function matOf(cv: OpenCv, bytes: Uint8Array, { width, height }: Size, type: number) {
  const mat = new cv.Mat(height, width, type);
  mat.data.set(bytes);
  return mat;
}

function modelMat(cv: OpenCv, model: Float64Array | undefined) {
  if (model === undefined) return new cv.Mat();
  const mat = new cv.Mat(1, model.length, cv.CV_64FC1);
  mat.data64F.set(model);
  return mat;
}
