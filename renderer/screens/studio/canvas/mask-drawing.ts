import type { Rect } from '../../../../shared/geometry/rect.ts';
import { LEVELS } from '../../../viewer/stage/decoding/levels.ts';
import { MASK_CHUNKS, type ChunkPicture, type MaskChunks } from './mask-chunks.ts';
import type { Viewport } from '../../../viewer/stage/geometry/viewport.ts';

/** @param place device pixels */
type ChunkVisitor = (
  picture: ChunkPicture,
  left: number,
  top: number,
  width: number,
  height: number,
) => void;

/** Visits visible chunks that meet `rect` (device pixels). */
export function eachChunk(
  chunks: MaskChunks,
  viewport: Viewport,
  rect: Rect,
  visit: ChunkVisitor,
): void {
  const { zoom, x, y } = viewport.transform;
  const { visible } = viewport;
  const level = Math.min(MASK_CHUNKS.maxLevel, Math.max(0, Math.floor(-Math.log2(zoom))));
  const span = MASK_CHUNKS.side * 2 ** level;
  const firstColumn = Math.floor(Math.max(visible.x, (rect.x - x) / zoom) / span);
  const firstRow = Math.floor(Math.max(visible.y, (rect.y - y) / zoom) / span);
  const right = Math.min(visible.x + visible.width - 1, (rect.x + rect.width - x) / zoom);
  const bottom = Math.min(visible.y + visible.height - 1, (rect.y + rect.height - y) / zoom);
  chunks.nextUse();
  for (let row = firstRow; row * span <= bottom; row++) {
    // Whole device pixels prevent seams between chunks.
    const top = Math.round(row * span * zoom + y);
    const height = Math.round((row + 1) * span * zoom + y) - top;
    for (let column = firstColumn; column * span <= right; column++) {
      const left = Math.round(column * span * zoom + x);
      const width = Math.round((column + 1) * span * zoom + x) - left;
      visit(chunks.picture(level, column, row), left, top, width, height);
    }
  }
}

/** @param rect device pixels @param color that of the chunks' pictures */
export function drawChunks(
  context: CanvasRenderingContext2D,
  chunks: MaskChunks,
  viewport: Viewport,
  rect: Rect,
  color: string,
): void {
  const { zoom } = viewport.transform;
  context.imageSmoothingEnabled = zoom < LEVELS.crispFrom && zoom !== 1;
  context.imageSmoothingQuality = 'low';
  context.fillStyle = color;
  eachChunk(chunks, viewport, rect, (picture, left, top, width, height) => {
    if (picture === 'full') context.fillRect(left, top, width, height);
    else if (picture !== 'empty') context.drawImage(picture, left, top, width, height);
  });
}

/** Converts any CSS colour to an RGBA word (little-endian) with alpha 0. */
export function wordOfColor(color: string): number {
  const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('No 2D context for the mask.');
  context.fillStyle = color;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  return red + green * 0x100 + blue * 0x10000;
}
