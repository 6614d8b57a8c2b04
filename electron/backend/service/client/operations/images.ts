/** POST /v3/cleanup, /v3/remove-text and /v3/merge-face. */
import { CLEANUP_PATH } from '../../../../../shared/api/cleanup.ts';
import {
  editedImageSchema,
  imageExtraFields,
  MERGE_FACE_PATH,
  REMOVE_TEXT_PATH,
  sniffImageType,
  type ImageExtra,
  type ResponseImageType,
} from '../../../../../shared/api/images.ts';
import { LIMITS } from '../../../../../shared/api/limits.ts';
import { requirePicture, type PixelSize } from '../../../../../shared/api/request-check.ts';
import { createAnswerFile, type AnswerFile } from '../http/answer-file.ts';
import { readPicture } from '../http/answer-reading.ts';
import type { ByteSource } from '../http/byte-source.ts';
import { createJsonBody, type JsonBodyFields } from '../http/json-body.ts';
import { unusableAnswer, type CallAnswer } from '../http/response-errors.ts';
import type { CallOptions, ServiceCalls } from '../service-calls.ts';

export interface CleanupRequest extends ImageExtra {
  /** Encoded, at most 16 megapixels and 30 MB, orientation applied. */
  readonly image: ByteSource;
  /** 8-bit PNG of `MASK_VALUE`s in the picture's size, at most 30 MB. */
  readonly mask: ByteSource;
  /** Pixels of both, for checking the limit of 16 megapixels. */
  readonly imageSize?: PixelSize | undefined;
}

export interface RemoveTextRequest extends ImageExtra {
  /** Encoded, at most 30 MB, orientation applied. */
  readonly image: ByteSource;
  /** At most 1024 x 1024. */
  readonly imageSize: PixelSize;
}

export interface MergeFaceRequest extends ImageExtra {
  /** Picture with the face: encoded, at most 30 MB. */
  readonly face: ByteSource;
  /** At most 2048 x 2048 pixels. */
  readonly faceSize: PixelSize;
  /** Picture that receives the face: encoded, at most 30 MB. */
  readonly picture: ByteSource;
  /** At most 2048 x 2048 pixels. */
  readonly pictureSize: PixelSize;
}

export interface ReceivedImage {
  readonly imageType: ResponseImageType;
  readonly path: string;
  readonly byteLength: number;
}

export interface AnswerTarget {
  readonly answerPath: string;
  onHeld?(isHeld: boolean): void;
}

/** Bytes of an incompressible picture with transparency, plus headers. */
const MOST_BYTES = { perPixel: 4, besides: 100_000 } as const;

export async function cleanup(
  service: ServiceCalls,
  request: CleanupRequest,
  options: CallOptions & AnswerTarget,
): Promise<ReceivedImage> {
  const { image, mask, imageSize: size } = request;
  requirePicture('picture', { byteLength: image.byteLength, size }, LIMITS.cleanup);
  requirePicture('mask', { byteLength: mask.byteLength, size }, LIMITS.cleanup);
  return await editImage(
    service,
    CLEANUP_PATH,
    [
      ['extra', { json: imageExtraFields(request) }],
      ['image_file', { file: image }],
      ['mask_file', { file: mask }],
    ],
    size,
    options,
  );
}

export async function removeText(
  service: ServiceCalls,
  request: RemoveTextRequest,
  options: CallOptions & AnswerTarget,
): Promise<ReceivedImage> {
  const { image, imageSize: size } = request;
  requirePicture('picture', { byteLength: image.byteLength, size }, LIMITS.removeText);
  return await editImage(
    service,
    REMOVE_TEXT_PATH,
    [
      ['extra', { json: imageExtraFields(request) }],
      ['image_file', { file: image }],
    ],
    size,
    options,
  );
}

export async function mergeFace(
  service: ServiceCalls,
  request: MergeFaceRequest,
  options: CallOptions & AnswerTarget,
): Promise<ReceivedImage> {
  const { face, faceSize, picture, pictureSize } = request;
  const faceFile = { byteLength: face.byteLength, size: faceSize };
  requirePicture('face picture', faceFile, LIMITS.mergeFace);
  const pictureFile = { byteLength: picture.byteLength, size: pictureSize };
  requirePicture('picture', pictureFile, LIMITS.mergeFace);
  return await editImage(
    service,
    MERGE_FACE_PATH,
    [
      ['extra', { json: imageExtraFields(request) }],
      ['face_image_file', { file: face }],
      ['image_file', { file: picture }],
    ],
    pictureSize,
    options,
  );
}

async function editImage(
  service: ServiceCalls,
  path: string,
  fields: JsonBodyFields,
  size: PixelSize | undefined,
  options: CallOptions & AnswerTarget,
): Promise<ReceivedImage> {
  const body = createJsonBody(fields);
  const pixels = size === undefined ? 0 : size.width * size.height;
  const file = await createAnswerFile(options.answerPath, 'paid', {
    reserveBytes: pixels === 0 ? 0 : pixels * MOST_BYTES.perPixel + MOST_BYTES.besides,
    signal: options.signal,
    onHeld: (isHeld) => options.onHeld?.(isHeld),
  });
  try {
    const imageType = await service.call(
      { method: 'POST', path, group: 'media', body },
      options,
      (answer) => receiveImage(answer, file),
    );
    return { imageType, path: options.answerPath, byteLength: file.byteLength() };
  } catch (error) {
    await file.discard();
    throw error;
  }
}

/** Once it has arrived, a late cancellation does not discard what is paid for. */
async function receiveImage(answer: CallAnswer, file: AnswerFile): Promise<ResponseImageType> {
  const rest = await readPicture(answer, 'image_file', file);
  const imageType = sniffImageType(file.head());
  if (imageType === undefined) {
    await file.commit(); // Paid for nevertheless: the user may save it.
    const declared = editedImageSchema.safeParse(rest).data?.image_type ?? 'nothing';
    const problem = `its “${declared.slice(0, 20)}” file is not a picture`;
    throw unusableAnswer(answer, JSON.stringify(rest), problem);
  }
  await file.commit();
  return imageType;
}
