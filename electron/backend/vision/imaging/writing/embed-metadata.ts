/**
 * Adds profile and metadata to encoded files: sharp attaches a profile only by converting all
 * colours. Sources: PNG (ISO/IEC 15948, third edition); ICC.1 annex B.4 for JPEG APP2; JFIF 1.02
 * for the density; Exif 2.32 (4.7.2) for JPEG APP1; XMP part 3; WebP container.
 */
import { crc32, deflateSync } from 'node:zlib';
import { PNG_COLOURS } from '../reading/png-chunks.ts';
import { METRES_PER_INCH } from '../reading/density.ts';
import type { Density } from '../reading/resolution.ts';
import { resolutionBlock } from '../reading/exif.ts';

/** Missing parts leave the file's own unchanged. */
export interface AttachedMetadata {
  /** `null` for no profile. */
  readonly profile?: Uint8Array | null | undefined;
  /** `null` removes a size that the encoder made up. */
  readonly density?: Density | null | undefined;
  /** A TIFF block; `null` for none. */
  readonly exif?: Buffer | null | undefined;
  readonly xmp?: Buffer | undefined;
  /** Records of IPTC (IIM); JPEG and TIFF only. */
  readonly iptc?: Buffer | undefined;
  /** Adds {@link GESSO_MARK}: Gesso made the picture from others. PNG only. */
  readonly isGessosOwn?: boolean | undefined;
}

/** Text chunk (PNG 11.3.3.2) of library pictures that are neither photos nor answers. */
export const GESSO_MARK = 'Software\0Gesso library';

/** Payload of a JPEG segment. */
const JPEG_SEGMENT_BYTES = 65_533;
const JPEG = { scan: 0xda, jfif: 0xe0, exif: 0xe1, profile: 0xe2, photoshop: 0xed } as const;
const PNG_SIGNATURE_BYTES = 8;
const XMP_KEYWORD = 'XML:com.adobe.xmp';
const JPEG_XMP = 'http://ns.adobe.com/xap/1.0/\0';
const JPEG_EXIF = 'Exif\0\0';
const JPEG_PROFILE = 'ICC_PROFILE\0';
const JPEG_PHOTOSHOP = 'Photoshop 3.0\0';

export function attachToPng(png: Uint8Array, metadata: AttachedMetadata): Buffer {
  const { profile, density, exif, xmp } = metadata;
  const replaced = new Set<string>([
    ...(profile === undefined ? [] : PNG_COLOURS),
    ...(density === undefined ? [] : ['pHYs']),
    ...(exif === undefined ? [] : ['eXIf']),
  ]);
  const chunks: Buffer[] = [];
  if (metadata.isGessosOwn === true) {
    chunks.push(pngChunk('tEXt', Buffer.from(GESSO_MARK, 'latin1')));
  }
  if (profile) {
    const name = Buffer.from('ICC Profile\0\0', 'latin1'); // Name, terminator, method 0 = zlib.
    chunks.push(pngChunk('iCCP', Buffer.concat([name, deflateSync(profile)])));
  }
  if (density) {
    const data = Buffer.alloc(9);
    data.writeUInt32BE(Math.round(density.x / METRES_PER_INCH), 0);
    data.writeUInt32BE(Math.round(density.y / METRES_PER_INCH), 4);
    data.writeUInt8(1, 8); // unit: metre
    chunks.push(pngChunk('pHYs', data));
  }
  if (exif) chunks.push(pngChunk('eXIf', exif));
  // Keyword, no compression, no language, no translation.
  if (xmp) chunks.push(pngChunk('iTXt', Buffer.concat([latin1(`${XMP_KEYWORD}\0\0\0\0\0`), xmp])));
  const file = Buffer.from(png.buffer, png.byteOffset, png.byteLength);
  const afterHeader = PNG_SIGNATURE_BYTES + 25; // IHDR
  const kept: Buffer[] = [];
  let at = afterHeader;
  while (at + 12 <= file.length) {
    const type = file.toString('latin1', at + 4, at + 8);
    if (type === 'IDAT') break;
    const end = at + 12 + file.readUInt32BE(at);
    if (!replaced.has(type)) kept.push(file.subarray(at, end));
    at = end;
  }
  return Buffer.concat([file.subarray(0, afterHeader), ...chunks, ...kept, file.subarray(at)]);
}

/** JFIF comes first, then metadata that fits a segment, then the profile. */
export function attachToJpeg(jpeg: Uint8Array, metadata: AttachedMetadata): Buffer {
  const { profile, density, exif, xmp, iptc } = metadata;
  const file = Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength);
  const hasDensity = density !== undefined;
  const isReplaced = (marker: number, begin: string): boolean =>
    (hasDensity && marker === JPEG.jfif && begin.startsWith('JFIF\0')) ||
    (profile !== undefined && marker === JPEG.profile && begin.startsWith(JPEG_PROFILE)) ||
    (exif !== undefined && marker === JPEG.exif && begin.startsWith(JPEG_EXIF)) ||
    (xmp !== undefined && marker === JPEG.exif && begin.startsWith(JPEG_XMP)) ||
    (iptc !== undefined && marker === JPEG.photoshop);
  const kept: Buffer[] = [];
  let at = 2;
  while (at + 4 <= file.length && file[at] === 0xff && file[at + 1] !== JPEG.scan) {
    const end = at + 2 + file.readUInt16BE(at + 2);
    const begin = file.toString('latin1', at + 4, Math.min(end, at + 4 + JPEG_XMP.length));
    if (!isReplaced(file[at + 1] ?? 0, begin)) kept.push(file.subarray(at, end));
    at = end;
  }
  const jfif = hasDensity
    ? jfifSegment(density)
    : kept[0]?.[1] === JPEG.jfif
      ? kept.shift()
      : undefined;
  return Buffer.concat([
    file.subarray(0, 2),
    ...(jfif === undefined ? [] : [jfif]),
    ...(exif ? segment(JPEG.exif, JPEG_EXIF, exif) : []),
    ...(xmp === undefined ? [] : segment(JPEG.exif, JPEG_XMP, xmp)),
    ...(iptc === undefined ? [] : segment(JPEG.photoshop, JPEG_PHOTOSHOP, photoshopResource(iptc))),
    ...(profile ? profileSegments(profile) : []),
    ...kept,
    file.subarray(at),
  ]);
}

/** The density goes into EXIF. */
export function attachToWebp(
  webp: Uint8Array,
  metadata: AttachedMetadata,
  size: { readonly width: number; readonly height: number; readonly hasAlpha: boolean },
): Buffer {
  const { profile, density, xmp } = metadata;
  const exif = metadata.exif ?? (density ? resolutionBlock(density) : metadata.exif);
  const file = Buffer.from(webp.buffer, webp.byteOffset, webp.byteLength);
  if (profile === undefined && exif === undefined && xmp === undefined) return file;
  const replaced = new Set<string>([
    'VP8X',
    ...(profile === undefined ? [] : ['ICCP']),
    ...(exif === undefined ? [] : ['EXIF']),
    ...(xmp === undefined ? [] : ['XMP ']),
  ]);
  const header = Buffer.alloc(10);
  if (size.hasAlpha) header.writeUInt8(WEBP_FLAG.alpha, 0);
  header.writeUIntLE(size.width - 1, 4, 3);
  header.writeUIntLE(size.height - 1, 7, 3);
  const kept: { readonly type: string; readonly bytes: Buffer }[] = [];
  for (let at = 12; at + 8 <= file.length;) {
    const type = file.toString('latin1', at, at + 4);
    const length = file.readUInt32LE(at + 4);
    if (type === 'VP8X') file.copy(header, 0, at + 8, at + 18);
    const end = at + 8 + length + (length % 2);
    if (!replaced.has(type)) kept.push({ type, bytes: file.subarray(at, end) });
    at = end;
  }
  const own = (type: string) => kept.filter((each) => each.type === type).map(({ bytes }) => bytes);
  const chunk = (type: string, data: Uint8Array | null | undefined) =>
    data ? [riffChunk(type, Buffer.from(data))] : own(type);
  const iccp = chunk('ICCP', profile);
  const after = { exif: chunk('EXIF', exif), xmp: chunk('XMP ', xmp) };
  let flags = header.readUInt8(0) & (WEBP_FLAG.alpha | WEBP_FLAG.animation);
  if (iccp.length > 0) flags |= WEBP_FLAG.profile;
  if (after.exif.length > 0) flags |= WEBP_FLAG.exif;
  if (after.xmp.length > 0) flags |= WEBP_FLAG.xmp;
  header.writeUInt8(flags, 0);
  const placed = new Set(['ICCP', 'EXIF', 'XMP ']);
  const body = Buffer.concat([
    latin1('WEBP'),
    riffChunk('VP8X', header),
    ...iccp,
    ...kept.filter(({ type }) => !placed.has(type)).map(({ bytes }) => bytes),
    ...after.exif,
    ...after.xmp,
  ]);
  return riffChunk('RIFF', body);
}

const WEBP_FLAG = { animation: 0x02, xmp: 0x04, exif: 0x08, alpha: 0x10, profile: 0x20 } as const;

export function pngChunk(type: string, data: Uint8Array): Buffer {
  const typed = Buffer.concat([latin1(type), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.byteLength, 0);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(typed), 0);
  return Buffer.concat([length, typed, checksum]);
}

function jfifSegment(density: Density | null): Buffer {
  const data = Buffer.alloc(9);
  data.writeUInt16BE(0x0102, 0); // version 1.02
  data.writeUInt8(density === null ? 0 : 1, 2); // Unit: none, or inch.
  data.writeUInt16BE(density === null ? 1 : toShort(density.x), 3);
  data.writeUInt16BE(density === null ? 1 : toShort(density.y), 5);
  const [whole = data] = segment(JPEG.jfif, 'JFIF\0', data); // The last two bytes: no thumbnail.
  return whole;
}

function toShort(number: number): number {
  return Math.min(65_535, Math.max(1, Math.round(number)));
}

/** @returns empty for data longer than a segment */
export function segment(marker: number, begin: string, data: Uint8Array): Buffer[] {
  if (begin.length + data.byteLength > JPEG_SEGMENT_BYTES) return [];
  const head = Buffer.alloc(4 + begin.length);
  head.writeUInt16BE(0xff00 + marker, 0);
  head.writeUInt16BE(2 + begin.length + data.byteLength, 2);
  head.write(begin, 4, 'latin1');
  return [Buffer.concat([head, data])];
}

function profileSegments(profile: Uint8Array): Buffer[] {
  const room = JPEG_SEGMENT_BYTES - JPEG_PROFILE.length - 2;
  const count = Math.ceil(profile.byteLength / room);
  return Array.from({ length: count }, (_, index) => {
    const part = profile.subarray(index * room, (index + 1) * room);
    const place = Buffer.from([index + 1, count]);
    return segment(JPEG.profile, JPEG_PROFILE, Buffer.concat([place, part]));
  }).flat();
}

/** The image resource for IPTC (Photoshop file format, 1028), without a name. */
function photoshopResource(iptc: Buffer): Buffer {
  const head = Buffer.alloc(12);
  head.write('8BIM', 0, 'latin1');
  head.writeUInt16BE(1028, 4);
  head.writeUInt32BE(iptc.length, 8);
  return Buffer.concat([head, iptc, Buffer.alloc(iptc.length % 2)]);
}

export function riffChunk(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, 0, 'latin1');
  head.writeUInt32LE(data.byteLength, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.byteLength % 2)]);
}

function latin1(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}
