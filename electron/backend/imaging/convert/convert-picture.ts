/**
 * HEIC, HEIF and BMP become PNG when they come in: upright, without loss, with the colour profile and the
 * camera's data. From then on they are photos like any other.
 */
import { Worker } from 'node:worker_threads';
import sharp from 'sharp';
import { workerEntry } from '../../../workers/worker-entry.ts';
import { attachToPng } from '../embed-metadata.ts';
import { exifForResult } from '../exif.ts';
import { damagedFile, tooLarge, unsupportedFile } from '../probe.ts';
import { readHead, sniffFormat } from '../sniff-format.ts';
import type { ConvertedFormat, ConvertOrder, ConvertReport } from './messages.ts';

/** zlib level: a third smaller than level 1 for a second at 12 megapixels. */
const COMPRESSION = 2;

/** @returns the format of a file that has to be converted, by its first bytes; else `undefined` */
export async function convertedFormat(path: string): Promise<ConvertedFormat | undefined> {
  const format = sniffFormat(await readHead(path));
  return format === 'heic' || format === 'bmp' ? format : undefined;
}

/**
 * @param name the user's name for the file, for the error sentences
 * @returns the bytes of a PNG: the same for the same file
 * @throws AppError `unsupported-file`, `damaged-file`, `too-large`
 */
export async function convertPicture(
  path: string,
  format: ConvertedFormat,
  name: string,
): Promise<Buffer> {
  const report = await inWorker({ path, format });
  switch (report.kind) {
    case 'too-large':
      throw tooLarge(report.width, report.height, name);
    case 'unsupported':
      throw unsupportedFile(
        `Gesso can’t read the kind of HEIF in “${name}”. Save it as JPEG, PNG or TIFF and open that file.`,
      );
    case 'damaged':
      throw damagedFile(name, report.message);
    case 'decoded': {
      const { data, width, height, channels, profile, exif } = report;
      const png = await sharp(data, { raw: { width, height, channels } })
        .png({ compressionLevel: COMPRESSION, adaptiveFiltering: true })
        .toBuffer();
      return attachToPng(png, {
        profile: profile !== undefined && isRgbProfile(profile) ? profile : undefined,
        exif: exif && exifForResult(exif, { width, height }, 'all'),
      });
    }
  }
}

/** SECURITY: S47 files that no decoder of sharp gets are decoded by a thread that ends afterwards. */
async function inWorker(order: ConvertOrder): Promise<ConvertReport> {
  const worker = new Worker(workerEntry('./convert-worker', import.meta.url), {
    workerData: order,
    stdout: true, // libheif's own remarks
    stderr: true,
  });
  try {
    return await new Promise<ConvertReport>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', (error) => resolve({ kind: 'damaged', message: String(error) }));
      worker.once('exit', () => reject(new Error('The worker ended without an answer.')));
    });
  } finally {
    await worker.terminate();
  }
}

/** Bytes 16–19 of a profile name its colour space. */
function isRgbProfile(profile: Uint8Array): boolean {
  return Buffer.from(profile).toString('latin1', 16, 20) === 'RGB ';
}
