/** The entry of the thread that decodes formats which sharp does not: HEIC, HEIF and BMP. */
import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { PICTURE_LIMITS } from '../reading/limits.ts';
import { bmpSize, decodeBmp } from './decode-bmp.ts';
import { decodeHeif, HeifError } from './libheif.ts';
import type { ConvertOrder, ConvertReport } from './messages.ts';

const port = parentPort;
if (port === null) throw new Error('This file is started as a worker.');

class TooLarge extends Error {
  readonly size: { readonly width: number; readonly height: number };

  constructor(size: { readonly width: number; readonly height: number }) {
    super('too large');
    this.size = size;
  }
}

function report(): ConvertReport {
  const { path, format } = workerData as ConvertOrder;
  try {
    const file = readFileSync(path);
    // SECURITY: S37 S47 the size in the header is checked before a pixel is decoded
    const isAllowed = (size: { readonly width: number; readonly height: number }): void => {
      if (!(size.width >= 1 && size.height >= 1)) throw new RangeError('It has no pixels.');
      const isLarge =
        size.width * size.height > PICTURE_LIMITS.maxPixels ||
        Math.max(size.width, size.height) > PICTURE_LIMITS.maxSide;
      if (isLarge) throw new TooLarge(size);
    };
    if (format === 'heic') return { kind: 'decoded', ...decodeHeif(file, isAllowed) };
    isAllowed(bmpSize(file));
    return { kind: 'decoded', ...decodeBmp(file) };
  } catch (error) {
    if (error instanceof TooLarge) return { kind: 'too-large', ...error.size };
    const isUnsupported = error instanceof HeifError && error.isUnsupported;
    return { kind: isUnsupported ? 'unsupported' : 'damaged', message: String(error) };
  }
}

const found = report();
// handed over, not copied: a copy of a large picture would hold the main thread
port.postMessage(found, found.kind === 'decoded' ? [found.data.buffer as ArrayBuffer] : []);
