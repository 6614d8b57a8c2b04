import {
  intersectRects,
  isEmptyRect,
  rectOfSize,
  unionRects,
  type Rect,
  type Size,
} from './rect.ts';
import { TEXT_TILES } from './text-tiles.ts';

/** Smallest side of a text box, photo pixels: smaller than any readable text. */
export const LEAST_TEXT_BOX = 32;

/** Padding as a fraction of the line height; the service fills it from the surroundings. */
const ROOM = 0.6;

interface BlockOfLines<Line> {
  readonly rect: Rect;
  readonly lines: readonly Line[];
}

/** Returns blocks from top to bottom; none exceeds one call, unless a line does. */
export function blocksOf<Line extends { readonly bounds: Rect }>(
  lines: readonly Line[],
  photo: Size,
): readonly BlockOfLines<Line>[] {
  const blocks: BlockOfLines<Line>[] = [];
  for (const line of lines) {
    let block: BlockOfLines<Line> = { rect: withRoom(line.bounds, photo), lines: [line] };
    for (let other = joinable(blocks, block); other !== undefined;) {
      blocks.splice(blocks.indexOf(other), 1);
      block = { rect: unionRects(other.rect, block.rect), lines: [...other.lines, ...block.lines] };
      other = joinable(blocks, block);
    }
    blocks.push(block);
  }
  return blocks.toSorted((a, b) => a.rect.y - b.rect.y || a.rect.x - b.rect.x);
}

function joinable<Line>(
  blocks: readonly BlockOfLines<Line>[],
  block: BlockOfLines<Line>,
): BlockOfLines<Line> | undefined {
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
