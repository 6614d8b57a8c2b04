import { intersectRects, rectArea, type Rect } from '../../../../shared/geometry/rect.ts';
import type { TextBlock } from './studio-store.ts';

/** A box belongs to a block if it covers this share of it. */
const SAME = 0.5;

/** Returns a block's boxes, even if moved or resized a little. */
export function boxesOf(block: TextBlock, boxes: readonly Rect[]): readonly Rect[] {
  const least = SAME * rectArea(block.rect);
  return boxes.filter((box) => rectArea(intersectRects(box, block.rect)) >= least);
}

/** Returns the blocks whose boxes no run has taken. */
export function openBlocks(
  blocks: readonly TextBlock[],
  taken: readonly Rect[],
): readonly TextBlock[] {
  return blocks.filter((block) => boxesOf(block, taken).length === 0);
}
