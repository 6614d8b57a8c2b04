/** The table of key frames, which the encoder leaves out of its files. */

/** Boxes on the way to the table of samples, the outermost first (ISO/IEC 14496-12, 6.2.3). */
const PATH = ['moov', 'trak', 'mdia', 'minf', 'stbl'] as const;

/** Bytes: size and type of a box; and with version and flags. */
const HEADER = { box: 8, full: 12 } as const;

/** Bits of a unit's first byte that hold its type, and the type of a complete picture (H.264, 7.4.1). */
const UNIT = { typeBits: 31, complete: 5, lengthBytes: 4 } as const;

/** A box by its place in the file. */
interface Place {
  readonly at: number;
  readonly size: number;
}

/**
 * Adds the table of sync samples (8.6.2) to an mp4 file. Without it every frame counts as one at
 * which a player may begin, and players that jump into the middle of a group show wrong frames.
 *
 * @param file one track of H.264, whose `moov` comes after its frames, as the encoder writes it
 * @returns a larger file; `file` is left as it is
 * @throws Error when the file is laid out otherwise
 */
export function addKeyFrames(file: Uint8Array): Uint8Array {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const frames = find(view, 'mdat', 0, file.byteLength);
  const parents: Place[] = [];
  for (const type of PATH) {
    const parent = parents.at(-1) ?? { at: -HEADER.box, size: file.byteLength + HEADER.box };
    parents.push(find(view, type, parent.at + HEADER.box, parent.at + parent.size));
  }
  const [movie, table] = [parents[0], parents.at(-1)];
  // The boxes before the frames cannot grow: their places are counted from the file's beginning.
  if (movie === undefined || table === undefined || movie.at < frames.at) throw unexpected('moov');
  const box = syncTable(keyFrames(view, frames, table));
  const end = table.at + table.size;
  const larger = new Uint8Array(file.byteLength + box.byteLength);
  larger.set(file.subarray(0, end));
  larger.set(box, end);
  larger.set(file.subarray(end), end + box.byteLength);
  const sizes = new DataView(larger.buffer);
  for (const { at, size } of parents) sizes.setUint32(at, size + box.byteLength);
  return larger;
}

/** Numbers of the frames that are complete pictures, counted from 1. */
function keyFrames(view: DataView, frames: Place, table: Place): readonly number[] {
  const sizes = find(view, 'stsz', table.at + HEADER.box, table.at + table.size);
  // 0 when each frame has a size of its own
  const common = view.getUint32(sizes.at + HEADER.full);
  const count = view.getUint32(sizes.at + HEADER.full + 4);
  const found: number[] = [];
  let at = frames.at + HEADER.box;
  for (let number = 1; number <= count; number += 1) {
    const type = view.getUint8(at + UNIT.lengthBytes) & UNIT.typeBits;
    if (type === UNIT.complete) found.push(number);
    at += common === 0 ? view.getUint32(sizes.at + HEADER.full + 4 + 4 * number) : common;
  }
  if (at !== frames.at + frames.size) throw unexpected('mdat');
  return found;
}

function syncTable(numbers: readonly number[]): Uint8Array {
  const box = new DataView(new ArrayBuffer(HEADER.full + 4 + 4 * numbers.length));
  box.setUint32(0, box.byteLength);
  box.setUint32(4, 0x73_74_73_73); // "stss"
  box.setUint32(HEADER.full, numbers.length);
  for (const [index, number] of numbers.entries()) {
    box.setUint32(HEADER.full + 4 + 4 * index, number);
  }
  return new Uint8Array(box.buffer);
}

function find(view: DataView, wanted: string, from: number, to: number): Place {
  for (let at = from; at + HEADER.box <= to;) {
    const size = view.getUint32(at);
    const type = String.fromCharCode(...[4, 5, 6, 7].map((offset) => view.getUint8(at + offset)));
    if (size < HEADER.box || at + size > to) break;
    if (type === wanted) return { at, size };
    at += size;
  }
  throw unexpected(wanted);
}

function unexpected(type: string): Error {
  return new Error(`The encoder has laid out its box "${type}" in an unexpected way.`);
}
