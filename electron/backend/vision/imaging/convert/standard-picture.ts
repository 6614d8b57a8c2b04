/** Converts files that decoders could interpret differently, to 8 or 16 bits with a profile. */
import { readFile } from 'node:fs/promises';
import type { Metadata } from 'sharp';
import { attachToJpeg, attachToPng } from '../writing/embed-metadata.ts';
import { profileSpace, readMeaning, type ColourMeaning } from '../reading/colour-meaning.ts';
import { LEAST_THERE, readCutOff, type CutOff } from '../reading/cut-off.ts';
import { readFileDensity, turnedDensity } from '../reading/density.ts';
import { exifForResult } from '../reading/exif.ts';
import { openBytes } from '../reading/file-bytes.ts';
import { openPicture, readPictureHeader } from '../reading/open-picture.ts';
import { withLargePageFirst } from '../reading/large-page.ts';
import { toRaw, type RawPicture } from '../reading/photo-pixels.ts';
import {
  damagedFile,
  knownFormat,
  probePicture,
  unsupportedFile,
  type PictureInfo,
} from '../reading/probe.ts';
import { readHead, sniffFormat, type SniffedFormat } from '../reading/sniff-format.ts';
import { readTiffCamera } from '../reading/tiff-camera.ts';
import { readTiffSamples, UnknownSamples, type TiffSamples } from '../reading/tiff-samples.ts';
import { convertedFormat, convertPicture, encodeStandard } from './convert-picture.ts';
import { asNumbers, decodeTiff } from './decode-tiff.ts';
import type { ConvertedFormat } from './messages.ts';

export interface StandardPicture {
  /** A PNG, or the JPEG itself with a profile; deterministic. */
  readonly bytes: Buffer;
  /** HEIC and BMP are stored as PNG. */
  readonly convertedFrom: ConvertedFormat | undefined;
  /** Missing if the file was converted. */
  readonly format: SniffedFormat | undefined;
  /** Frames or pages of the file. */
  readonly pages: number;
  readonly notes: readonly string[];
  readonly isCutOff: boolean;
}

const UNCHANGED = 'Your file stays unchanged.';
const LARGE_PAGE =
  'The first page of this file is a small version of its picture. Gesso opened the large one.';
const HDR = `This photo is in HDR. Gesso shows, edits and saves it with the brightness of an ordinary screen. ${UNCHANGED}`;

/** @returns `undefined` for a file that needs no change, and for an unknown format */
export async function standardPicture(
  path: string,
  name: string,
): Promise<StandardPicture | undefined> {
  const convertedFrom = await convertedFormat(path);
  if (convertedFrom !== undefined) {
    const { png, isHdr } = await convertPicture(path, convertedFrom, name);
    const notes = isHdr ? [HDR] : [];
    return { bytes: png, convertedFrom, format: undefined, pages: 1, notes, isCutOff: false };
  }
  const found = await readDifference(path, name);
  if (found === undefined) return undefined;
  const { info } = found;
  try {
    return {
      bytes: await standardBytes(path, found),
      convertedFrom,
      format: info.format,
      pages: info.pages,
      notes: notesOf(found),
      isCutOff: found.cutOff !== undefined,
    };
  } catch (error) {
    throw damagedFile(name, error);
  }
}

/** @throws AppError like {@link standardPicture} */
export async function needsStandardPicture(path: string, name: string): Promise<boolean> {
  if ((await convertedFormat(path)) !== undefined) return true;
  return (await readDifference(path, name)) !== undefined;
}

interface ReadableFile {
  readonly file: string | Buffer;
  readonly made: StandardPicture | undefined;
}

/** @throws AppError like {@link standardPicture} */
export async function readableFile(path: string, name: string): Promise<ReadableFile> {
  const made = await standardPicture(path, name);
  return { file: made?.bytes ?? path, made };
}

interface Difference {
  readonly source: string | Buffer;
  readonly file: string | Buffer;
  readonly cutOff: CutOff | undefined;
  readonly info: PictureInfo;
  readonly header: Metadata;
  readonly samples: TiffSamples | undefined;
  readonly meaning: ColourMeaning;
}

async function readDifference(path: string, name: string): Promise<Difference | undefined> {
  if (sniffFormat(await readHead(path)) === undefined) return undefined;
  const format = await knownFormat(path, name);
  const cutOff = await readCutOff(path, format);
  if (cutOff !== undefined && cutOff.there < LEAST_THERE) {
    throw damagedFile(name, `${Math.round(cutOff.there * 100)}% of its pixels are there.`);
  }
  const largePage = format === 'tiff' ? await withLargePageFirst(path) : undefined;
  const source = cutOff?.bytes ?? largePage ?? path;
  await using bytes = await openBytes(source);
  const samples = format === 'tiff' ? await readTiffSamples(bytes).catch(refuse(name)) : undefined;
  const file = samples === undefined ? source : await asNumbers(source, samples);
  const info = await probePicture(file, name);
  const header = await readPictureHeader(file);
  const meaning = await readMeaning(bytes, format, header);
  return samples === undefined && meaning.kind === 'own' && source === path
    ? undefined
    : { source, file, cutOff, info, header, samples, meaning };
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
  const { source, file, samples, meaning, header } = found;
  const { icc, exif, xmp, format, orientation = 1 } = header;
  const profile = meaning.kind === 'profile' ? meaning.profile : undefined;
  if (Buffer.isBuffer(source) && isKept(found)) return source;
  if (isTagged(found)) {
    const own = Buffer.isBuffer(source) ? source : await readFile(source);
    if (format === 'jpeg') return attachToJpeg(own, { profile });
    if (format === 'png') return attachToPng(own, { profile });
  }
  const isRgb = icc !== undefined && profileSpace(icc) === 'RGB ' && !isBroughtToSrgb(samples);
  const picture =
    samples === undefined
      ? await plainPixels(found)
      : await decodeTiff(file, samples, isRgb || profile !== undefined);
  const named = await readFileDensity(path);
  const density = orientation >= 5 ? turnedDensity(named) : named;
  const camera = exif ?? (await readTiffCamera(path));
  return attachToPng(await encodeStandard(picture), {
    profile: profile ?? (isRgb && meaning.kind !== 'convert' ? icc : undefined),
    density,
    exif: camera && exifForResult(camera, picture, 'all', density),
    xmp,
  });
}

function hasAllPixels({ cutOff }: Difference): boolean {
  return cutOff === undefined || (cutOff.there === 1 && !cutOff.isCoarse);
}

/** Returns whether the modified file itself is used: with an end, or with another page first. */
function isKept(found: Difference): boolean {
  const { samples, meaning } = found;
  return samples === undefined && meaning.kind === 'own' && hasAllPixels(found);
}

/** Returns whether the profile is inserted into the file, whose pixels are RGB already. */
function isTagged(found: Difference): boolean {
  const { samples, meaning, header } = found;
  const isKind = header.format === 'jpeg' || header.format === 'png';
  const isRgb = samples === undefined && header.channels >= 3;
  return isKind && isRgb && meaning.kind === 'profile' && hasAllPixels(found);
}

function isBroughtToSrgb(samples: TiffSamples | undefined): boolean {
  return samples?.colours === 'cmyk' || samples?.colours === 'lab';
}

async function plainPixels({ file, info, meaning, cutOff }: Difference): Promise<RawPicture> {
  const { depth, hasAlpha, isCmyk } = info;
  const picture = openPicture(file, {
    ignoreIcc: meaning.kind !== 'convert' && !isCmyk,
    failOn: cutOff === undefined ? 'truncated' : 'none',
  });
  return await toRaw(picture.autoOrient(), depth, hasAlpha);
}

function noteOfCut({ there, isCoarse, filledWith }: CutOff): string {
  const begin = 'The end of this file is missing or damaged';
  if (there < 1) {
    const percent = Math.max(1, Math.round((1 - there) * 100));
    return filledWith === 'guesses'
      ? `${begin}. About ${percent}% of the picture may be wrong.`
      : `${begin}. About ${percent}% of the picture is ${filledWith}.`;
  }
  return isCoarse
    ? `${begin}. All of the picture is there, without its finest detail.`
    : `${begin}. All of the picture is there.`;
}

function notesOf(found: Difference): readonly string[] {
  const { source, info, header, samples, meaning, cutOff } = found;
  const notes: string[] = [];
  if (cutOff !== undefined) notes.push(`${noteOfCut(cutOff)} ${UNCHANGED}`);
  else if (Buffer.isBuffer(source)) notes.push(`${LARGE_PAGE} ${UNCHANGED}`);
  if (meaning.kind === 'profile' && meaning.isHdr) notes.push(HDR);
  if (meaning.kind === 'convert') {
    notes.push(`This photo has a profile for grey. Gesso edits and saves it in sRGB. ${UNCHANGED}`);
  }
  const isCmyk = info.isCmyk && !isKept(found);
  if (isCmyk || isBroughtToSrgb(samples)) {
    const space = samples?.colours === 'lab' ? 'Lab' : 'CMYK';
    notes.push(`This photo is in ${space}. Gesso edits and saves it in sRGB. ${UNCHANGED}`);
  }
  if (header.iptc !== undefined && !isKept(found) && !isTagged(found)) {
    notes.push(`This photo has IPTC data, which saved files won’t have. ${UNCHANGED}`);
  }
  if (samples === undefined) return notes;
  const { isFloat, bits, others } = samples;
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
