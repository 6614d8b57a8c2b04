/**
 * Adds metadata in a directory at the end. Sources: TIFF 6.0 section 2; ICC.1 annex B.2 (tag
 * 34675); Exif 2.32 (4.6.3) for the pointers; XMP part 3 (tags 700 and 33723).
 */
import type { AttachedMetadata } from './embed-metadata.ts';
import { resolutionEntries } from '../reading/resolution.ts';
import {
  DESCRIPTIVE_TAGS,
  directoryOffset,
  entriesWithPointers,
  readTiffEntries,
  TIFF_TYPE,
  writeTiffEntries,
  type TiffDirectory,
  type TiffEntry,
} from '../reading/tiff-entries.ts';

const TAG = {
  xmp: 0x02bc,
  iptc: 0x83bb,
  profile: 0x8773,
  exifPointer: 0x8769,
  gpsPointer: 0x8825,
  interoperabilityPointer: 0xa005,
} as const;

/** @param tiff one little-endian picture below 4 GiB, as libvips writes it */
export function attachToTiff(tiff: Buffer, metadata: AttachedMetadata): Buffer {
  const { profile, density, exif, xmp, iptc } = metadata;
  const parts: Buffer[] = [tiff];
  let end = tiff.length;
  const append = (entries: readonly TiffEntry[]): number => {
    if (end % 2 !== 0) {
      parts.push(Buffer.alloc(1));
      end += 1;
    }
    const at = end;
    const directory = writeTiffEntries(entries, at);
    parts.push(directory);
    end += directory.length;
    return at;
  };
  const blobs = [
    [TAG.profile, profile],
    [TAG.xmp, xmp],
    [TAG.iptc, iptc],
  ] as const;
  const added = [
    ...blobs.flatMap(([tag, bytes]) => (bytes ? [blobEntry(tag, bytes)] : [])),
    ...(density === undefined ? [] : resolutionEntries(density)),
    ...(exif ? entriesWithPointers(cameraOf(exif), append) : []),
  ];
  const replaced = new Set<number>([
    ...added.map(({ tag }) => tag),
    ...(profile === null ? [TAG.profile] : []),
  ]);
  const own = readTiffEntries(tiff).filter(({ tag }) => !replaced.has(tag));
  const at = append([...own, ...added]);
  const file = Buffer.concat(parts);
  file.writeUInt32LE(at, 4);
  return file;
}

function cameraOf(exif: Buffer): TiffDirectory {
  const main = readTiffEntries(exif, directoryOffset(exif));
  const below = [TAG.exifPointer, TAG.gpsPointer].flatMap((tag) => {
    const pointer = main.find((entry) => entry.tag === tag);
    if (pointer?.type !== TIFF_TYPE.long) return [];
    const entries = readTiffEntries(exif, pointer.value.readUInt32LE(0)).filter(
      (entry) => entry.tag !== TAG.interoperabilityPointer,
    );
    return [[tag, { entries }] as const];
  });
  return { entries: main.filter(({ tag }) => DESCRIPTIVE_TAGS.has(tag)), below };
}

function blobEntry(tag: number, bytes: Uint8Array): TiffEntry {
  return {
    tag,
    type: tag === TAG.xmp ? TIFF_TYPE.byte : TIFF_TYPE.undefined,
    count: bytes.byteLength,
    value: Buffer.from(bytes),
  };
}
