/** A face merge in a worker, from the raw body to the raw answer. */
import { pictureAnswer } from '../pictures/answer.ts';
import { readExtra, readResponseImageType } from '../pictures/extra.ts';
import { parseJsonObject, readFile } from '../pictures/json-body.ts';
import { PICTURE_LIMITS } from '../pictures/picture-limits.ts';
import { checkImageHeader, decodeImage, encodeImage, inspectImage } from '../pictures/raster.ts';
import type { Report, SynchronousCall } from '../work/messages.ts';
import { blendFace } from './blend.ts';
import { findFace } from './find-face.ts';

/**
 * Carries out one call of `POST /v3/merge-face`, from the raw body to the raw answer: the face of
 * `face_image_file` in the picture `image_file`. Pixels outside the ellipse keep their numbers.
 *
 * @param report called with the content of the call, before the work begins
 * @throws ServiceError when the call is refused
 */
export async function mergeFace(
  request: SynchronousCall,
  report: Report,
): Promise<Uint8Array<ArrayBuffer>> {
  const body = parseJsonObject(request.body);
  const extra = readExtra(body);
  const type = readResponseImageType(extra);
  const faceFile = readFile(body, 'face_image_file');
  const imageFile = readFile(body, 'image_file');
  const [face, image] = await Promise.all([inspectImage(faceFile), inspectImage(imageFile)]);
  const limit = PICTURE_LIMITS.mergeFace;
  try {
    checkImageHeader(face, 'face_image_file', limit);
    checkImageHeader(image, 'image_file', limit);
    if (request.inspectOnly) return new Uint8Array(new ArrayBuffer(0));
    const source = await decodeImage(faceFile, 'face_image_file', limit);
    const photo = await decodeImage(imageFile, 'image_file', limit);
    const from = findFace(source, 'face_image_file');
    blendFace(photo, findFace(photo, 'image_file'), source, from);
    return pictureAnswer(await encodeImage(photo, type), type);
  } finally {
    report({ summary: { face, image, extra }, files: { face: faceFile, image: imageFile } });
  }
}
