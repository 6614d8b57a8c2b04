/**
 * Tiles and history are saved together, so that they can never diverge.
 * Little-endian: `GME1`, uint32 byte count of the tiles, the tiles (`mask-tiles.ts`), then the
 * change of the history (`mask-history.ts`).
 */
import { decodeMaskHistory, encodeMaskHistory, type MaskHistory } from './mask-history.ts';
import { decodeMaskTiles, encodeMaskTiles, type PackedMaskTile } from './mask-tiles.ts';

export interface MaskEdit {
  readonly tiles: readonly PackedMaskTile[];
  readonly history: MaskHistory;
}

const MAGIC = [0x47, 0x4d, 0x45, 0x31] as const;
const HEADER_BYTES = 8;

/** Returns the parts of one file: joining several megabytes would only copy them again. */
export function encodeMaskEdit({ tiles, history }: MaskEdit): Uint8Array<ArrayBuffer>[] {
  const first = encodeMaskTiles(tiles);
  const header = new Uint8Array(HEADER_BYTES);
  header.set(MAGIC, 0);
  new DataView(header.buffer).setUint32(4, first.length, true);
  return [header, first, encodeMaskHistory(history)];
}

export function isMaskEdit(bytes: Uint8Array): boolean {
  return MAGIC.every((byte, index) => bytes[index] === byte);
}

/** @throws RangeError when the bytes are malformed or truncated */
export function decodeMaskEdit(bytes: Uint8Array): MaskEdit {
  if (!isMaskEdit(bytes) || bytes.length < HEADER_BYTES) {
    throw new RangeError('These bytes are not an edit of a mask.');
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = HEADER_BYTES + view.getUint32(4, true);
  return {
    tiles: decodeMaskTiles(bytes.subarray(HEADER_BYTES, end)),
    history: decodeMaskHistory(bytes.subarray(end)),
  };
}
