/** Tints the union of all results' masks over the photo in one pass. */
import type { Rect } from '../../../../shared/geometry/rect.ts';
import type { PackedMaskTile } from '../../../../shared/mask/mask-tiles.ts';
import { createMaskBitmap } from './mask-bitmap.ts';
import { createMaskChunks, type MaskChunks } from './mask-chunks.ts';
import { drawChunks, wordOfColor } from './mask-drawing.ts';
import type { Viewport } from '../../../viewer/stage/geometry/viewport.ts';

const CLEANED = {
  /** Low enough to see the cleaned area through the tint. */
  opacity: 0.5,
} as const;

export type CleanedPainter = ReturnType<typeof createCleanedPainter>;

/** @param changed called when it must be drawn again */
export function createCleanedPainter(viewport: Viewport, changed: () => void) {
  let chunks: MaskChunks | undefined;
  let color = '#20c8ff';
  let colorWord = wordOfColor(color);

  return {
    setTiles(tiles: readonly PackedMaskTile[] | undefined): void {
      changed();
      chunks?.clear();
      chunks = undefined;
      const { photo } = viewport;
      if (tiles === undefined || photo === undefined) return;
      const bitmap = createMaskBitmap(photo);
      bitmap.combine(tiles, 'replace');
      chunks = createMaskChunks(bitmap, () => colorWord);
    },
    /** Any CSS colour. */
    setColor(next: string): void {
      color = next;
      colorWord = wordOfColor(next);
      chunks?.clear();
      changed();
    },
    /** @param part device pixels */
    paint(context: CanvasRenderingContext2D, part: Rect): void {
      if (chunks === undefined) return;
      context.globalAlpha = CLEANED.opacity;
      drawChunks(context, chunks, viewport, part, color);
      context.globalAlpha = 1;
    },
  };
}
