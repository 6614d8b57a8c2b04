/**
 * Files whose pixels or colours two decoders could take for different ones become a picture that all of them read
 * alike: upright, RGB with or without transparency, 8 or 16 bits without a sign, and a profile that says what the
 * numbers mean. From then on they are photos like any other.
 */
import { readFile } from 'node:fs/promises';
import { attachToJpeg, attachToPng } from '../writing/embed-metadata.ts';
import { profileSpace, readMeaning, type ColourMeaning } from '../reading/colour-meaning.ts';
import { readFileDensity, turnedDensity } from '../reading/density.ts';
import { exifForResult } from '../reading/exif.ts';
import { openBytes } from '../reading/file-bytes.ts';
import { openPicture, readPictureHeader } from '../reading/open-picture.ts';
import { fromRaw, toRaw, type RawPicture } from '../reading/photo-pixels.ts';
import { withoutPngChunks } from '../reading/png-chunks.ts';
import { damagedFile, probePicture, unsupportedFile, type PictureInfo } from '../reading/probe.ts';
import { readHead, sniffFormat, type PictureFormat } from '../reading/sniff-format.ts';
import { readTiffCamera } from '../reading/tiff-camera.ts';
import { readTiffSamples, UnknownSamples, type TiffSamples } from '../reading/tiff-samples.ts';
import { convertedFormat, convertPicture } from './convert-picture.ts';
import { asNumbers, decodeTiff } from './decode-tiff.ts';
import type { ConvertedFormat } from './messages.ts';

/** See the file comment. */
export interface StandardPicture {
  /** A PNG, or the JPEG itself with a profile; the same for the same file. */
  readonly bytes: Buffer;
  /** HEIC and BMP are kept as PNG. */
  readonly convertedFrom: ConvertedFormat | undefined;
  /** Of the file, unless it was converted. */
  readonly format: PictureFormat | undefined;
  /** Frames or pages of the file. */
  readonly pages: number;
  /** What the user has to know about it. */
  readonly notes: readonly string[];
}

/** zlib level, as for converted pictures. */
const COMPRESSION = 2;
/** Chunks of a PNG that say what its numbers mean; one profile takes their place. */
const COLOUR_CHUNKS: ReadonlySet<string> = new Set([
  'cICP',
  'iCCP',
  'sRGB',
  'gAMA',
  'cHRM',
  'mDCV',
  'cLLI',
]);
const UNCHANGED = 'Your file stays unchanged.';
const HDR = `This photo is in HDR. Gesso shows, edits and saves it with the brightness of an ordinary screen. ${UNCHANGED}`;

/**
 * @param name the user's name for the file, for the error sentences
 * @returns `undefined` for a file that is read as it is, and for one of an unknown kind
 * @throws AppError `unsupported-file`, `damaged-file`, `too-large`
 */
export async function standardPicture(
  path: string,
  name: string,
): Promise<StandardPicture | undefined> {
  const convertedFrom = await convertedFormat(path);
  if (convertedFrom !== undefined) {
    const { png, isHdr } = await convertPicture(path, convertedFrom, name);
    return { bytes: png, convertedFrom, format: undefined, pages: 1, notes: isHdr ? [HDR] : [] };
  }
  const found = await readDifference(path, name);
  if (found === undefined) return undefined;
  const { info, samples, meaning } = found;
  try {
    return {
      bytes: await standardBytes(path, found),
      convertedFrom,
      format: info.format,
      pages: info.pages,
      notes: notesOf(samples, meaning),
    };
  } catch (error) {
    throw damagedFile(name, error);
  }
}

/** Whether {@link standardPicture} makes a picture of the file. @throws AppError as that does */
export async function needsStandardPicture(path: string, name: string): Promise<boolean> {
  if ((await convertedFormat(path)) !== undefined) return true;
  return (await readDifference(path, name)) !== undefined;
}

/** A file as sharp can read it: by its place, or the bytes of the picture that was made of it. */
export interface ReadableFile {
  readonly file: string | Buffer;
  readonly made: StandardPicture | undefined;
}

/** @throws AppError as {@link standardPicture} does */
export async function readableFile(path: string, name: string): Promise<ReadableFile> {
  const made = await standardPicture(path, name);
  return { file: made?.bytes ?? path, made };
}

interface Difference {
  /** As the decoder gives the file's numbers. */
  readonly file: string | Buffer;
  readonly info: PictureInfo;
  readonly samples: TiffSamples | undefined;
  readonly meaning: ColourMeaning;
}

/** @returns `undefined` where there is none */
async function readDifference(path: string, name: string): Promise<Difference | undefined> {
  const format = sniffFormat(await readHead(path));
  if (format === undefined || format === 'heic' || format === 'bmp') return undefined;
  await using bytes = await openBytes(path);
  const samples = format === 'tiff' ? await readTiffSamples(bytes).catch(refuse(name)) : undefined;
  const file = samples === undefined ? path : await asNumbers(path, samples);
  const info = await probePicture(file, name);
  const meaning = await readMeaning(bytes, format, await readPictureHeader(file));
  return samples === undefined && meaning.kind === 'own'
    ? undefined
    : { file, info, samples, meaning };
}

function refuse(name: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof UnknownSamples)) throw error;
    throw unsupportedFile(
      `“${name}” has ${error.message}, which Gesso can’t read. Save it with 8 or 16 bits per channel in RGB and open that file.`,
    );
  };
}

async function standardBytes(path: string, found: Difference): Promise<Buffer> {
  const { file, info, samples, meaning } = found;
  const { icc, exif, channels, format, orientation = 1 } = await readPictureHeader(file);
  const profile = meaning.kind === 'profile' ? meaning.profile : undefined;
  // where the pixels are RGB already, their meaning alone is written anew
  if (samples === undefined && profile !== undefined && channels >= 3) {
    if (format === 'jpeg') return attachToJpeg(await readFile(path), { profile });
    if (format === 'png') {
      return attachToPng(withoutPngChunks(await readFile(path), COLOUR_CHUNKS), { profile });
    }
  }
  const isRgb = icc !== undefined && profileSpace(icc) === 'RGB ' && !isBroughtToSrgb(samples);
  const picture =
    samples === undefined
      ? await plainPixels(file, info, meaning)
      : await decodeTiff(file, samples, isRgb || profile !== undefined);
  const density = await readFileDensity(path);
  const camera = exif ?? (await readTiffCamera(path));
  return attachToPng(await encode(picture), {
    profile: profile ?? (isRgb && meaning.kind !== 'convert' ? icc : undefined),
    density: orientation >= 5 ? turnedDensity(density) : density,
    exif: camera && exifForResult(camera, picture, 'all'),
  });
}

function isBroughtToSrgb(samples: TiffSamples | undefined): boolean {
  return samples?.colours === 'cmyk' || samples?.colours === 'lab';
}

async function plainPixels(
  file: string | Buffer,
  { depth, hasAlpha }: PictureInfo,
  meaning: ColourMeaning,
): Promise<RawPicture> {
  const picture = openPicture(file, {
    ignoreIcc: meaning.kind !== 'convert',
    failOn: 'truncated',
  });
  return await toRaw(picture.autoOrient(), depth, hasAlpha);
}

async function encode(picture: RawPicture): Promise<Buffer> {
  return await fromRaw(picture)
    .png({ compressionLevel: COMPRESSION, adaptiveFiltering: true })
    .toBuffer();
}

function notesOf(samples: TiffSamples | undefined, meaning: ColourMeaning): readonly string[] {
  const notes: string[] = [];
  if (meaning.kind === 'profile' && meaning.isHdr) notes.push(HDR);
  if (meaning.kind === 'convert') {
    notes.push(`This photo has a profile for grey. Gesso edits and saves it in sRGB. ${UNCHANGED}`);
  }
  if (samples === undefined) return notes;
  const { colours, isFloat, bits, others } = samples;
  if (isBroughtToSrgb(samples)) {
    const space = colours === 'lab' ? 'Lab' : 'CMYK';
    notes.push(`This photo is in ${space}. Gesso edits and saves it in sRGB. ${UNCHANGED}`);
  }
  if (isFloat) {
    notes.push(
      `This photo has floating-point numbers. Gesso edits and saves it with 16 bits per channel, and colours brighter than white become white. ${UNCHANGED}`,
    );
  } else if (bits === 32) {
    notes.push(
      `This photo has 32 bits per channel. Gesso edits and saves it with 16. ${UNCHANGED}`,
    );
  }
  if (others > 0) {
    notes.push(
      `This photo has saved selections or spot colours. Gesso leaves them out. ${UNCHANGED}`,
    );
  }
  return notes;
}
