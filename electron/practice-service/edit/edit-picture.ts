/** The three calls that answer with an edited picture, in a worker: from the raw body to the raw answer. */
import { invalidBody, refused } from '../errors.ts';
import { fillHole } from '../fill/fill.ts';
import { type JsonObject, parseJsonObject, readExtra, readFile } from '../pictures/json-body.ts';
import {
  checkImageHeader,
  decodeImage,
  encodeImage,
  type ImageInspection,
  inspectImage,
  PICTURE_LIMITS,
  pictureAnswer,
  type PictureType,
  type Raster,
} from '../pictures/raster.ts';
import type { PictureWorkerOptions, Report, SynchronousCall } from '../work/messages.ts';
import { findText } from './find-text.ts';
import { mergeFace } from './merge-face.ts';

/** The files of each call: the fields by their names in the request log. */
const FILES = {
  cleanup: { image: 'image_file', mask: 'mask_file' },
  'remove-text': { image: 'image_file' },
  'merge-face': { face: 'face_image_file', image: 'image_file' },
} as const;

/** Longest side that is looked at for text, pixels: about two seconds. */
const TEXT_SIDE = { usual: 960, quick: 480 } as const;

/** Luminance from which a pixel of a mask means "remove" (white = remove). */
const REMOVE_FROM = 128;

/**
 * @param report called with the content of the call, before the work begins
 * @throws ServiceError when the call is refused
 */
export async function editPicture(
  kind: keyof typeof FILES,
  request: SynchronousCall,
  report: Report,
  options: PictureWorkerOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const body = parseJsonObject(request.body);
  const extra = readExtra(body);
  const type = readType(extra);
  const limit = PICTURE_LIMITS[kind];
  const names = Object.entries(FILES[kind]);
  const files = Object.fromEntries(names.map(([name, field]) => [name, readFile(body, field)]));
  const inspections: Record<string, ImageInspection> = {};
  for (const [name, file] of Object.entries(files)) inspections[name] = await inspectImage(file);
  const pictures: Record<string, Raster> = {};
  let summary: Readonly<Record<string, unknown>> = { ...inspections, extra };
  let hole = new Uint8Array();
  try {
    for (const [name, field] of names) {
      const inspection = inspections[name];
      if (inspection !== undefined) checkImageHeader(inspection, field, limit);
    }
    if (kind === 'cleanup') checkSameSize(inspections['image'], inspections['mask']);
    for (const [name, field] of names) {
      const file = files[name];
      if (file === undefined || (request.inspectOnly && name !== 'mask')) continue;
      pictures[name] = await decodeImage(file, field, limit);
    }
    if (pictures['mask'] !== undefined) {
      const read = readMask(pictures['mask']);
      hole = read.hole;
      summary = { ...summary, maskCounts: read.counts };
    }
  } finally {
    report({ summary, files });
  }
  const { image, face } = pictures;
  if (image === undefined) return new Uint8Array(new ArrayBuffer(0));
  if (kind === 'remove-text') {
    const side = options.isQuick ? TEXT_SIDE.quick : TEXT_SIDE.usual;
    hole = await findText(image, options.models, side);
  }
  if (face === undefined) fillHole(image, hole, options.isQuick, request.repeat);
  else await mergeFace(image, face, options.models);
  return pictureAnswer(await encodeImage(image, type), type);
}

function readType(extra: JsonObject | null): PictureType {
  const type = extra?.['response_image_type'] ?? 'png';
  if (type === 'png' || type === 'webp' || type === 'jpeg') return type;
  throw invalidBody('extra.response_image_type is not png, webp or jpeg.');
}

function checkSameSize(image?: ImageInspection, mask?: ImageInspection): void {
  if (image?.width === mask?.width && image?.height === mask?.height) return;
  throw refused(400, 'INVALID_IMAGE_SIZE', 'mask_file does not have the size of image_file.', {
    image: `${image?.width} x ${image?.height}`,
    mask: `${mask?.width} x ${mask?.height}`,
  });
}

/**
 * Thresholds a mask. Alpha is ignored; colour counts by Rec. 601 luma.
 *
 * @returns 1 = remove, and how many pixels of the mask are 0, 255 or something else in all channels
 */
function readMask({ width, height, channels, samples }: Raster) {
  const step = samples instanceof Uint16Array ? 257 : 1;
  const hole = new Uint8Array(width * height);
  let [zero, full] = [0, 0];
  for (let pixel = 0, at = 0; pixel < hole.length; pixel += 1, at += channels) {
    const red = (samples[at] ?? 0) / step;
    const green = channels === 1 ? red : (samples[at + 1] ?? 0) / step;
    const blue = channels === 1 ? red : (samples[at + 2] ?? 0) / step;
    if (red === 0 && green === 0 && blue === 0) zero += 1;
    else if (red === 255 && green === 255 && blue === 255) full += 1;
    if (Math.round(0.299 * red + 0.587 * green + 0.114 * blue) >= REMOVE_FROM) hole[pixel] = 1;
  }
  return { hole, counts: { zero, full, other: hole.length - zero - full } };
}
