/**
 * Puts an ICC profile and the camera's data into an encoded TIFF without touching its pixels: a new
 * directory at the end of the file takes the place of the old one.
 *
 * Sources: TIFF 6.0 section 2; ICC.1 annex B.2 (tag 34675); Exif 2.32 (4.6.3) for the pointers.
 */
import type { AttachedMetadata } from './embed-metadata.ts';
import {
  DESCRIPTIVE_TAGS,
  directoryOffset,
  readTiffEntries,
  TIFF_TYPE,
  writeTiffEntries,
  type TiffEntry,
} from '../reading/tiff-entries.ts';

const TAG = {
  profile: 0x8773,
  exifPointer: 0x8769,
  gpsPointer: 0x8825,
  interoperabilityPointer: 0xa005,
} as const;

/** @param tiff of one picture, little-endian and below 4 GiB, as libvips writes it */
export function attachToTiff(tiff: Buffer, { profile, exif }: AttachedMetadata): Buffer {
  if (profile === undefined && exif === undefined) return tiff;
  const parts: Buffer[] = [tiff];
  let end = tiff.length;
  const append = (part: Buffer): number => {
    if (end % 2 !== 0) {
      parts.push(Buffer.alloc(1));
      end += 1;
    }
    const at = end;
    parts.push(part);
    end += part.length;
    return at;
  };
  const appendDirectory = (entries: readonly TiffEntry[]): number =>
    append(writeTiffEntries(entries, end + (end % 2)));

  const camera = exif === undefined ? [] : soundEntries(exif, appendDirectory);
  const own = readTiffEntries(tiff);
  const taken = new Set(own.map(({ tag }) => tag));
  const added = [...camera, ...(profile === undefined ? [] : [profileEntry(profile)])];
  const at = appendDirectory([...own, ...added.filter(({ tag }) => !taken.has(tag))]);
  const file = Buffer.concat(parts);
  file.writeUInt32LE(at, 4);
  return file;
}

/** The camera's data are left out where they are not sound: the picture is worth more. */
function soundEntries(...of: Parameters<typeof cameraEntries>): readonly TiffEntry[] {
  try {
    return cameraEntries(...of);
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
}

/** The camera's entries for the first directory; those that it points to are appended. */
function cameraEntries(
  exif: Buffer,
  appendDirectory: (entries: readonly TiffEntry[]) => number,
): readonly TiffEntry[] {
  const main = readTiffEntries(exif, directoryOffset(exif));
  const pointers = [TAG.exifPointer, TAG.gpsPointer].flatMap((tag) => {
    const pointer = main.find((entry) => entry.tag === tag);
    if (pointer === undefined || pointer.type !== TIFF_TYPE.long) return [];
    const entries = readTiffEntries(exif, pointer.value.readUInt32LE(0)).filter(
      (entry) => entry.tag !== TAG.interoperabilityPointer,
    );
    if (entries.length === 0) return [];
    const value = Buffer.alloc(4);
    value.writeUInt32LE(appendDirectory(entries));
    return [{ tag, type: TIFF_TYPE.long, count: 1, value }];
  });
  return [...main.filter(({ tag }) => DESCRIPTIVE_TAGS.has(tag)), ...pointers];
}

function profileEntry(profile: Uint8Array): TiffEntry {
  return {
    tag: TAG.profile,
    type: TIFF_TYPE.undefined,
    count: profile.byteLength,
    value: Buffer.from(profile),
  };
}
