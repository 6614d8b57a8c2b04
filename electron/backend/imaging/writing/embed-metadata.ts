/**
 * Puts an ICC profile, the density and the camera's data into an encoded file without touching its
 * pixels. The encoder
 * can attach a profile only by converting the colours into it, which would change every pixel; here
 * the numbers stay and the profile gives them their meaning again.
 *
 * Sources: PNG (ISO/IEC 15948) iCCP, pHYs and eXIf; ICC.1 annex B.4 for JPEG APP2; JFIF 1.02 for the
 * density; Exif 2.32 (4.7.2) for JPEG APP1; WebP container specification for VP8X, ICCP and EXIF.
 */
import { crc32, deflateSync } from 'node:zlib';

/** The parts to attach; an absent one is left out. */
export interface AttachedMetadata {
  readonly profile?: Uint8Array | undefined;
  /** Pixels per inch. */
  readonly density?: number | undefined;
  /** The camera's data, a TIFF block. */
  readonly exif?: Buffer | undefined;
  /** {@link GESSO_MARK}: the picture was made by Gesso from others. PNG only. */
  readonly isGessosOwn?: boolean | undefined;
}

/** A text chunk (PNG 11.3.3.2) of pictures in the library that are neither photos nor answers. */
export const GESSO_MARK = 'Software\0Gesso library';

const METRES_PER_INCH = 0.0254;
/** Bytes of profile in one JPEG segment: 65,535 less length field and header (ICC.1 B.4). */
const JPEG_PROFILE_CHUNK = 65_519;
/** Bytes of camera data that a JPEG segment holds: 65,535 less length field and identifier. */
const JPEG_EXIF_LIMIT = 65_527;

/** Inserts right after IHDR, before any pixel data. */
export function attachToPng(png: Uint8Array, metadata: AttachedMetadata): Buffer {
  const chunks: Buffer[] = [];
  if (metadata.isGessosOwn === true) {
    chunks.push(pngChunk('tEXt', Buffer.from(GESSO_MARK, 'latin1')));
  }
  if (metadata.profile !== undefined) {
    const name = Buffer.from('ICC Profile\0\0', 'latin1'); // name, terminator, method 0 = zlib
    chunks.push(pngChunk('iCCP', Buffer.concat([name, deflateSync(metadata.profile)])));
  }
  if (metadata.density !== undefined) {
    const perMetre = Math.round(metadata.density / METRES_PER_INCH);
    const data = Buffer.alloc(9);
    data.writeUInt32BE(perMetre, 0);
    data.writeUInt32BE(perMetre, 4);
    data.writeUInt8(1, 8); // unit: metre
    chunks.push(pngChunk('pHYs', data));
  }
  if (metadata.exif !== undefined) chunks.push(pngChunk('eXIf', metadata.exif));
  const afterHeader = 8 + 25; // signature, IHDR chunk
  const rest = dropPngChunk(png.subarray(afterHeader), 'pHYs');
  return Buffer.concat([png.subarray(0, afterHeader), ...chunks, rest]);
}

/**
 * Inserts a JFIF segment with the density right after SOI (replacing one that is there), then the
 * camera's data, which a segment may be too short for, then the profile.
 */
export function attachToJpeg(jpeg: Uint8Array, metadata: AttachedMetadata): Buffer {
  const file = Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength);
  const hasJfif = file[2] === 0xff && file[3] === 0xe0;
  const afterJfif = hasJfif ? 4 + file.readUInt16BE(4) : 2;
  const jfif =
    metadata.density === undefined ? file.subarray(2, afterJfif) : jfifSegment(metadata.density);
  const segments = metadata.profile === undefined ? [] : profileSegments(metadata.profile);
  const exif = metadata.exif === undefined ? [] : exifSegment(metadata.exif);
  return Buffer.concat([file.subarray(0, 2), jfif, ...exif, ...segments, file.subarray(afterJfif)]);
}

/** Rewrites the container in its extended form. WebP has no place for the density. */
export function attachToWebp(
  webp: Uint8Array,
  metadata: AttachedMetadata,
  size: { readonly width: number; readonly height: number; readonly hasAlpha: boolean },
): Buffer {
  const file = Buffer.from(webp);
  if (metadata.profile === undefined && metadata.exif === undefined) return file;
  const isExtended = file.toString('latin1', 12, 16) === 'VP8X';
  const header = Buffer.alloc(10);
  if (isExtended) file.copy(header, 0, 20, 30);
  else {
    if (size.hasAlpha) header.writeUInt8(0x10, 0);
    header.writeUIntLE(size.width - 1, 4, 3);
    header.writeUIntLE(size.height - 1, 7, 3);
  }
  const { profile, exif } = metadata;
  const flags = (profile === undefined ? 0 : 0x20) | (exif === undefined ? 0 : 0x08);
  header.writeUInt8(header.readUInt8(0) | flags, 0);
  const images = file.subarray(isExtended ? 30 : 12);
  const body = Buffer.concat([
    Buffer.from('WEBP', 'latin1'),
    riffChunk('VP8X', header),
    ...(profile === undefined ? [] : [riffChunk('ICCP', Buffer.from(profile))]),
    images,
    ...(exif === undefined ? [] : [riffChunk('EXIF', exif)]),
  ]);
  const start = Buffer.alloc(8);
  start.write('RIFF', 0, 'latin1');
  start.writeUInt32LE(body.byteLength, 4);
  return Buffer.concat([start, body]);
}

function pngChunk(type: string, data: Uint8Array): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.byteLength, 0);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(typed), 0);
  return Buffer.concat([length, typed, checksum]);
}

/** The chunks before the pixel data without one of a kind, which may stand there only once. */
function dropPngChunk(chunks: Uint8Array, type: string): Buffer {
  const bytes = Buffer.from(chunks.buffer, chunks.byteOffset, chunks.byteLength);
  let offset = 0;
  while (offset + 12 <= bytes.byteLength) {
    const length = 12 + bytes.readUInt32BE(offset);
    const name = bytes.toString('latin1', offset + 4, offset + 8);
    if (name === 'IDAT') break;
    if (name === type) {
      return Buffer.concat([bytes.subarray(0, offset), bytes.subarray(offset + length)]);
    }
    offset += length;
  }
  return bytes;
}

function jfifSegment(density: number): Buffer {
  const segment = Buffer.alloc(18);
  segment.writeUInt16BE(0xffe0, 0);
  segment.writeUInt16BE(16, 2);
  segment.write('JFIF\0', 4, 'latin1');
  segment.writeUInt16BE(0x0102, 9); // version 1.02
  segment.writeUInt8(1, 11); // unit: inch
  const rounded = Math.min(65_535, Math.max(1, Math.round(density)));
  segment.writeUInt16BE(rounded, 12);
  segment.writeUInt16BE(rounded, 14);
  return segment; // the last two bytes: no thumbnail
}

function exifSegment(exif: Buffer): Buffer[] {
  if (exif.byteLength > JPEG_EXIF_LIMIT) return [];
  const head = Buffer.alloc(10);
  head.writeUInt16BE(0xffe1, 0);
  head.writeUInt16BE(8 + exif.byteLength, 2);
  head.write('Exif\0\0', 4, 'latin1');
  return [Buffer.concat([head, exif])];
}

function profileSegments(profile: Uint8Array): Buffer[] {
  const count = Math.ceil(profile.byteLength / JPEG_PROFILE_CHUNK);
  return Array.from({ length: count }, (_, index) => {
    const part = profile.subarray(index * JPEG_PROFILE_CHUNK, (index + 1) * JPEG_PROFILE_CHUNK);
    const head = Buffer.alloc(18);
    head.writeUInt16BE(0xffe2, 0);
    head.writeUInt16BE(16 + part.byteLength, 2);
    head.write('ICC_PROFILE\0', 4, 'latin1');
    head.writeUInt8(index + 1, 16);
    head.writeUInt8(count, 17);
    return Buffer.concat([head, part]);
  });
}

function riffChunk(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, 0, 'latin1');
  head.writeUInt32LE(data.byteLength, 4);
  const padding = data.byteLength % 2 === 0 ? [] : [Buffer.alloc(1)];
  return Buffer.concat([head, data, ...padding]);
}
