/** Photos that aren't sRGB or RGB with a profile are stored with an equivalent profile. */
import type { Metadata } from 'sharp';
import { openDirectories } from './directories.ts';
import { openBytes, type FileBytes } from './file-bytes.ts';
import {
  ADOBE_RGB,
  CURVES_BY_NUMBER,
  makeProfile,
  PRIMARIES_BY_NUMBER,
  SRGB_PRIMARIES,
  type Curve,
  type Primaries,
} from './make-profile.ts';
import { chunksBeforePixels } from './png-chunks.ts';
import { withoutPrefix } from './resolution.ts';
import type { SniffedFormat } from './sniff-format.ts';

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

/** Reads `colr` of type `nclx` of the primary item (ISO/IEC 14496-12, 12.1.5). */
async function readCodedColour(file: FileBytes): Promise<CodedColour | undefined> {
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

export type ColourMeaning =
  /** sRGB, or the embedded profile. */
  | { readonly kind: 'own' }
  | { readonly kind: 'profile'; readonly profile: Buffer; readonly isHdr: boolean }
  /** A profile that doesn't fit RGB: colours are converted to sRGB. */
  | { readonly kind: 'convert' };

const OWN = { kind: 'own' } as const;
const HDR_CURVES: ReadonlySet<number> = new Set([16, 18]);
/** Video transfer functions (H.273): browsers show a PNG by ITU-R BT.1886, an AVIF as sRGB. */
const VIDEO_CURVES: ReadonlySet<number> = new Set([1, 6, 14, 15]);
const BT_1886: Curve = { kind: 'gamma', exponent: 2.4 };

export async function readMeaning(
  file: FileBytes,
  format: SniffedFormat,
  {
    icc,
    space,
    exif,
  }: { readonly [Name in 'icc' | 'space' | 'exif']?: Metadata[Name] | undefined },
): Promise<ColourMeaning> {
  if (space === 'cmyk' || space === 'lab' || space === 'labs') return OWN; // sharp converts it to sRGB.
  const isGrey = space === 'b-w' || space === 'grey16';
  if (format === 'png') {
    const found = await meaningOfPng(file);
    if (found !== undefined) return found;
  }
  if (icc !== undefined) {
    return isGrey && icc.length > 132 && profileSpace(icc) === 'GRAY' ? meaningOfGrey(icc) : OWN;
  }
  if (format === 'heif') {
    const coded = await readCodedColour(file);
    if (coded !== undefined)
      return meaningOfCode(coded.primaries, coded.transfer, CURVES_BY_NUMBER.get(coded.transfer));
  }
  const isAdobe = format === 'tiff' ? await saysAdobe(file) : await exifSaysAdobe(exif);
  return isAdobe ? profileOf(ADOBE_RGB.primaries, ADOBE_RGB.curve) : OWN;
}

/** @param icc profile that libheif found, of any kind */
export async function readHeicMeaning(
  file: FileBytes,
  icc: Uint8Array | undefined,
  exif: Uint8Array | undefined,
): Promise<ColourMeaning> {
  const kind = icc && profileSpace(icc);
  if (icc !== undefined && kind === 'RGB ') {
    return { kind: 'profile', profile: Buffer.from(icc), isHdr: false };
  }
  return await readMeaning(file, 'heif', {
    icc: icc !== undefined && kind === 'GRAY' ? Buffer.from(icc) : undefined,
    space: kind === 'GRAY' ? 'b-w' : 'srgb',
    exif: exif && Buffer.from(exif),
  });
}

function profileOf(primaries: Primaries, curve: Curve, isHdr = false): ColourMeaning {
  return { kind: 'profile', profile: makeProfile(primaries, curve), isHdr };
}

/** Bytes 16–19 of a profile name its colour space. */
export function profileSpace(icc: Uint8Array): string {
  return Buffer.from(icc.subarray(16, 20)).toString('latin1');
}

/** cICP takes precedence over iCCP, that over sRGB, that over gAMA and cHRM (PNG, 4.3). */
async function meaningOfPng(file: FileBytes): Promise<ColourMeaning | undefined> {
  const chunks = await chunksBeforePixels(file);
  const data = (type: string) => chunks.find((chunk) => chunk.type === type)?.data;
  const code = data('cICP');
  if (code?.length === 4) {
    const [primaries = 0, transfer = 0] = code;
    const curve = VIDEO_CURVES.has(transfer) ? BT_1886 : CURVES_BY_NUMBER.get(transfer);
    const meaning = meaningOfCode(primaries, transfer, curve);
    // sharp must not apply an overruled profile.
    if (meaning.kind !== 'own' || data('iCCP') === undefined) return meaning;
    return profileOf(SRGB_PRIMARIES, { kind: 'srgb' });
  }
  if (data('iCCP') !== undefined) return undefined;
  if (data('sRGB') !== undefined) return OWN;
  const gamma = data('gAMA');
  if (gamma?.length !== 4) return undefined;
  const chromaticities = data('cHRM');
  const value = gamma.readUInt32BE(0);
  const primaries = chromaticities?.length === 32 ? primariesOf(chromaticities) : undefined;
  const isSrgb = primaries === undefined && Math.abs(value - SRGB_GAMMA) <= SRGB_GAMMA * 0.01;
  if (value === 0 || isSrgb) return undefined;
  if (value < LEAST_GAMMA) return profileOf(SRGB_PRIMARIES, { kind: 'srgb' });
  return profileOf(primaries ?? SRGB_PRIMARIES, { kind: 'gamma', exponent: 100_000 / value });
}

/** gAMA of sRGB (PNG, 11.3.2.5). */
const SRGB_GAMMA = 45_455;
const LEAST_GAMMA = 16; // Less is invalid (libpng); Chromium applies it.

function primariesOf(chunk: Buffer): Primaries | undefined {
  const pair = (at: number) =>
    [chunk.readUInt32BE(at) / 1e5, chunk.readUInt32BE(at + 4) / 1e5] as const;
  const found = { white: pair(0), red: pair(8), green: pair(16), blue: pair(24) };
  const isSound = Object.values(found).every(([x, y]) => y > 0 && x + y <= 1);
  const [[rx, ry], [gx, gy], [bx, by]] = [found.red, found.green, found.blue];
  const area = (gx - rx) * (by - ry) - (bx - rx) * (gy - ry);
  return isSound && Math.abs(area) > 1e-3 ? found : undefined;
}

/** Code points of H.273. */
function meaningOfCode(
  primaries: number,
  transfer: number,
  curve: Curve | undefined,
): ColourMeaning {
  const found = PRIMARIES_BY_NUMBER.get(primaries);
  if (found === undefined && curve === undefined) return OWN;
  return profileOf(found ?? SRGB_PRIMARIES, curve ?? { kind: 'srgb' }, HDR_CURVES.has(transfer));
}

/** Uses the same curve three times (ICC.1, 8.3.4). */
function meaningOfGrey(icc: Buffer): ColourMeaning {
  // In a profile that ends in Lab, the curve is lightness.
  const count = icc.toString('latin1', 20, 24) === 'XYZ ' ? icc.readUInt32BE(128) : 0;
  for (let at = 132; at < 132 + count * 12 && at + 12 <= icc.length; at += 12) {
    if (icc.toString('latin1', at, at + 4) !== 'kTRC') continue;
    const start = icc.readUInt32BE(at + 4);
    const tag = icc.subarray(start, start + icc.readUInt32BE(at + 8));
    const isCurve = /^(?:curv|para)/u.test(tag.toString('latin1', 0, 4));
    if (isCurve && tag.length >= 12) return profileOf(SRGB_PRIMARIES, { kind: 'tag', tag });
  }
  return { kind: 'convert' };
}

const TAG = { exif: 0x87_69, interoperability: 0xa0_05, colorSpace: 0xa0_01, index: 1 } as const;
const EXIF_COLOUR = { adobe: 2, uncalibrated: 0xff_ff } as const;

async function exifSaysAdobe(exif: Buffer | undefined): Promise<boolean> {
  if (exif === undefined) return false;
  await using block = await openBytes(withoutPrefix(exif));
  return await saysAdobe(block);
}

/** Detects Adobe RGB from EXIF (DCF 2.0, 3.2.2: “R03”; some write colour space 2). */
async function saysAdobe(file: FileBytes): Promise<boolean> {
  const directories = await openDirectories(file);
  if (directories === undefined) return false;
  const number = async (directory: number | undefined, tag: number) =>
    directory === undefined ? undefined : (await directories.tag(directory, tag))?.numbers[0];
  const exif = await number(directories.first, TAG.exif);
  if (exif === undefined) return false;
  const space = await number(exif, TAG.colorSpace);
  if (space === EXIF_COLOUR.adobe) return true;
  if (space !== EXIF_COLOUR.uncalibrated) return false;
  const pointer = await number(exif, TAG.interoperability);
  if (pointer === undefined) return false;
  const index = (await directories.tag(pointer, TAG.index))?.numbers ?? [];
  return String.fromCodePoint(...index.slice(0, 3)) === 'R03';
}
