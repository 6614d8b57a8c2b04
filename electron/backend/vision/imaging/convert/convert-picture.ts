/** Converts a picture to an oriented, lossless PNG with colour profile and camera data. */
import { startReader } from '../../../../workers/start-reader.ts';
import { workerEntry } from '../../../../workers/worker-entry.ts';
import { attachToPng } from '../writing/embed-metadata.ts';
import { readFileDensity, usableDensity } from '../reading/density.ts';
import { readResolution, type Density } from '../reading/resolution.ts';
import { exifForResult } from '../reading/exif.ts';
import { openBytes } from '../reading/file-bytes.ts';
import { readHeicMeaning } from '../reading/colour-meaning.ts';
import { PICTURE_LIMITS } from '../reading/limits.ts';
import { fromRaw, type RawPicture } from '../reading/photo-pixels.ts';
import { sequenceKind } from '../reading/other-kinds.ts';
import { damagedFile, slowFile, tooLarge, unreadKind, unsupportedFile } from '../reading/probe.ts';
import { readHead, sniffFormat } from '../reading/sniff-format.ts';
import type { ConvertedFormat, ConvertOrder, ConvertReport } from './messages.ts';

/** zlib level: a third smaller than level 1 for a second at 12 megapixels. */
const COMPRESSION = 2;

interface ConvertLimits {
  readonly milliseconds: number;
  /** Heap limit, MB. Pixels are limited separately by the size in the header. */
  readonly megabytes: number;
}

const LIMITS: ConvertLimits = {
  milliseconds: PICTURE_LIMITS.convertSeconds * 1000,
  megabytes: 256,
};

interface ConvertedPicture {
  /** Deterministic for a file. */
  readonly png: Buffer;
  readonly isHdr: boolean;
}

export async function convertedFormat(path: string): Promise<ConvertedFormat | undefined> {
  const format = sniffFormat(await readHead(path));
  return format === 'heic' || format === 'bmp' ? format : undefined;
}

/** @param name user's file name @throws AppError `unsupported-file`, `damaged-file`, `too-large` */
export async function convertPicture(
  path: string,
  format: ConvertedFormat,
  name: string,
  limits: ConvertLimits = LIMITS,
): Promise<ConvertedPicture> {
  const report = await inWorker({ path, format }, limits);
  switch (report.kind) {
    case 'too-large':
      throw tooLarge(report.width, report.height, name);
    case 'unsupported':
      throw unsupportedFile(
        `Gesso can’t read the kind of HEIF in “${name}”. Save it as JPEG, PNG or TIFF and open that file.`,
      );
    case 'damaged': {
      const sequence = format === 'heic' ? sequenceKind(await readHead(path)) : undefined;
      if (sequence !== undefined) throw unreadKind(name, sequence);
      throw damagedFile(name, report.message);
    }
    case 'endless':
      throw slowFile(name);
    case 'decoded': {
      const { width, height, profile, exif } = report;
      const png = await encodeStandard(report).catch((error: unknown) => {
        throw damagedFile(name, error);
      });
      await using bytes = await openBytes(path);
      const meaning = await readHeicMeaning(bytes, profile, exif);
      const said = meaning.kind === 'profile' ? meaning : undefined;
      return {
        png: attachToPng(png, {
          density: await densityOf(path, format, exif),
          profile: said?.profile,
          exif: exif && exifForResult(exif, { width, height }, 'all'),
        }),
        isHdr: said?.isHdr ?? false,
      };
    }
  }
}

export async function encodeStandard(picture: RawPicture): Promise<Buffer> {
  return await fromRaw(picture)
    .png({ compressionLevel: COMPRESSION, adaptiveFiltering: true })
    .toBuffer();
}

/** HEIC stores the print size only in its EXIF data. */
async function densityOf(
  path: string,
  format: ConvertedFormat,
  exif: Uint8Array | undefined,
): Promise<Density | null> {
  if (format === 'bmp') return await readFileDensity(path);
  return usableDensity(exif && readResolution(exif));
}

/**
 * SECURITY: S47 S49 formats that sharp does not decode are decoded in a thread that ends
 * afterwards.
 */
async function inWorker(order: ConvertOrder, limits: ConvertLimits): Promise<ConvertReport> {
  const worker = startReader(workerEntry('./convert-worker', import.meta.url), limits.megabytes);
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<ConvertReport>((resolve) => {
      worker.once('message', resolve);
      const damaged = (message: string): void => resolve({ kind: 'damaged', message });
      worker.once('error', (error) => damaged(String(error)));
      worker.once('exit', () => damaged('The thread ended without an answer.'));
      timer = setTimeout(() => resolve({ kind: 'endless' }), limits.milliseconds);
      worker.postMessage(order, []);
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
