import { readFileSync } from 'node:fs';
import type { Size } from '../../../../../shared/geometry/rect.ts';
import { openWorkerPort } from '../../../../workers/worker-port.ts';
import { isTooLarge } from '../reading/limits.ts';
import { bmpSize, decodeBmp } from './decode-bmp.ts';
import { decodeHeif, HeifError } from './libheif.ts';
import type { ConvertOrder, ConvertReport } from './messages.ts';

const port = openWorkerPort<ConvertOrder, ConvertReport>();

function report({ path, format }: ConvertOrder): ConvertReport {
  let large: Size | undefined;
  try {
    const file = readFileSync(path);
    // SECURITY: S37 S47 the size in the header is checked before decoding.
    const isAllowed = (size: Size): void => {
      if (!(size.width >= 1 && size.height >= 1)) throw new RangeError('It has no pixels.');
      if (!isTooLarge(size)) return;
      large = size;
      throw new RangeError('It is too large.');
    };
    if (format === 'heic') return { kind: 'decoded', ...decodeHeif(file, isAllowed) };
    isAllowed(bmpSize(file));
    return { kind: 'decoded', ...decodeBmp(file) };
  } catch (error) {
    if (large !== undefined) return { kind: 'too-large', ...large };
    const isUnsupported = error instanceof HeifError && error.isUnsupported;
    return { kind: isUnsupported ? 'unsupported' : 'damaged', message: String(error) };
  }
}

port.onMessage((order) => {
  const found = report(order);
  // Transferred, because copying a large picture would block the main thread.
  port.post(found, found.kind === 'decoded' ? [found.data.buffer as ArrayBuffer] : []);
});
