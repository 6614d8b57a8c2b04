/**
 * Holds a written picture against the rules of its container, and reads the profile in it without any
 * library. Sources: PNG third edition 5.6 and 11.2; ICC.1 annex B; the WebP container specification; TIFF 6.0.
 */
import { crc32, inflateSync } from 'node:zlib';
import { readTiffEntries } from '../reading/tiff-entries.ts';

export interface CheckedPicture {
  /** Sentences about what is against the rules. */
  readonly faults: readonly string[];
  readonly profiles: readonly Buffer[];
  /** Chunks, segments (in hexadecimal) or tags, in their order. */
  readonly parts: readonly string[];
}

export function checkPicture(file: Buffer): CheckedPicture {
  if (file[0] === 0x89) return checkPng(file);
  if (file[0] === 0xff) return checkJpeg(file);
  if (file.toString('latin1', 0, 4) === 'RIFF') return checkWebp(file);
  return checkTiff(file);
}

const REPEATED = new Set(['IDAT', 'tEXt', 'zTXt', 'iTXt', 'sPLT', 'fcTL', 'fdAT']);
const BEFORE_PALETTE = new Set(['cICP', 'iCCP', 'sRGB', 'gAMA', 'cHRM', 'sBIT', 'mDCV', 'cLLI']);
const BEFORE_PIXELS = new Set([...BEFORE_PALETTE, 'PLTE', 'tRNS', 'pHYs', 'bKGD', 'acTL']);

function checkPng(file: Buffer): CheckedPicture {
  const faults: string[] = [];
  const parts: string[] = [];
  const profiles: Buffer[] = [];
  let at = 8;
  while (at + 12 <= file.length) {
    const length = file.readUInt32BE(at);
    const type = file.toString('latin1', at + 4, at + 8);
    const end = at + 12 + length;
    if (crc32(file.subarray(at + 4, end - 4)) !== file.readUInt32BE(end - 4)) {
      faults.push(`${type} has another checksum`);
    }
    if (!REPEATED.has(type) && parts.includes(type)) faults.push(`a second ${type}`);
    if (BEFORE_PALETTE.has(type) && parts.includes('PLTE')) faults.push(`${type} behind PLTE`);
    if (BEFORE_PIXELS.has(type) && parts.includes('IDAT')) faults.push(`${type} behind IDAT`);
    if (type === 'IDAT' && parts.includes('IDAT') && parts.at(-1) !== 'IDAT') {
      faults.push('pixels in two places');
    }
    parts.push(type);
    if (type === 'iCCP') {
      const data = file.subarray(at + 8, end - 4);
      profiles.push(inflateSync(data.subarray(data.indexOf(0) + 2)));
    }
    at = end;
  }
  if (parts[0] !== 'IHDR' || parts.at(-1) !== 'IEND') faults.push('no beginning or no end');
  if (at !== file.length) faults.push('bytes behind the end');
  if (parts.includes('iCCP') && parts.includes('sRGB')) faults.push('iCCP and sRGB');
  return { faults, profiles, parts };
}

function checkJpeg(file: Buffer): CheckedPicture {
  const faults: string[] = [];
  const parts: string[] = [];
  const pieces: Buffer[] = [];
  const singles: string[] = [];
  let at = 2;
  while (at + 4 <= file.length && file[at] === 0xff && file[at + 1] !== 0xda) {
    const end = at + 2 + file.readUInt16BE(at + 2);
    const data = file.subarray(at + 4, end);
    const marker = (file[at + 1] ?? 0).toString(16);
    if (marker === 'e0' && parts.length > 0) faults.push('JFIF is not the first segment');
    const name = data.toString('latin1', 0, Math.max(0, data.indexOf(0)));
    if (marker.startsWith('e') && name !== 'ICC_PROFILE') singles.push(`${marker} ${name}`);
    if (name === 'ICC_PROFILE') pieces.push(data.subarray(12));
    parts.push(marker);
    at = end;
  }
  if (new Set(singles).size !== singles.length) faults.push(`twice: ${singles.join(', ')}`);
  const isSet = pieces.every(
    (piece, index) => piece[0] === index + 1 && piece[1] === pieces.length,
  );
  if (!isSet) faults.push('the parts of the profile are no set');
  if (file.readUInt16BE(file.length - 2) !== 0xff_d9) faults.push('bytes behind the end');
  const profile = Buffer.concat(pieces.map((piece) => piece.subarray(2)));
  return { faults, parts, profiles: pieces.length === 0 ? [] : [profile] };
}

const WEBP_ORDER = ['VP8X', 'ICCP', 'ANIM', 'ANMF', 'ALPH', 'VP8 ', 'VP8L', 'EXIF', 'XMP '];

function checkWebp(file: Buffer): CheckedPicture {
  const faults: string[] = [];
  const parts: string[] = [];
  const profiles: Buffer[] = [];
  if (file.readUInt32LE(4) + 8 !== file.length) faults.push('another length in the header');
  for (let at = 12; at < file.length;) {
    const type = file.toString('latin1', at, at + 4);
    const length = file.readUInt32LE(at + 4);
    if (type !== 'ANMF' && parts.includes(type)) faults.push(`a second ${type}`);
    const before = WEBP_ORDER.indexOf(parts.at(-1) ?? 'VP8X');
    if (WEBP_ORDER.indexOf(type) < before) faults.push(`${type} behind ${parts.at(-1)}`);
    if (type === 'ICCP') profiles.push(file.subarray(at + 8, at + 8 + length));
    parts.push(type);
    at += 8 + length + (length % 2);
  }
  const flags = parts[0] === 'VP8X' ? (file[20] ?? 0) : 0;
  for (const [flag, type] of [
    [0x20, 'ICCP'],
    [0x08, 'EXIF'],
    [0x04, 'XMP '],
  ] as const) {
    if (((flags & flag) !== 0) !== parts.includes(type)) faults.push(`the flag of ${type}`);
  }
  return { faults, parts, profiles };
}

function checkTiff(file: Buffer): CheckedPicture {
  const entries = readTiffEntries(file);
  const tags = entries.map(({ tag }) => tag);
  const isSorted = tags.every((tag, index) => index === 0 || tag > (tags[index - 1] ?? 0));
  return {
    faults: isSorted ? [] : ['the tags are not in their order, or twice'],
    parts: tags.map(String),
    profiles: entries.filter(({ tag }) => tag === 0x8773).map(({ value }) => value),
  };
}
