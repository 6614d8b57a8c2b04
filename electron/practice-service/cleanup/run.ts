/** A cleanup call in a worker, from the raw body to the raw answer. */
import { fillHole } from '../fill/fill.ts';
import { pictureAnswer } from '../pictures/answer.ts';
import { PICTURE_LIMITS } from '../pictures/picture-limits.ts';
import {
  checkImageHeader,
  decodeImage,
  encodeImage,
  inspectImage,
  type Raster,
} from '../pictures/raster.ts';
import type { PictureWorkerOptions, Report, SynchronousCall } from '../work/messages.ts';
import { readCleanupBody } from './body.ts';
import { checkSameSize, type MaskCounts, readMask } from './mask.ts';

/**
 * Carries out one cleanup call, from the raw body to the raw answer.
 *
 * @param report called with the content of the call, before the fill begins
 * @throws ServiceError when the call is refused
 */
export async function runCleanup(
  request: SynchronousCall,
  report: Report,
  options: PictureWorkerOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const body = readCleanupBody(request.body);
  const [image, mask] = await Promise.all([inspectImage(body.image), inspectImage(body.mask)]);
  const tell = (maskCounts: MaskCounts | null): void =>
    report({
      summary: { image, mask, maskCounts, extra: body.extra },
      files: { image: body.image, mask: body.mask },
    });
  const limit = PICTURE_LIMITS.cleanup;
  let photo: Raster;
  let decodedMask: ReturnType<typeof readMask>;
  try {
    checkImageHeader(image, 'image_file', limit);
    checkImageHeader(mask, 'mask_file', limit);
    checkSameSize(image, mask);
    decodedMask = readMask(await decodeImage(body.mask, 'mask_file', limit));
    photo = request.inspectOnly ? NOTHING : await decodeImage(body.image, 'image_file', limit);
  } catch (error) {
    tell(null);
    throw error;
  }
  tell(decodedMask.counts);
  if (request.inspectOnly) return new Uint8Array(new ArrayBuffer(0));
  if (decodedMask.holePixels > 0) {
    fillHole(photo, decodedMask.hole, options.isQuick, request.repeat);
  }
  return pictureAnswer(await encodeImage(photo, body.responseImageType), body.responseImageType);
}

/** Stands for a photo that is not looked at. */
const NOTHING: Raster = {
  width: 0,
  height: 0,
  channels: 1,
  hasAlpha: false,
  samples: new Uint8Array(0),
};
