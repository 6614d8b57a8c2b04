/** Boxes for calls that stand for found lines of text. Pure. */
import { intersectRects, rectArea, type Rect } from '../../../../shared/geometry/rect.ts';
import type { TextBlock } from './selecting-store.ts';

/** A box counts as that of a block when it covers this share of it. */
const SAME = 0.5;

/** The boxes that stand for a block: its own, also when it was moved or resized a little. */
export function boxesOf(block: TextBlock, boxes: readonly Rect[]): readonly Rect[] {
  const least = SAME * rectArea(block.rect);
  return boxes.filter((box) => rectArea(intersectRects(box, block.rect)) >= least);
}

/** The blocks that are still to be decided about: a run has not taken their boxes with it. */
export function openBlocks(
  blocks: readonly TextBlock[],
  taken: readonly Rect[],
): readonly TextBlock[] {
  return blocks.filter((block) => boxesOf(block, taken).length === 0);
}
