import { ServiceError } from '../errors.ts';
import { fillHole } from '../fill/fill.ts';
import { readCleanupBody } from './body.ts';
import type { FillMessage, FillRequest } from './messages.ts';
import {
  checkImageHeader,
  checkSameSize,
  decodeImage,
  encodeImage,
  inspectImage,
  type Raster,
  readMask,
} from './raster.ts';

/**
 * Carries out one cleanup call, from the raw body to the raw answer.
 *
 * @param request the call
 * @param say takes each message with the buffers to transfer
 */
export async function runCleanup(
  request: FillRequest,
  say: (message: FillMessage, transfer: ArrayBuffer[]) => void,
): Promise<void> {
  try {
    const answer = await clean(request, say);
    say({ kind: 'done', answer }, [answer.buffer]);
  } catch (error) {
    if (error instanceof ServiceError) say({ kind: 'refused', refusal: error.refusal }, []);
    else say({ kind: 'failed', message: String(error) }, []);
  }
}

async function clean(
  request: FillRequest,
  say: (message: FillMessage, transfer: ArrayBuffer[]) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const body = readCleanupBody(request.body);
  const [image, mask] = await Promise.all([inspectImage(body.image), inspectImage(body.mask)]);
  const report = (maskCounts: ReturnType<typeof readMask>['counts'] | null): void =>
    say(
      {
        kind: 'inspected',
        inspection: { image, mask, maskCounts, extra: body.extra },
        image: body.image,
        mask: body.mask,
      },
      [body.image.buffer, body.mask.buffer],
    );
  let photo: Raster;
  let decodedMask: ReturnType<typeof readMask>;
  try {
    checkImageHeader(image, 'image_file');
    checkImageHeader(mask, 'mask_file');
    checkSameSize(image, mask);
    decodedMask = readMask(await decodeImage(body.mask, 'mask_file'));
    photo = request.inspectOnly ? nothing : await decodeImage(body.image, 'image_file');
  } catch (error) {
    report(null);
    throw error;
  }
  report(decodedMask.counts);
  if (request.inspectOnly) return new Uint8Array(new ArrayBuffer(0));
  if (decodedMask.holePixels > 0) fillRaster(photo, decodedMask.hole);
  return answerBytes(await encodeImage(photo, body.responseImageType), body.responseImageType);
}

/** Stands for a photo that is not looked at. */
const nothing: Raster = {
  width: 0,
  height: 0,
  channels: 1,
  hasAlpha: false,
  samples: new Uint8Array(0),
};

/**
 * Fills the hole of a photo in place. Only samples inside the hole are written; alpha never is.
 * A 16-bit photo is filled from its upper 8 bits.
 */
function fillRaster(photo: Raster, hole: Uint8Array): void {
  const { width, height, channels, samples } = photo;
  const isWide = samples instanceof Uint16Array;
  const colours = new Uint8Array(width * height * 3);
  const transparent = photo.hasAlpha ? new Uint8Array(width * height) : null;
  for (let pixel = 0, at = 0; pixel < hole.length; pixel += 1, at += channels) {
    for (let channel = 0; channel < 3; channel += 1) {
      const sample = samples[channels === 1 ? at : at + channel] ?? 0;
      colours[3 * pixel + channel] = isWide ? sample >> 8 : sample;
    }
    if (transparent !== null && samples[at + 3] === 0) transparent[pixel] = 1;
  }
  fillHole({ width, height, colours, hole, unusable: transparent });
  const scale = isWide ? 257 : 1;
  for (let pixel = 0, at = 0; pixel < hole.length; pixel += 1, at += channels) {
    if (hole[pixel] === 0) continue;
    for (let channel = 0; channel < Math.min(3, channels); channel += 1) {
      samples[at + channel] = (colours[3 * pixel + channel] ?? 0) * scale;
    }
  }
}

/** `{image_file, image_type}` as bytes, without a second copy of the base64 text. */
function answerBytes(file: Uint8Array, type: string): Uint8Array<ArrayBuffer> {
  const head = '{"image_file":"';
  const tail = `","image_type":"${type}"}`;
  const length = head.length + Math.ceil(file.byteLength / 3) * 4 + tail.length;
  const bytes = new Uint8Array(new ArrayBuffer(length));
  const buffer = Buffer.from(bytes.buffer);
  const text = Buffer.from(file.buffer, file.byteOffset, file.byteLength).toString('base64');
  buffer.write(head, 0, 'latin1');
  buffer.write(text, head.length, 'latin1');
  buffer.write(tail, head.length + text.length, 'latin1');
  return bytes;
}
