/** Found lines of text as boxes for calls: lines that stand close together share one. Pure. */
import type { TextLineFound } from '../../../../shared/contract/selection.ts';
import {
  intersectRects,
  isEmptyRect,
  rectArea,
  rectOfSize,
  unionRects,
  type Rect,
  type Size,
} from '../../../../shared/geometry/rect.ts';
import { TEXT_TILES } from '../../../../shared/geometry/text-tiles.ts';
import type { TextBlock } from './selecting-store.ts';
import { LEAST_TEXT_BOX } from './text-plan.ts';

/** Room around a line, as a share of its height: the service fills it from its surroundings. */
const ROOM = 0.6;

/** A box counts as that of a block when it covers this share of it. */
const SAME = 0.5;

/** Blocks from the top to the bottom; none is larger than one call takes, unless a line is. */
export function blocksOf(lines: readonly TextLineFound[], photo: Size): readonly TextBlock[] {
  const blocks: TextBlock[] = [];
  for (const line of lines) {
    let block: TextBlock = { rect: withRoom(line.bounds, photo), lines: [line] };
    for (let other = joinable(blocks, block); other !== undefined;) {
      blocks.splice(blocks.indexOf(other), 1);
      block = { rect: unionRects(other.rect, block.rect), lines: [...other.lines, ...block.lines] };
      other = joinable(blocks, block);
    }
    blocks.push(block);
  }
  return blocks.toSorted((a, b) => a.rect.y - b.rect.y || a.rect.x - b.rect.x);
}

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

function joinable(blocks: readonly TextBlock[], block: TextBlock): TextBlock | undefined {
  return blocks.find(({ rect }) => {
    if (isEmptyRect(intersectRects(rect, block.rect))) return false;
    const { width, height } = unionRects(rect, block.rect);
    return width <= TEXT_TILES.maxWidth && height <= TEXT_TILES.maxHeight;
  });
}

function withRoom({ x, y, width, height }: Rect, photo: Size): Rect {
  const room = Math.ceil(ROOM * Math.min(width, height));
  const across = Math.max(room, Math.ceil((LEAST_TEXT_BOX - width) / 2));
  const down = Math.max(room, Math.ceil((LEAST_TEXT_BOX - height) / 2));
  const left = Math.floor(x) - across;
  const top = Math.floor(y) - down;
  const right = Math.ceil(x + width) + across;
  const bottom = Math.ceil(y + height) + down;
  return intersectRects(
    { x: left, y: top, width: right - left, height: bottom - top },
    rectOfSize(photo),
  );
}
