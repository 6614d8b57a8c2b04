import { intersectRects, type Rect } from '../../../../../shared/geometry/rect.ts';
import type { MaskRegion } from '../../../../../shared/geometry/regions.ts';
import type { PatchPicture } from './apply-patches.ts';
import { COLOR_BAND, matchColors } from './color-match.ts';
import { maskPixels } from '../sent/mask-picture.ts';
import { featherAlpha } from '../sent/mask-ring.ts';
import { growRows, rowsOfTiles } from '../sent/mask-spans.ts';
import { readProfile, type PhotoSource } from '../reading/photo-pixels.ts';
import { decodeAnswer, encodeOverlay, readSent } from '../sent/region-picture.ts';

export interface EdgeMeasures {
  /** Pixels by which the sent mask is grown, and over which the result fades out. */
  readonly margin: number;
  /** Reverses a colour shift outside the mask. */
  readonly matchColors: boolean;
}

export interface Overlay {
  /** Photo space. */
  readonly rect: Rect;
  /** RGBA PNG of `rect`. */
  readonly png: Uint8Array;
}

/** Everything painted in the region, grown. @returns one byte a pixel, 0 or 255 */
export function sentMask(part: Pick<MaskRegion, 'region' | 'tiles' | 'others'>, grow: number) {
  return growRows(rowsOfTiles([...part.tiles, ...part.others], part.region), grow);
}

/** Opaque on its own paint, fading out over the ring. @throws AppError `bad-answer` */
export async function cleanupOverlay(
  answerPath: string,
  part: MaskRegion,
  edge: EdgeMeasures,
  source: PhotoSource,
  below: () => readonly PatchPicture[],
): Promise<Overlay> {
  const { region, tiles, others } = part;
  // Reads only the surroundings of the mask: a region may have thirty megabytes.
  const area = intersectRects(grow(part.painted, reachOf(edge)), region);
  const inRegion = { ...area, x: area.x - region.x, y: area.y - region.y };
  const answer = await decodeAnswer(answerPath, region, inRegion);
  if (edge.matchColors) {
    const sent = await readSent(source, area, below());
    const painted = maskPixels([...tiles, ...others], area);
    matchColors(answer, sent, painted, area, edge.margin);
  }
  const rect = intersectRects(grow(part.painted, edge.margin), region);
  const { width, height } = rect;
  const alpha = featherAlpha({ pixels: maskPixels(tiles, rect), width, height }, edge.margin);
  const png = await encodeOverlay(answer, area, rect, alpha, await readProfile(source));
  return { rect, png };
}

/** Includes the compared band, and other masks whose rings reach into it. */
function reachOf({ margin, matchColors: compares }: EdgeMeasures): number {
  return compares ? 2 * margin + COLOR_BAND : margin;
}

function grow({ x, y, width, height }: Rect, by: number): Rect {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by };
}
