/** Large letters in a coarse pass, small ones in overlapping parts at full resolution. */
import sharp from 'sharp';
import type { Point, Rect, Size } from '../../../../shared/geometry/rect.ts';
import { cutPart, deviations, tilesOf } from './cut-part.ts';
import { lookCloser } from './look-closer.ts';
import { joinLines } from './join-lines.ts';
import type { Perception, Picture, TextLine } from './perception.ts';

const TEXT = {
  /** Longer side of the coarse pass, and side of a part, pixels. */
  side: 1280,
  /** Overlap of parts in pixels: lines up to this height are complete in one, or joined. */
  overlap: 192,
  /** The coarse pass suffices up to this enlargement. */
  enough: 1.25,
  /** Largest enlargement of a small photo. */
  enlarged: 2,
  /** Lines that are verified; a page of print has more, and is found anyway. */
  mostCloser: 200,
  /** Sides are multiples of this. */
  grid: 32,
  /** Standard deviation of colours below which a part has no text, such as sky. */
  plain: 2,
} as const;

export const TEXT_TILES = { side: TEXT.side, step: TEXT.side - TEXT.overlap } as const;

export function isCoarseEnough({ width, height }: Size): boolean {
  return Math.max(width, height) <= TEXT.side * TEXT.enough;
}

/** @param picture the whole photo @param pass `fine` also looks at every part */
export async function findText(
  perception: Pick<Perception, 'textLines'>,
  picture: Picture,
  pass: 'coarse' | 'fine',
  signal?: AbortSignal,
): Promise<readonly TextLine[]> {
  const coarse = await lookAtWhole(perception, picture, signal);
  if (pass === 'coarse') return joinLines(coarse);
  return await linesAfter(perception, picture, coarse, signal);
}

/** One verified line of the coarse pass is enough, in a tenth of the time. */
export async function hasText(
  perception: Pick<Perception, 'textLines'>,
  picture: Picture,
  signal?: AbortSignal,
): Promise<boolean> {
  const coarse = await lookAtWhole(perception, picture, signal);
  if (!isCoarseEnough(picture)) {
    for (const line of joinLines(coarse).slice(0, TEXT.mostCloser)) {
      if ((await lookCloser(perception, picture, line, signal)) !== undefined) return true;
    }
  }
  return (await linesAfter(perception, picture, coarse, signal)).length > 0;
}

function lookAtWhole(
  perception: Pick<Perception, 'textLines'>,
  picture: Picture,
  signal: AbortSignal | undefined,
): Promise<readonly TextLine[]> {
  const { width, height } = picture;
  return detect(perception, picture, { x: 0, y: 0, width, height }, signal);
}

async function linesAfter(
  perception: Pick<Perception, 'textLines'>,
  picture: Picture,
  coarse: readonly TextLine[],
  signal: AbortSignal | undefined,
): Promise<readonly TextLine[]> {
  const found = [...coarse];
  if (!isCoarseEnough(picture)) {
    for (const part of tilesOf(picture, TEXT_TILES)) {
      if (isPlain(picture, part)) continue;
      found.push(...(await detect(perception, picture, part, signal)));
    }
  }
  const lines = joinLines(found);
  const closer: TextLine[] = [];
  for (const line of lines.slice(0, TEXT.mostCloser)) {
    const seen = await lookCloser(perception, picture, line, signal);
    if (seen !== undefined) closer.push(seen);
  }
  return joinLines([...closer, ...lines.slice(TEXT.mostCloser)]);
}

async function detect(
  perception: Pick<Perception, 'textLines'>,
  picture: Picture,
  part: Rect,
  signal: AbortSignal | undefined,
): Promise<readonly TextLine[]> {
  signal?.throwIfAborted();
  const scale = Math.min(TEXT.enlarged, TEXT.side / Math.max(part.width, part.height));
  const width = Math.max(1, Math.round(part.width * scale));
  const height = Math.max(1, Math.round(part.height * scale));
  const frame = { width: toGrid(width), height: toGrid(height) };
  const shown =
    scale === 1 ? cutPart(picture, part, frame) : await scaled(picture, part, { width, height });
  const found = await perception.textLines(shown, signal);
  const isInside = ({ x, y }: Point) => x < width && y < height; // Not in the padding.
  const lines = found.filter(({ corners }) => corners.some(isInside));
  const inPicture = ({ x, y }: Point) => ({
    x: part.x + Math.min(x, width) / scale,
    y: part.y + Math.min(y, height) / scale,
  });
  return lines.map(({ corners: [a, b, c, d], score }) => ({
    corners: [inPicture(a), inPicture(b), inPicture(c), inPicture(d)],
    score,
  }));
}

async function scaled({ rgb, width, height }: Picture, part: Rect, size: Size): Promise<Picture> {
  const { data, info } = await sharp(rgb, { raw: { width, height, channels: 3 } })
    .extract({ left: part.x, top: part.y, width: part.width, height: part.height })
    .resize(size.width, size.height, { fit: 'fill' })
    .extend({
      right: toGrid(size.width) - size.width,
      bottom: toGrid(size.height) - size.height,
      extendWith: 'copy',
    })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { rgb: data, width: info.width, height: info.height };
}

function isPlain(picture: Picture, part: Rect): boolean {
  return deviations(picture, part).every((deviation) => deviation < TEXT.plain);
}

function toGrid(length: number): number {
  return Math.ceil(length / TEXT.grid) * TEXT.grid;
}
