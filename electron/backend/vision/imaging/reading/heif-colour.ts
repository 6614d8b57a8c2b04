/** Reads `colr` of type `nclx` (ISO/IEC 14496-12, 12.1.5), which sharp doesn't expose. */
import type { FileBytes } from './file-bytes.ts';

interface CodedColour {
  readonly primaries: number;
  readonly transfer: number;
}

interface Box {
  readonly type: string;
  readonly data: Buffer;
}

/** SECURITY: S49 limit for the metadata boxes, which have a few kilobytes in real files. */
const MOST_BYTES = 4_000_000;
const MOST_BOXES = 10_000;

/** @returns those of the primary item, if any */
export async function readCodedColour(file: FileBytes): Promise<CodedColour | undefined> {
  const meta = await topBox(file, 'meta');
  if (meta === undefined) return undefined;
  const boxes = boxesOf(meta.subarray(4));
  const mainItem = boxes.find(({ type }) => type === 'pitm')?.data;
  const properties = boxes.find(({ type }) => type === 'iprp')?.data;
  if (mainItem === undefined || properties === undefined) return undefined;
  const item = mainItem[0] === 0 ? mainItem.readUInt16BE(4) : mainItem.readUInt32BE(4);
  const inside = boxesOf(properties);
  const all = boxesOf(inside.find(({ type }) => type === 'ipco')?.data ?? Buffer.alloc(0));
  const places = inside
    .filter(({ type }) => type === 'ipma')
    .flatMap(({ data }) => placesOf(data, item));
  for (const place of places) {
    const box = all[place - 1];
    if (box?.type !== 'colr' || box.data.toString('latin1', 0, 4) !== 'nclx') continue;
    if (box.data.length < 8) continue;
    return { primaries: box.data.readUInt16BE(4), transfer: box.data.readUInt16BE(6) };
  }
  return undefined;
}

async function topBox(file: FileBytes, wanted: string): Promise<Buffer | undefined> {
  for (let at = 0, seen = 0; seen < MOST_BOXES; seen++) {
    const head = await file.read(at, 8);
    if (head === undefined) return undefined;
    const long = head.readUInt32BE(0) === 1 ? await file.read(at + 8, 8) : undefined;
    const size = long === undefined ? head.readUInt32BE(0) : Number(long.readBigUInt64BE(0));
    const start = long === undefined ? 8 : 16;
    const end = size === 0 ? file.size - at : size;
    if (end < start) return undefined;
    if (head.toString('latin1', 4, 8) === wanted) {
      return end > MOST_BYTES ? undefined : await file.read(at + start, end - start);
    }
    at += end;
  }
  return undefined;
}

function boxesOf(data: Buffer): readonly Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at + 8 <= data.length && boxes.length < MOST_BOXES;) {
    const size = data.readUInt32BE(at);
    if (size < 8 || at + size > data.length) break;
    boxes.push({
      type: data.toString('latin1', at + 4, at + 8),
      data: data.subarray(at + 8, at + size),
    });
    at += size;
  }
  return boxes;
}

/** Returns property indices of an item, from 1 (ISO/IEC 23008-12, 9.3). */
function placesOf(data: Buffer, wanted: number): readonly number[] {
  const [version = 0, isWide] = [data[0], ((data[3] ?? 0) & 1) === 1];
  const places: number[] = [];
  try {
    let at = 8;
    for (let left = data.readUInt32BE(4); left > 0; left--) {
      const item = version < 1 ? data.readUInt16BE(at) : data.readUInt32BE(at);
      at += version < 1 ? 2 : 4;
      const count = data.readUInt8(at);
      at += 1;
      for (let index = 0; index < count; index++) {
        const place = isWide ? data.readUInt16BE(at) & 0x7f_ff : data.readUInt8(at) & 0x7f;
        if (item === wanted) places.push(place);
        at += isWide ? 2 : 1;
      }
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error; // The list is truncated; parsed entries count.
  }
  return places;
}
