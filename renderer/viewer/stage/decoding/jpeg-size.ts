/** Reads the size of a JPEG, turned upright, from its first bytes. */
import type { Size } from '../../../../shared/geometry/rect.ts';

/** Enough bytes: the size follows the metadata, which may be long. */
export const JPEG_HEADER_BYTES = 512 * 1024;

/** Markers (ITU-T T.81, table B.1) and the tag of the orientation (Exif 2.32, section 4.6.4). */
const JPEG = {
  start: 0xffd8,
  exif: 0xe1,
  startOfScan: 0xda,
  /** SOF markers; C4, C8 and CC in their range are others. */
  firstFrame: 0xc0,
  lastFrame: 0xcf,
  notFrames: [0xc4, 0xc8, 0xcc],
  orientationTag: 0x0112,
  /** From this orientation on, width and height are swapped. */
  firstTurned: 5,
} as const;

/** @returns `undefined` if the bytes are no JPEG or lack the size */
export function readJpegSize(bytes: Uint8Array): Size | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return scan(view);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function scan(view: DataView): Size | undefined {
  if (view.getUint16(0) !== JPEG.start) return undefined;
  let orientation = 1;
  for (let offset = 2; ;) {
    if (view.getUint8(offset) !== 0xff) return undefined;
    const marker = view.getUint8(offset + 1);
    if (marker === 0xff) {
      offset += 1;
      continue;
    }
    if (marker === JPEG.startOfScan) return undefined;
    if (marker === JPEG.exif) orientation = readOrientation(view, offset + 4) ?? orientation;
    if (isFrame(marker)) {
      const height = view.getUint16(offset + 5);
      const width = view.getUint16(offset + 7);
      return orientation >= JPEG.firstTurned ? { width: height, height: width } : { width, height };
    }
    offset += 2 + view.getUint16(offset + 2);
  }
}

function isFrame(marker: number): boolean {
  const { firstFrame, lastFrame, notFrames } = JPEG;
  return marker >= firstFrame && marker <= lastFrame && !notFrames.some((not) => not === marker);
}

/** @param start of the segment: `Exif`, two zeros, then a TIFF header */
function readOrientation(view: DataView, start: number): number | undefined {
  if (view.getUint32(start) !== 0x45786966) return undefined;
  const tiff = start + 6;
  const isLittle = view.getUint16(tiff) === 0x4949;
  const directory = tiff + view.getUint32(tiff + 4, isLittle);
  const count = view.getUint16(directory, isLittle);
  for (let index = 0; index < count; index++) {
    const entry = directory + 2 + index * 12;
    if (view.getUint16(entry, isLittle) !== JPEG.orientationTag) continue;
    const value = view.getUint16(entry + 8, isLittle);
    return value >= 1 && value <= 8 ? value : undefined;
  }
  return undefined;
}
