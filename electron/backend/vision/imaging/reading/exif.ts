/**
 * Rewrites EXIF without thumbnails and maker notes, which can still show removed parts, and
 * without all that was not parsed. Sources: Exif 2.32 (CIPA DC-008), TIFF 6.0.
 */
import type { ExifChoice } from '../../../../../shared/contract/export.ts';
import type { Size } from '../../../../../shared/geometry/rect.ts';
import { resolutionEntries, withoutPrefix, type Density } from './resolution.ts';
import {
  DESCRIPTIVE_TAGS,
  numberEntry,
  readTiffEntries,
  RESOLUTION_TAGS,
  TIFF_TYPE,
  writeTiffBlock,
  type TiffDirectory,
  type TiffEntry,
} from './tiff-entries.ts';

const TAG = {
  imageWidth: 0x0100,
  imageLength: 0x0101,
  orientation: 0x0112,
  exifPointer: 0x8769,
  gpsPointer: 0x8825,
  makerNote: 0x927c,
  colorSpace: 0xa001,
  pixelWidth: 0xa002,
  pixelHeight: 0xa003,
  interoperabilityPointer: 0xa005,
  interoperabilityIndex: 0x0001,
} as const;

/** A block with only technical entries is shorter than this. */
const MOST_TECHNICAL = 512;

/** Range of EXIF tags (Exif 2.32, 4.6.5); above are padding and private tags. */
const CAMERA_TAGS = { first: 0x8000, last: 0xa500 } as const;

/**
 * @param exif with or without `Exif\\0\\0`
 * @param size of the saved, oriented picture
 * @param density default: the block's own
 * @returns a TIFF block without prefix; `undefined` if nothing is kept
 */
export function exifForResult(
  exif: Uint8Array,
  size: Size,
  choice: ExifChoice,
  density?: Density | null,
): Buffer | undefined {
  if (choice === 'none') return undefined;
  const block = withoutPrefix(exif);
  const main = soundEntries(block);
  const resolution =
    density === undefined
      ? main.filter(({ tag }) => RESOLUTION_TAGS.has(tag))
      : density === null
        ? []
        : resolutionEntries(density);
  const camera = withNumbers(entriesBelow(block, main, TAG.exifPointer).filter(isCameras), [
    [TAG.pixelWidth, size.width],
    [TAG.pixelHeight, size.height],
  ]);
  const described = main.filter(({ tag }) => DESCRIPTIVE_TAGS.has(tag));
  const place = choice === 'all' ? entriesBelow(block, main, TAG.gpsPointer) : [];
  if (described.length + camera.length + place.length === 0) return undefined;
  const kept = main.filter(
    ({ tag }) => tag === TAG.orientation || tag === TAG.imageWidth || tag === TAG.imageLength,
  );
  const numbers = withNumbers(kept, [
    [TAG.orientation, 1],
    [TAG.imageWidth, size.width],
    [TAG.imageLength, size.height],
  ]);
  return writeTiffBlock({
    entries: [...described, ...numbers, ...resolution],
    below: [
      [TAG.exifPointer, { entries: camera }],
      [TAG.gpsPointer, { entries: place }],
    ],
  });
}

/** Returns a block with only the print size, for formats that cannot store it otherwise. */
export function resolutionBlock(density: Density): Buffer | undefined {
  return writeTiffBlock({ entries: resolutionEntries(density) });
}

/** Versions, sizes and layouts, which encoders always write and which reveal nothing personal. */
const TECHNICAL_TAGS: ReadonlySet<number> = new Set([
  ...RESOLUTION_TAGS,
  0x0213,
  0x9000,
  0x9101,
  0xa000,
  TAG.imageWidth,
  TAG.imageLength,
  TAG.orientation,
  TAG.exifPointer,
  TAG.colorSpace,
  TAG.pixelWidth,
  TAG.pixelHeight,
  TAG.interoperabilityPointer,
]);

/** @returns `saysMore` if it has camera data; no `block` if nothing affects the picture */
export function lookOfExif(exif: Uint8Array): {
  readonly block: Buffer | undefined;
  readonly saysMore: boolean;
} {
  const block = withoutPrefix(exif);
  const main = soundEntries(block);
  const camera = entriesBelow(block, main, TAG.exifPointer);
  const only = (entries: readonly TiffEntry[], tag: number): TiffDirectory => ({
    entries: entries.filter((entry) => entry.tag === tag),
  });
  const index = entriesBelow(block, camera, TAG.interoperabilityPointer);
  const all = [...main, ...camera];
  const written = writeTiffBlock({
    ...only(main, TAG.orientation),
    below: [
      [
        TAG.exifPointer,
        {
          ...only(camera, TAG.colorSpace),
          below: [[TAG.interoperabilityPointer, only(index, TAG.interoperabilityIndex)]],
        },
      ],
    ],
  });
  const isTechnical = all.every(({ tag }) => TECHNICAL_TAGS.has(tag));
  return { block: written, saysMore: !isTechnical || block.length > MOST_TECHNICAL };
}

function soundEntries(block: Buffer, at?: number): readonly TiffEntry[] {
  // SECURITY: S49 reads and writes no more than the block contains
  try {
    return readTiffEntries(block, at);
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
}

function entriesBelow(
  block: Buffer,
  entries: readonly TiffEntry[],
  pointerTag: number,
): readonly TiffEntry[] {
  const pointer = entries.find(({ tag }) => tag === pointerTag);
  if (pointer?.type !== TIFF_TYPE.long) return [];
  return soundEntries(block, pointer.value.readUInt32LE(0));
}

function isCameras({ tag }: TiffEntry): boolean {
  const isKnown = tag >= CAMERA_TAGS.first && tag < CAMERA_TAGS.last;
  return isKnown && tag !== TAG.makerNote && tag !== TAG.interoperabilityPointer;
}

function withNumbers(
  entries: readonly TiffEntry[],
  numbers: readonly (readonly [tag: number, number: number])[],
): readonly TiffEntry[] {
  return entries.map((entry) => {
    const changed = numbers.find(([tag]) => tag === entry.tag);
    if (changed === undefined) return entry;
    const type = entry.tag === TAG.orientation ? TIFF_TYPE.short : TIFF_TYPE.long;
    return numberEntry(entry.tag, type, changed[1]);
  });
}
