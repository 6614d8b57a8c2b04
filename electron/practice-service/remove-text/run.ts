/** A text removal in a worker, from the raw body to the raw answer. */
import { fillHole } from '../fill/fill.ts';
import { pictureAnswer } from '../pictures/answer.ts';
import { readExtra, readResponseImageType } from '../pictures/extra.ts';
import { parseJsonObject, readFile } from '../pictures/json-body.ts';
import { PICTURE_LIMITS } from '../pictures/picture-limits.ts';
import {
  checkImageHeader,
  decodeImage,
  encodeImage,
  inspectImage,
  type Raster,
} from '../pictures/raster.ts';
import type { PictureWorkerOptions, Report, SynchronousCall } from '../work/messages.ts';
import { findText } from './find-text.ts';

/** Longest side that is looked at for text, pixels: about two seconds. */
const SIDE = 960;
const QUICK_SIDE = 480;

/**
 * Carries out one call of `POST /v3/remove-text`, from the raw body to the raw answer. Pixels outside
 * the text and its margin keep their numbers.
 *
 * @param report called with the content of the call, before the work begins
 * @throws ServiceError when the call is refused
 */
export async function removeText(
  request: SynchronousCall,
  report: Report,
  options: PictureWorkerOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const body = parseJsonObject(request.body);
  const extra = readExtra(body);
  const type = readResponseImageType(extra);
  const file = readFile(body, 'image_file');
  const image = await inspectImage(file);
  const limit = PICTURE_LIMITS.removeText;
  let photo: Raster | null = null;
  try {
    checkImageHeader(image, 'image_file', limit);
    if (!request.inspectOnly) photo = await decodeImage(file, 'image_file', limit);
  } finally {
    report({ summary: { image, extra }, files: { image: file } });
  }
  if (photo === null) return new Uint8Array(new ArrayBuffer(0));
  const { mask, pixels } = await findText(
    photo,
    options.models,
    options.isQuick ? QUICK_SIDE : SIDE,
  );
  if (pixels > 0) fillHole(photo, mask, options.isQuick);
  return pictureAnswer(await encodeImage(photo, type), type);
}
