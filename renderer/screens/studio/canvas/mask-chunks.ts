/**
 * Caches bitmaps of the mask per mipmap level in chunks of 256 × 256, updated tile by tile, so that
 * the cost follows the visible part.
 */
import { MASK_TILE } from '../../../../shared/mask/mask-tiles.ts';
import type { MaskBitmap } from './mask-bitmap.ts';
import { reduceTile } from './mask-reduce.ts';
import { FULL_TILE } from './mask-tile.ts';

export const MASK_CHUNKS = {
  /** Pixels of its level. */
  side: 256,
  /** At the deepest level a tile becomes 8 × 8 pixels. */
  maxLevel: 5,
  /** Unused chunks kept, 256 KiB each. */
  spare: 96,
} as const;

export type ChunkPicture = 'empty' | 'full' | OffscreenCanvas;

interface Chunk {
  readonly canvas: OffscreenCanvas;
  readonly context: OffscreenCanvasRenderingContext2D;
  /** Row by row; the tile's revision when drawn, 0 for empty. */
  readonly revisions: Uint32Array;
  lastUse: number;
}

export type MaskChunks = ReturnType<typeof createMaskChunks>;

/** @param color returns an RGBA word (little-endian) with alpha 0 */
export function createMaskChunks(bitmap: MaskBitmap, color: () => number) {
  const chunks = new Map<string, Chunk>();
  const scratch = new ImageData(MASK_CHUNKS.side, MASK_CHUNKS.side);
  const words = new Uint32Array(scratch.data.buffer);
  let use = 0;

  function createChunk(tilesAcross: number): Chunk {
    const canvas = new OffscreenCanvas(MASK_CHUNKS.side, MASK_CHUNKS.side);
    // Accelerated canvases would cost more: they are read by the CPU to be uploaded.
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (context === null) throw new Error('No 2D context for the mask.');
    return { canvas, context, revisions: new Uint32Array(tilesAcross * tilesAcross), lastUse: use };
  }

  /** Redraws changed tiles with `putImageData`, which needs no recording and flushing. */
  function refresh(chunk: Chunk, level: number, column: number, row: number): void {
    const across = 1 << level;
    const side = MASK_TILE.side >> level;
    const stride = MASK_CHUNKS.side;
    for (let index = 0; index < across * across; index++) {
      const tileX = index % across;
      const tileY = Math.floor(index / across);
      const tile = bitmap.tile(column * across + tileX, row * across + tileY);
      const revision = tile?.revision ?? 0;
      if (chunk.revisions[index] === revision) continue;
      chunk.revisions[index] = revision;
      const x = tileX * side;
      const y = tileY * side;
      reduceTile(tile, level, { words, origin: y * stride + x, stride, color: color() });
      chunk.context.putImageData(scratch, 0, 0, x, y, side, side);
    }
  }

  function content(level: number, column: number, row: number): 'empty' | 'full' | 'mixed' {
    const across = 1 << level;
    let some = false;
    let every = true;
    for (let tileY = row * across; tileY < (row + 1) * across; tileY++) {
      for (let tileX = column * across; tileX < (column + 1) * across; tileX++) {
        const tile = bitmap.tile(tileX, tileY);
        if (tile === undefined) every = false;
        else some = true;
        if (tile?.words !== FULL_TILE) every = false;
      }
    }
    return some ? (every ? 'full' : 'mixed') : 'empty';
  }

  return {
    /** @param column in chunks of the level @param row in chunks of the level */
    picture(level: number, column: number, row: number): ChunkPicture {
      const kind = content(level, column, row);
      if (kind !== 'mixed') return kind;
      const key = `${level}/${column}/${row}`;
      const chunk = chunks.get(key) ?? createChunk(1 << level);
      chunk.lastUse = use;
      // Keeps the map in order of use, the least recent first.
      chunks.delete(key);
      chunks.set(key, chunk);
      refresh(chunk, level, column, row);
      return chunk.canvas;
    },
    /** Starts a drawing: chunks unused by recent ones may be dropped. */
    nextUse(): void {
      use += 1;
      let spare = 0;
      for (const chunk of chunks.values()) if (chunk.lastUse < use - 1) spare += 1;
      for (const [key, chunk] of chunks) {
        if (spare <= MASK_CHUNKS.spare || chunk.lastUse >= use - 1) break;
        chunks.delete(key);
        spare -= 1;
      }
    },
    clear: (): void => chunks.clear(),
  };
}
