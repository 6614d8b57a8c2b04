/**
 * A step is the pixels that flipped (see {@link MaskTileDelta}), or the id of a service run.
 * Wire format, little-endian: `GMH1`, uint32 version (1), uint32 `keepUntil`, uint32 `doneUntil`,
 * then the steps: uint32 sequence, uint16 byte count of the label and its ISO 8859-1 bytes, the
 * same for the job's id (0 = none), uint32 number of tiles, and each tile: uint16 column, uint16
 * row, uint8 first row, uint8 rows − 1, then 32 bytes a row.
 */
import { MASK_TILE } from './mask-tiles.ts';

/** The flipped pixels of one tile: whole rows of 32 bytes, starting at `firstRow` of the tile. */
export interface MaskTileDelta {
  readonly column: number;
  readonly row: number;
  readonly firstRow: number;
  /** One bit a pixel, most significant first. */
  readonly bits: Uint8Array;
}

export interface MaskStep {
  /** Grows from step to step. */
  readonly sequence: number;
  /** Lower case, such as "brush stroke". */
  readonly label: string;
  /** The run that took the mask; its result decides what undo does. */
  readonly jobId: string | undefined;
  /** Pixels that the step flipped; empty for a run. */
  readonly tiles: readonly MaskTileDelta[];
}

export interface MaskHistory {
  /** In a change: later steps are dropped before `steps` are added. */
  readonly keepUntil: number;
  /** Steps up to this sequence are done, later ones can be redone. */
  readonly doneUntil: number;
  /** Ascending by sequence. */
  readonly steps: readonly MaskStep[];
}

export const MASK_HISTORY = {
  /** Packed bytes per photo; the oldest steps are dropped first. */
  maxBytes: 32_000_000,
  maxSteps: 1000,
} as const;

const MAGIC = [0x47, 0x4d, 0x48, 0x31] as const;
const VERSION = 1;
const HEADER_BYTES = 16;
const TILE_HEADER_BYTES = 6;
const ROW_BYTES = MASK_TILE.side / 8;

export function encodeMaskHistory(history: MaskHistory): Uint8Array<ArrayBuffer> {
  const texts = history.steps.map(({ label, jobId }) => ({
    label: bytesOfText(label),
    jobId: bytesOfText(jobId ?? ''),
  }));
  let length = HEADER_BYTES;
  for (const [index, { tiles }] of history.steps.entries()) {
    length += 12 + (texts[index]?.label.length ?? 0) + (texts[index]?.jobId.length ?? 0);
    for (const { bits } of tiles) length += TILE_HEADER_BYTES + bits.length;
  }
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  bytes.set(MAGIC, 0);
  view.setUint32(4, VERSION, true);
  view.setUint32(8, history.keepUntil, true);
  view.setUint32(12, history.doneUntil, true);
  let offset = HEADER_BYTES;
  const put = (text: Uint8Array): void => {
    view.setUint16(offset, text.length, true);
    bytes.set(text, offset + 2);
    offset += 2 + text.length;
  };
  for (const [index, step] of history.steps.entries()) {
    view.setUint32(offset, step.sequence, true);
    offset += 4;
    put(texts[index]?.label ?? new Uint8Array());
    put(texts[index]?.jobId ?? new Uint8Array());
    view.setUint32(offset, step.tiles.length, true);
    offset += 4;
    for (const tile of step.tiles) {
      view.setUint16(offset, tile.column, true);
      view.setUint16(offset + 2, tile.row, true);
      view.setUint8(offset + 4, tile.firstRow);
      view.setUint8(offset + 5, tile.bits.length / ROW_BYTES - 1);
      bytes.set(tile.bits, offset + TILE_HEADER_BYTES);
      offset += TILE_HEADER_BYTES + tile.bits.length;
    }
  }
  return bytes;
}

/** Copies the bits. @throws RangeError if the bytes are malformed or truncated */
export function decodeMaskHistory(bytes: Uint8Array): MaskHistory {
  if (bytes.length < HEADER_BYTES || MAGIC.some((byte, index) => bytes[index] !== byte)) {
    throw new RangeError('These bytes are not the history of a mask.');
  }
  // DataView throws a RangeError at the end of the bytes.
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(4, true) !== VERSION) throw new RangeError('Unknown version of a history.');
  let offset = HEADER_BYTES;
  const take = (length: number): Uint8Array => {
    if (offset + length > bytes.length) throw new RangeError('The history ends in the middle.');
    offset += length;
    return bytes.slice(offset - length, offset);
  };
  const text = (): string => {
    const length = view.getUint16(offset, true);
    offset += 2;
    return String.fromCharCode(...take(length));
  };
  const steps: MaskStep[] = [];
  while (offset < bytes.length) {
    const sequence = view.getUint32(offset, true);
    offset += 4;
    const label = text();
    const jobId = text();
    const count = view.getUint32(offset, true);
    offset += 4;
    const tiles: MaskTileDelta[] = [];
    for (let index = 0; index < count; index++) {
      const column = view.getUint16(offset, true);
      const row = view.getUint16(offset + 2, true);
      const firstRow = view.getUint8(offset + 4);
      const rows = view.getUint8(offset + 5) + 1;
      if (firstRow + rows > MASK_TILE.side) throw new RangeError('Rows beyond the tile.');
      offset += TILE_HEADER_BYTES;
      tiles.push({ column, row, firstRow, bits: take(rows * ROW_BYTES) });
    }
    steps.push({ sequence, label, jobId: jobId === '' ? undefined : jobId, tiles });
  }
  return {
    keepUntil: view.getUint32(8, true),
    doneUntil: view.getUint32(12, true),
    steps,
  };
}

/** Labels and ids have one byte per character. */
function bytesOfText(text: string): Uint8Array {
  return Uint8Array.from(text.slice(0, 0xffff), (character) => character.charCodeAt(0));
}
