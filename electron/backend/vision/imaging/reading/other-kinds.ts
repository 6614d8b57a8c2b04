/** Sources: file(1); TIFF 6.0 and TIFF/EP; ITU-T T.81 annex B. */
import { extensionKind } from '../../../../../shared/files/other-kinds.ts';
import { openDirectories } from './directories.ts';
import { openBytes, type FileBytes } from './file-bytes.ts';
import type { SniffedFormat } from './sniff-format.ts';

/** An SVG or web page identifies itself within these bytes. */
const HEAD_BYTES = 1024;

const RAW = 'a camera RAW file';
/** Signatures as Latin-1, with optional offsets. */
const BEGINNINGS: readonly (readonly [string, string, number?])[] = [
  ['a JPEG XL picture', '\u00ff\n'],
  ['a JPEG XL picture', '\0\0\0\u000cJXL '],
  ['a JPEG 2000 picture', '\0\0\0\u000cjP  '],
  ['a JPEG 2000 picture', '\u00ff\u004f\u00ff\u0051'],
  ['a JPEG XR picture', 'II\u00bc'],
  ['a Photoshop document (PSD)', '8BPS\0\u0001'],
  ['a large Photoshop document (PSB)', '8BPS\0\u0002'],
  [RAW, 'ftypcrx ', 4],
  [RAW, 'II\u001a\0\0\0HEAPCCDR'],
  [RAW, 'FUJIFILMCCD-RAW'],
  [RAW, 'IIU\0'],
  [RAW, 'IIRO'],
  [RAW, 'IIRS'],
  [RAW, 'MMOR'],
  [RAW, 'FOVb'],
  [RAW, '\0MRM'],
  [RAW, 'IIII'],
  ['a PDF', '%PDF-'],
  ['a PostScript drawing (EPS)', '%!PS'],
  ['a PostScript drawing (EPS)', '\u00c5\u00d0\u00d3\u00c6'],
  ['an icon (ICO)', '\0\0\u0001\0'],
  ['an icon (ICNS)', 'icns'],
  ['a GIMP picture (XCF)', 'gimp xcf'],
  ['an OpenEXR picture', 'v/1\u0001'],
  ['a Radiance picture (HDR)', '#?RADIANCE'],
  ['a Radiance picture (HDR)', '#?RGBE'],
  ['a DDS texture', 'DDS '],
  ['a QOI picture', 'qoif'],
  ['a BPG picture', 'BPG\u00fb'],
  ['a FITS picture', 'SIMPLE  ='],
  ['a ZIP archive', 'PK\u0003\u0004'],
  ['a film', 'ftyp', 4],
  ['a film', 'moov', 4],
  ['a film', 'mdat', 4],
  ['a film', 'wide', 4],
  ['a film', 'AVI ', 8],
  ['a film', '\u001a\u0045\u00df\u00a3'],
];
/** Text formats. */
const TEXTS: readonly (readonly [string, RegExp])[] = [
  ['a portable pixmap (PNM)', /^P[1-7]\s/u],
  ['an SVG drawing', /^\W{0,3}(?:<\?xml[^>]*>|<!--.*?-->|<!DOCTYPE svg[^>]*>|\s)*<svg[\s>]/isu],
  ['a web page', /^\W{0,3}\s*<(?:!doctype html|html)/iu],
];

/** Brands of ISO media files that contain a film's frames. */
const SEQUENCES: ReadonlyMap<string, string> = new Map([
  ['avis', 'an animated AVIF'],
  ...['msf1', 'hevc', 'hevx', 'hevm', 'hevs'].map(
    (brand) => [brand, 'a sequence of HEIC pictures'] as const,
  ),
]);

/** @returns description with its article; by name if the bytes don't tell */
export async function otherKind(file: string | Buffer, name: string): Promise<string | undefined> {
  await using bytes = await openBytes(file);
  const head = await bytes.read(0, Math.min(bytes.size, HEAD_BYTES));
  const text = head?.toString('latin1') ?? '';
  const [kind] =
    BEGINNINGS.find(([, beginning, at = 0]) => text.startsWith(beginning, at)) ??
    TEXTS.find(([, beginning]) => beginning.test(text)) ??
    [];
  return kind ?? extensionKind(name)?.is;
}

export function sequenceKind(head: Uint8Array): string | undefined {
  return SEQUENCES.get(Buffer.from(head.subarray(8, 12)).toString('latin1'));
}

/** @returns description with its article; `undefined` if it is readable */
export async function unreadVariant(
  file: string | Buffer,
  format: SniffedFormat,
  name: string,
): Promise<string | undefined> {
  if (format !== 'tiff' && format !== 'jpeg') return undefined;
  await using bytes = await openBytes(file);
  return format === 'tiff' ? await tiffVariant(bytes, name) : await jpegVariant(bytes);
}

const TIFF = {
  compression: 259,
  photometric: 262,
  subDirectories: 330,
  dngVersion: 50_706,
  /** Sensor data, and undeveloped DNG. */
  raw: [32_803, 34_892] as readonly number[],
  mostSubDirectories: 16,
} as const;

/** Compressions that the decoder supports. */
const UNPACKED: ReadonlySet<number> = new Set([1, 2, 3, 4, 5, 7, 8, 32_771, 32_773, 32_946]);
const PACKED_AS: ReadonlyMap<number, string> = new Map([
  [6, 'old-style JPEG'],
  [34_661, 'JBIG'],
  [34_712, 'JPEG 2000'],
  [33_003, 'JPEG 2000'],
  [33_005, 'JPEG 2000'],
  [34_887, 'LERC'],
  [34_925, 'LZMA'],
  [50_000, 'Zstandard'],
  [50_001, 'WebP'],
  [50_002, 'JPEG XL'],
  [52_546, 'JPEG XL'],
]);

async function tiffVariant(file: FileBytes, name: string): Promise<string | undefined> {
  const head = await file.read(8, 2);
  if (head?.toString('latin1') === 'CR') return RAW;
  const directories = await openDirectories(file);
  if (directories === undefined) return undefined;
  const { first, tag } = directories;
  if ((await tag(first, TIFF.dngVersion)) !== undefined) return RAW;
  const inside = (await tag(first, TIFF.subDirectories))?.numbers ?? [];
  for (const at of [first, ...inside.slice(0, TIFF.mostSubDirectories)]) {
    const photometric = (await tag(at, TIFF.photometric))?.numbers[0];
    if (photometric !== undefined && TIFF.raw.includes(photometric)) return RAW;
  }
  // The first page of such a file is a thumbnail.
  if (extensionKind(name)?.isRaw === true) return RAW;
  const compression = (await tag(first, TIFF.compression))?.numbers[0] ?? 1;
  if (UNPACKED.has(compression)) return undefined;
  return `a TIFF that is packed as ${PACKED_AS.get(compression) ?? `no. ${compression}`}`;
}

const JPEG = {
  firstFrame: 0xc0,
  lastFrame: 0xcf,
  ls: 0xf7,
  scan: 0xda,
  mostSegments: 1000,
} as const;
/** Tables and extensions within the range of frame markers. */
const NO_FRAMES: ReadonlySet<number> = new Set([0xc4, 0xc8, 0xcc]);
/** Baseline, extended, progressive; the first and last also with arithmetic coding. */
const READ_FRAMES: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2, 0xc9, 0xca]);

async function jpegVariant(file: FileBytes): Promise<string | undefined> {
  for (let at = 2, seen = 0; seen < JPEG.mostSegments; seen++) {
    const head = await file.read(at, 5);
    const marker = head?.[1] ?? JPEG.scan;
    if (head?.[0] !== 0xff || marker === JPEG.scan) return undefined;
    if (marker === 0xff) {
      at += 1; // a fill byte
      continue;
    }
    if (marker === JPEG.ls) return 'a JPEG-LS picture';
    const isFrame = marker >= JPEG.firstFrame && marker <= JPEG.lastFrame && !NO_FRAMES.has(marker);
    if (isFrame && !READ_FRAMES.has(marker)) return 'a lossless or layered JPEG';
    if (isFrame) return head[4] === 8 ? undefined : `a JPEG of ${head[4]} bits per channel`;
    at += 2 + head.readUInt16BE(2);
  }
  return undefined;
}
