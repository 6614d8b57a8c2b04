import sharp from 'sharp';
import { invalidBody, refused } from '../answer.ts';
import { fillHole } from '../fill/fill.ts';
import { type JsonObject, parseJsonObject, readExtra, readFile } from '../pictures/json-body.ts';
import {
  checkImageHeader,
  decodeImage,
  encodeImage,
  PICTURE_LIMITS,
  pictureAnswer,
  type PictureType,
  type Raster,
  type Size,
} from '../pictures/raster.ts';
import { mergeFace } from './merge-face.ts';
import { createTextModel, type TextModel } from '../../perception/text.ts';

export interface PictureWorkerOptions {
  /** Holes get no texture, and text is searched in a small copy. */
  readonly isQuick: boolean;
  readonly models: string;
}

const FIELDS = {
  cleanup: ['image_file', 'mask_file'],
  'remove-text': ['image_file'],
  'merge-face': ['image_file', 'face_image_file'],
} as const;

/** Longest side searched for text, pixels; takes about two seconds. */
const TEXT_SIDE = { usual: 960, quick: 320 } as const;

/** Luminance from which a mask's pixel means "remove" (white = remove). */
const REMOVE_FROM = 128;

export interface EditCall {
  readonly kind: keyof typeof FIELDS;
  readonly body: Uint8Array<ArrayBuffer>;
  /** Number of equal calls before; a clean-up differs each time. */
  readonly repeat: number;
}

/** @throws ServiceError */
export async function editPicture(
  { kind, body: bytes, repeat }: EditCall,
  { isQuick, models }: PictureWorkerOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const body = parseJsonObject(bytes);
  const type = readType(readExtra(body));
  const limit = PICTURE_LIMITS[kind];
  const files = FIELDS[kind].map((field) => ({ field, file: readFile(body, field) }));
  const sizes: Size[] = [];
  for (const { field, file } of files) sizes.push(await checkImageHeader(file, field, limit));
  if (kind === 'cleanup') checkSameSize(sizes);
  const [image, other] = await Promise.all(
    files.map(({ field, file }) => decodeImage(file, field, limit)),
  );
  if (image === undefined) throw new Error('Every call has a picture.');
  if (kind === 'merge-face' && other !== undefined) {
    await mergeFace(image, other, models);
  } else {
    const hole =
      other === undefined
        ? await findText(image, models, isQuick ? TEXT_SIDE.quick : TEXT_SIDE.usual)
        : readMask(other);
    fillHole(image, hole, isQuick, repeat);
  }
  return pictureAnswer(await encodeImage(image, type), type);
}

function readType(extra: JsonObject | null): PictureType {
  const type = extra?.['response_image_type'] ?? 'png';
  if (type === 'png' || type === 'webp' || type === 'jpeg') return type;
  throw invalidBody('extra.response_image_type is not png, webp or jpeg.');
}

function checkSameSize(sizes: readonly Size[]): void {
  const [image, mask] = sizes.map(({ width, height }) => `${width} x ${height}`);
  if (image === undefined || mask === undefined || image === mask) return;
  const message = 'mask_file does not have the size of image_file.';
  throw refused(400, 'INVALID_IMAGE_SIZE', message, { image, mask });
}

/** Returns 1 for "remove". Ignores alpha; uses Rec. 601 luma. */
function readMask({ width, height, channels, samples }: Raster): Uint8Array {
  const step = samples instanceof Uint16Array ? 257 : 1;
  const weights = channels === 1 ? [1] : [0.299, 0.587, 0.114];
  const hole = new Uint8Array(width * height);
  for (let pixel = 0, at = 0; pixel < hole.length; pixel += 1, at += channels) {
    let luma = 0;
    for (const [channel, weight] of weights.entries()) {
      luma += weight * (samples[at + channel] as number);
    }
    if (Math.round(luma / step) >= REMOVE_FROM) hole[pixel] = 1;
  }
  return hole;
}

const FIND = {
  enlarged: 2,
  /** Share of the longest side; anything shorter is a speck, not a word. */
  leastLength: 0.025,
  grid: 32,
  /** Margin beyond a line's outline for its soft edges, as a share of its height. */
  beyond: 0.12,
} as const;

let model: { readonly folder: string; readonly text: TextModel } | undefined;

/** @param side longest side that is searched, pixels @returns one byte a pixel; 1 = text */
async function findText(
  { width, height, channels, samples }: Raster,
  models: string,
  side: number,
): Promise<Uint8Array<ArrayBuffer>> {
  if (model?.folder !== models) model = { folder: models, text: createTextModel(models, 'opencv') };
  const scale = Math.min(FIND.enlarged, side / Math.max(width, height));
  const toGrid = (length: number): number =>
    Math.max(FIND.grid, Math.round((length * scale) / FIND.grid) * FIND.grid);
  const size = { width: toGrid(width), height: toGrid(height) };
  const rgb = await sharp(samples, { raw: { width, height, channels } })
    .removeAlpha()
    .toColourspace('srgb')
    .resize(size.width, size.height, { fit: 'fill' })
    .raw({ depth: 'uchar' })
    .toBuffer();
  const lines = (await model.text.find({ rgb, ...size })).flatMap(({ corners }) => {
    const [a, b, , d] = corners;
    const sides = [Math.hypot(b.x - a.x, b.y - a.y), Math.hypot(d.x - a.x, d.y - a.y)];
    if (Math.max(...sides) < FIND.leastLength * side) return [];
    const points = corners.map(({ x, y }) => `${x},${y}`).join(' ');
    return [`<polygon points="${points}" stroke-width="${2 * FIND.beyond * Math.min(...sides)}"/>`];
  });
  if (lines.length === 0) return new Uint8Array(width * height);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"
    viewBox="0 0 ${size.width} ${size.height}" preserveAspectRatio="none" fill="#fff" stroke="#fff">
    <rect width="100%" height="100%" fill="#000" stroke="none"/>${lines.join('')}</svg>`;
  const drawn = await sharp(Buffer.from(svg)).extractChannel(0).raw().toBuffer();
  return Uint8Array.from(drawn, (value) => (value >= 128 ? 1 : 0));
}
