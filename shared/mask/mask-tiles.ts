/**
 * Tiles of one bit a pixel in photo space; tiles without paint don't exist.
 * Wire format, little-endian: `GMT1`, then one record a tile: uint16 column, uint16 row, uint8 flag
 * (0 deletes the tile, 1 is followed by 8192 bytes of rows, most significant bit first).
 */
import { MASK_VALUE } from '../api/cleanup.ts';

export const MASK_TILE = {
  /** Pixels per side. 256² is small enough for a dab and large enough to keep maps short. */
  side: 256,
  /** Bytes of an unpacked tile: one per pixel. */
  bytes: 256 * 256,
  /** Bytes of a packed tile: one bit per pixel. */
  packedBytes: (256 * 256) / 8,
} as const;

/** Value of a painted pixel in unpacked tiles and sent masks: white means remove. */
const MASK_PAINTED = MASK_VALUE.remove;

/**
 * `undefined` for an empty tile. Never modify bits once a tile is shared: caches are keyed by the
 * array.
 */
export interface PackedMaskTile {
  readonly column: number;
  readonly row: number;
  readonly bits: Uint8Array | undefined;
}

const MAGIC = [0x47, 0x4d, 0x54, 0x31] as const;
const RECORD_HEADER_BYTES = 5;

/** Returns words of 32 pixels; copies only if the buffer is unaligned. */
export function wordsOfBits(bits: Uint8Array): Uint32Array {
  const { buffer, byteOffset, byteLength } = bits.byteOffset % 4 === 0 ? bits : bits.slice();
  return new Uint32Array(buffer, byteOffset, byteLength / 4);
}

/** Packs one byte a pixel to one bit a pixel. `undefined` if nothing is painted. */
export function packTile(pixels: Uint8Array): Uint8Array | undefined {
  const bits = new Uint8Array(MASK_TILE.packedBytes);
  let any = 0;
  for (let index = 0; index < bits.length; index++) {
    let byte = 0;
    const first = index * 8;
    for (let bit = 0; bit < 8; bit++) {
      byte = (byte << 1) | ((pixels[first + bit] ?? 0) >= 128 ? 1 : 0);
    }
    bits[index] = byte;
    any |= byte;
  }
  return any === 0 ? undefined : bits;
}

/** Unpacks one bit a pixel to bytes of 0 or 255. */
export function unpackTile(bits: Uint8Array): Uint8Array {
  const pixels = new Uint8Array(MASK_TILE.bytes);
  for (let index = 0; index < MASK_TILE.packedBytes; index++) {
    const byte = bits[index] ?? 0;
    if (byte === 0) continue;
    const first = index * 8;
    for (let bit = 0; bit < 8; bit++) {
      if (byte & (0x80 >> bit)) pixels[first + bit] = MASK_PAINTED;
    }
  }
  return pixels;
}

export function encodeMaskTiles(tiles: readonly PackedMaskTile[]): Uint8Array<ArrayBuffer> {
  let length = MAGIC.length;
  for (const tile of tiles) {
    length += RECORD_HEADER_BYTES + (tile.bits === undefined ? 0 : MASK_TILE.packedBytes);
  }
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  bytes.set(MAGIC, 0);
  let offset: number = MAGIC.length;
  for (const tile of tiles) {
    view.setUint16(offset, tile.column, true);
    view.setUint16(offset + 2, tile.row, true);
    view.setUint8(offset + 4, tile.bits === undefined ? 0 : 1);
    offset += RECORD_HEADER_BYTES;
    if (tile.bits !== undefined) {
      bytes.set(tile.bits, offset);
      offset += MASK_TILE.packedBytes;
    }
  }
  return bytes;
}

/** Returns views into the input. @throws RangeError if malformed or more than `most` tiles */
export function decodeMaskTiles(
  bytes: Uint8Array,
  most = Number.POSITIVE_INFINITY,
): readonly PackedMaskTile[] {
  if (bytes.length < MAGIC.length || MAGIC.some((byte, index) => bytes[index] !== byte)) {
    throw new RangeError('These bytes are not mask tiles.');
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tiles: PackedMaskTile[] = [];
  let offset: number = MAGIC.length;
  while (offset < bytes.length) {
    if (tiles.length >= most) throw new RangeError(`These are more than ${most} mask tiles.`);
    if (offset + RECORD_HEADER_BYTES > bytes.length) throw truncated();
    const column = view.getUint16(offset, true);
    const row = view.getUint16(offset + 2, true);
    const flag = view.getUint8(offset + 4);
    offset += RECORD_HEADER_BYTES;
    if (flag === 0) {
      tiles.push({ column, row, bits: undefined });
      continue;
    }
    const end = offset + MASK_TILE.packedBytes;
    if (flag !== 1 || end > bytes.length) throw truncated();
    tiles.push({ column, row, bits: bytes.subarray(offset, end) });
    offset = end;
  }
  return tiles;
}

function truncated(): RangeError {
  return new RangeError('The mask tiles end in the middle.');
}

/** @param masks each with a tile at most once */
export function uniteTiles(
  masks: readonly (readonly PackedMaskTile[])[],
): readonly PackedMaskTile[] {
  const united = new Map<string, PackedMaskTile>();
  for (const { column, row, bits } of masks.flat()) {
    if (bits === undefined) continue;
    const key = `${column},${row}`;
    const known = united.get(key)?.bits;
    const merged = known?.map((byte, index) => byte | (bits[index] ?? 0)) ?? bits;
    united.set(key, { column, row, bits: merged });
  }
  return [...united.values()];
}
