/** Adds the soft edge to the pixels of a selection; outlines show the object. */
import type { Rect } from '../../../../shared/geometry/rect.ts';
import { edgesOf, outlinesOf, toPixels, type Selected } from './found-pixels.ts';
import type { FoundPixels, HeldPicture } from './messages.ts';
import { withSoftEdge } from './soft-edge.ts';

/** @param crop area of the selection in picture pixels, like the others of `withSoftEdge` */
export function withFoundEdge(
  picture: HeldPicture,
  crop: Rect,
  selected: Selected,
  cut: number,
  isKept?: (x: number, y: number) => boolean,
): FoundPixels {
  const edges = edgesOf(selected);
  const covered = withSoftEdge(picture, { ...selected, crop, edges }, cut, isKept);
  const outlines = outlinesOf(selected, toPhoto(picture, crop), edges);
  return { ...toPixels(covered, toPhoto(picture, covered.rect)), outlines };
}

function toPhoto({ rect, width, height }: HeldPicture, part: Rect): Rect {
  const across = rect.width / width;
  const down = rect.height / height;
  const x = rect.x + Math.round(part.x * across);
  const y = rect.y + Math.round(part.y * down);
  const right = rect.x + Math.round((part.x + part.width) * across);
  const bottom = rect.y + Math.round((part.y + part.height) * down);
  return { x, y, width: right - x, height: bottom - y };
}
