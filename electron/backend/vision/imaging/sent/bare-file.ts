/**
 * Keeps pixel segments only, so that camera data, comments, thumbnails and hidden pictures stay
 * here. Sources: ITU-T T.81 annex B, JFIF 1.02, Exif 2.32 (JPEG); PNG third edition; WebP
 * container specification.
 */
import { PNG_COLOURS } from '../reading/png-chunks.ts';
import { lookOfExif } from '../reading/exif.ts';
import { openBytes, type FileBytes } from '../reading/file-bytes.ts';
import { sniffFormat } from '../reading/sniff-format.ts';
import { lengthOfPart, type FilePart } from '../../../service/client/index.ts';
import { pngChunk, riffChunk, segment } from '../writing/embed-metadata.ts';

/** `look` also keeps orientation, profile, transparency, frames and pixel ratio. */
export type KeptMetadata = 'pixels' | 'look';

interface BareFile {
  readonly parts: readonly FilePart[];
  readonly byteLength: number;
  /** Something was removed. */
  readonly leavesOut: boolean;
}

/** A file with more segments or chunks is not rebuilt; a camera writes a few thousand at most. */
const MOST_PARTS = 50_000;
/** Longer EXIF is dropped. */
const MOST_EXIF = 1 << 20;
/** Block size when searching a scan's end. */
const SCAN_BYTES = 256 * 1024;

/** @returns `undefined` for other formats, and if the structure is broken before the pixels end */
export async function bareFile(
  file: string | Buffer,
  kept: KeptMetadata,
): Promise<BareFile | undefined> {
  await using bytes = await openBytes(file);
  const head = await bytes.read(0, Math.min(64, bytes.size));
  const take = createTake(bytes.size);
  const walk = head === undefined ? undefined : WALKS.get(sniffFormat(head) ?? '');
  if (walk === undefined || !(await walk(bytes, take, kept))) return undefined;
  return take.bare();
}

type Take = ReturnType<typeof createTake>;
/** @returns false if the structure is broken */
type Walk = (file: FileBytes, take: Take, kept: KeptMetadata) => Promise<boolean>;

const WALKS: ReadonlyMap<string, Walk> = new Map([
  ['jpeg', walkJpeg],
  ['png', walkPng],
  ['webp', walkWebp],
]);

function createTake(size: number) {
  const parts: FilePart[] = [];
  let leavesOut = false;
  return {
    range(start: number, end: number): void {
      const last = parts.at(-1);
      if (last !== undefined && !(last instanceof Uint8Array) && last.end === start) {
        parts[parts.length - 1] = { start: last.start, end };
      } else parts.push({ start, end });
    },
    /** @param isAll whether nothing informative is dropped */
    instead(bytes: Uint8Array, isAll: boolean): void {
      parts.push(bytes);
      leavesOut ||= !isAll;
    },
    leaveOut(): void {
      leavesOut = true;
    },
    endAt(end: number): void {
      leavesOut ||= end < size;
    },
    bare(): BareFile {
      const byteLength = parts.reduce((sum, part) => sum + lengthOfPart(part), 0);
      return { parts, byteLength, leavesOut };
    },
  };
}

const JPEG = {
  end: 0xd9,
  scan: 0xda,
  jfif: 0xe0,
  exif: 0xe1,
  profile: 0xe2,
  adobe: 0xee,
} as const;
/** Frames, tables of both codings, restart intervals, number of lines, quantization. */
const JPEG_KEPT = new Set([
  0xc0,
  0xc1,
  0xc2,
  0xc3,
  0xc4,
  0xc5,
  0xc6,
  0xc7,
  0xc9,
  0xca,
  0xcb,
  0xcc,
  0xcd,
  0xce,
  0xcf,
  JPEG.scan,
  0xdb,
  0xdc,
  0xdd,
]);
/** Bytes of a JFIF segment without thumbnail, and of Adobe's, with markers. */
const JFIF_BYTES = 18;
const ADOBE_BYTES = 16;

async function walkJpeg(file: FileBytes, take: Take, kept: KeptMetadata): Promise<boolean> {
  take.range(0, 2);
  let at = 2;
  for (let seen = 0; seen < MOST_PARTS; seen++) {
    const head = await file.read(at, 2);
    if (head === undefined) return false;
    const marker = head[1] ?? 0;
    if (head[0] !== 0xff) {
      const next = await nextMarker(file, at); // Decoders skip bytes outside segments.
      if (next === undefined) return false;
      take.leaveOut();
      at = next;
      continue;
    }
    if (marker === 0xff) {
      at += 1; // a fill byte
      continue;
    }
    if (marker === JPEG.end) {
      take.range(at, at + 2);
      take.endAt(at + 2);
      return true;
    }
    const length = (await file.read(at + 2, 2))?.readUInt16BE(0) ?? 0;
    const end = at + 2 + length;
    if (length < 2 || end > file.size) return false;
    if (JPEG_KEPT.has(marker)) take.range(at, end);
    else await takeApplication(file, take, { marker, at, end }, kept);
    at = end;
    if (marker !== JPEG.scan) continue;
    const next = await nextMarker(file, at);
    take.range(at, next ?? file.size);
    if (next === undefined) {
      take.instead(Buffer.from([0xff, JPEG.end]), true); // The file is truncated.
      return true;
    }
    at = next;
  }
  return false;
}

async function takeApplication(
  file: FileBytes,
  take: Take,
  { marker, at, end }: { readonly marker: number; readonly at: number; readonly end: number },
  kept: KeptMetadata,
): Promise<void> {
  const bytes = (await file.read(at, end - at)) ?? Buffer.alloc(0);
  const name = bytes.toString('latin1', 4, 16);
  if (marker === JPEG.jfif && name.startsWith('JFIF\0') && bytes.length >= JFIF_BYTES) {
    // It marks colours as YCbCr; longer segments have a thumbnail.
    if (bytes.length === JFIF_BYTES) take.range(at, end);
    else take.instead(shortened(bytes, JFIF_BYTES, [16, 17]), false);
  } else if (marker === JPEG.adobe && name.startsWith('Adobe') && bytes.length >= ADOBE_BYTES) {
    if (bytes.length === ADOBE_BYTES) take.range(at, end);
    else take.instead(shortened(bytes, ADOBE_BYTES, []), false);
  } else if (kept === 'look' && marker === JPEG.profile && name.startsWith('ICC_PROFILE\0')) {
    take.range(at, end);
  } else if (kept === 'look' && marker === JPEG.exif && name.startsWith('Exif\0\0')) {
    const { block, saysMore } = lookOfExif(bytes.subarray(10));
    take.instead(Buffer.concat(block ? segment(JPEG.exif, 'Exif\0\0', block) : []), !saysMore);
  } else take.leaveOut();
}

/** @param empty offsets that are zeroed */
function shortened(bytes: Buffer, length: number, empty: readonly number[]): Buffer {
  const short = Buffer.from(bytes.subarray(0, length));
  short.writeUInt16BE(length - 2, 2);
  for (const at of empty) short[at] = 0;
  return short;
}

/** Skips stuffed bytes and restarts. */
async function nextMarker(file: FileBytes, from: number): Promise<number | undefined> {
  let at = from;
  while (at + 2 <= file.size) {
    const block = await file.read(at, Math.min(SCAN_BYTES, file.size - at));
    if (block === undefined) return undefined;
    for (let index = block.indexOf(0xff); index >= 0; index = block.indexOf(0xff, index + 1)) {
      const next = block[index + 1];
      if (next === undefined) break; // The marker spans two blocks.
      const isWithin = next === 0 || next === 0xff || (next >= 0xd0 && next <= 0xd7);
      if (!isWithin) return at + index;
    }
    at += Math.max(1, block.length - 1);
  }
  return undefined;
}

const PNG_PIXELS = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND']);
const PNG_LOOK = new Set([...PNG_COLOURS, 'sBIT', 'tRNS', 'bKGD', 'pHYs', 'acTL', 'fcTL', 'fdAT']);

async function walkPng(file: FileBytes, take: Take, kept: KeptMetadata): Promise<boolean> {
  take.range(0, 8);
  let at = 8;
  for (let seen = 0; seen < MOST_PARTS; seen++) {
    const head = await file.read(at, 8);
    if (head === undefined) return false;
    const type = head.toString('latin1', 4, 8);
    const length = head.readUInt32BE(0);
    const end = at + 12 + length;
    if (end > file.size) return false;
    if (PNG_PIXELS.has(type) || (kept === 'look' && PNG_LOOK.has(type))) take.range(at, end);
    else if (kept === 'look' && type === 'eXIf' && length <= MOST_EXIF) {
      const data = (await file.read(at + 8, length)) ?? Buffer.alloc(0);
      const { block, saysMore } = lookOfExif(data);
      take.instead(block ? pngChunk('eXIf', block) : Buffer.alloc(0), !saysMore);
    } else take.leaveOut();
    if (type === 'IEND') {
      take.endAt(end);
      return true;
    }
    at = end;
  }
  return false;
}

const WEBP_PIXELS = new Set(['ALPH', 'VP8 ', 'VP8L']);
const WEBP_LOOK = new Set([...WEBP_PIXELS, 'ICCP', 'ANIM']);
const WEBP_FLAG = { xmp: 0x04, exif: 0x08 } as const;

interface RiffChunk {
  readonly type: string;
  readonly at: number;
  readonly length: number;
  readonly end: number;
}

/** Returns `undefined` if a chunk exceeds the container. */
async function riffChunks(
  file: FileBytes,
  from: number,
  to: number,
): Promise<readonly RiffChunk[] | undefined> {
  const chunks: RiffChunk[] = [];
  for (let at = from; at + 8 <= to;) {
    const head = await file.read(at, 8);
    if (head === undefined || chunks.length > MOST_PARTS) return undefined;
    const length = head.readUInt32LE(4);
    const end = at + 8 + length + (length % 2);
    if (at + 8 + length > to) return undefined;
    chunks.push({ type: head.toString('latin1', 0, 4), at, length, end: Math.min(end, to) });
    at = end;
  }
  return chunks;
}

/** Ignores `kept`: only training sends a WebP unchanged. */
async function walkWebp(file: FileBytes, take: Take): Promise<boolean> {
  const size = (await file.read(4, 4))?.readUInt32LE(0) ?? 0;
  const to = Math.min(file.size, 8 + size);
  const chunks = await riffChunks(file, 12, to);
  if (chunks === undefined) return false;
  take.endAt(to);
  const body: FilePart[] = [];
  let exif: Buffer | undefined;
  for (const chunk of chunks) {
    const { type, at, length, end } = chunk;
    if (WEBP_LOOK.has(type)) body.push({ start: at, end });
    else if (type === 'ANMF') {
      const frame = await bareFrame(file, chunk, take);
      if (frame === undefined) return false;
      body.push(...frame);
    } else if (type === 'EXIF' && length <= MOST_EXIF) {
      const { block, saysMore } = lookOfExif((await file.read(at + 8, length)) ?? Buffer.alloc(0));
      exif = block && riffChunk('EXIF', block);
      if (saysMore) take.leaveOut();
    } else if (type !== 'VP8X') take.leaveOut();
  }
  const [first] = chunks;
  if (first?.type === 'VP8X') {
    const extended = Buffer.from((await file.read(first.at, first.end - first.at)) ?? []);
    const flags = (extended[8] ?? 0) & ~(WEBP_FLAG.xmp | WEBP_FLAG.exif);
    extended[8] = exif === undefined ? flags : flags | WEBP_FLAG.exif;
    body.unshift(extended);
  }
  if (exif !== undefined) body.push(exif);
  const header = Buffer.alloc(12);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(4 + body.reduce((sum, part) => sum + lengthOfPart(part), 0), 4);
  header.write('WEBP', 8, 'latin1');
  take.instead(header, true);
  for (const part of body) {
    if (part instanceof Uint8Array) take.instead(part, true);
    else take.range(part.start, part.end);
  }
  return true;
}

/** Position and time, then chunks like those of a picture. */
async function bareFrame(
  file: FileBytes,
  { at, length }: RiffChunk,
  take: Take,
): Promise<readonly FilePart[] | undefined> {
  const from = at + 24;
  const within = await riffChunks(file, from, at + 8 + length);
  if (within === undefined) return undefined;
  const kept = within.filter(({ type }) => WEBP_PIXELS.has(type));
  if (kept.length < within.length) take.leaveOut();
  const ranges = kept.map((chunk) => ({ start: chunk.at, end: chunk.end }));
  const head = Buffer.from((await file.read(at, 24)) ?? []);
  head.writeUInt32LE(16 + ranges.reduce((sum, part) => sum + lengthOfPart(part), 0), 4);
  return [head, ...ranges];
}
