/** GrabCut of OpenCV over plain arrays. */
import type { Rect, Size } from '../../../shared/geometry/rect.ts';
import type { HeldPicture } from './messages.ts';
import type { OpenCv } from '../../workers/opencv.ts';

/** The colours of object and background, as GrabCut has learned them. */
export interface ColourModels {
  readonly background: Float64Array;
  readonly object: Float64Array;
}

/** The generator of the first guess gets the same number each time: the same loop finds the same object. */
const SEED = 7;

/** A part of the held picture, made smaller: RGB. @param crop pixels of the picture */
export function smallerPart(
  cv: OpenCv,
  { rgb, width }: HeldPicture,
  crop: Rect,
  size: Size,
): Uint8Array {
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
    return Uint8Array.from(to.data);
  } finally {
    from.delete();
    to.delete();
  }
}

/**
 * Tells the object from its background.
 *
 * @param labels see `object-labels.ts`; likely ones are written
 * @param known colours learned on the same picture in another size
 */
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
