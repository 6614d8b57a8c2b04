/** POST /v3/cleanup (specification, "POST /v3/cleanup"). */
import {
  CLEANUP_PATH,
  cleanupAnswerSchema,
  sniffImageType,
  type ResponseImageType,
} from '../../../../shared/api/cleanup.ts';
import { LIMITS } from '../../../../shared/api/limits.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { createAnswerFile, type AnswerFile } from '../http/answer-file.ts';
import { answerOf, readPicture, type CallAnswer } from '../http/answer-reading.ts';
import type { ByteSource } from '../http/byte-source.ts';
import { createJsonBody } from '../http/json-body.ts';
import { unusableAnswer } from '../http/response-errors.ts';
import type { CallOptions, ServiceCalls } from '../service-calls.ts';

/** A clean-up to be done. */
export interface CleanupRequest {
  /** Encoded picture, at most 16 megapixels and 30 MB, orientation baked in. */
  readonly image: ByteSource;
  /** 8-bit PNG of `MASK_VALUE`s, the picture's size, at most 30 MB. */
  readonly mask: ByteSource;
  readonly responseType: ResponseImageType;
}

/** A picture that is on disk, durably, with a type decided by its bytes. */
export interface ReceivedImage {
  readonly imageType: ResponseImageType;
  readonly path: string;
  readonly byteLength: number;
}

/** Where the answer goes: `<answerPath>.part` while it arrives, `answerPath` once it is complete. */
export interface AnswerPlace {
  readonly answerPath: string;
}

/** See `ServiceClient.cleanup`. */
export async function cleanup(
  service: ServiceCalls,
  request: CleanupRequest,
  options: CallOptions & AnswerPlace,
): Promise<ReceivedImage> {
  requireFileSize('picture', request.image);
  requireFileSize('mask', request.mask);
  const body = createJsonBody([
    ['extra', { json: { response_image_type: request.responseType } }],
    ['image_file', { file: request.image }],
    ['mask_file', { file: request.mask }],
  ]);
  const file = await createAnswerFile(options.answerPath);
  try {
    const imageType = await service.call(
      { method: 'POST', path: CLEANUP_PATH, group: 'media', body },
      options,
      (answer) => receiveImage(answer, file),
    );
    return { imageType, path: options.answerPath, byteLength: file.byteLength() };
  } catch (error) {
    await file.discard();
    throw error;
  }
}

/** The picture is paid for: once it is here, a late cancellation does not throw it away. */
async function receiveImage(answer: CallAnswer, file: AnswerFile): Promise<ResponseImageType> {
  const rest = await readPicture(answer, 'image_file', file);
  const imageType = sniffImageType(file.head());
  if (imageType === undefined) {
    const declared = cleanupAnswerSchema.safeParse(rest).data?.image_type ?? 'nothing';
    throw unusableAnswer(
      answerOf(answer, JSON.stringify(rest)),
      `what it calls "${declared.slice(0, 20)}" is not a picture`,
      answer.redactor,
    );
  }
  await file.commit();
  return imageType;
}

/** Specification, "Limits": checked here so that a refusal costs nothing. */
function requireFileSize(what: 'picture' | 'mask', source: ByteSource): void {
  const { maxFileBytes } = LIMITS.cleanup;
  if (source.byteLength > 0 && source.byteLength <= maxFileBytes) return;
  if (source.byteLength === 0) {
    throw new AppError({ kind: 'invalid-input', message: `The ${what} to send is empty.` });
  }
  const size = (source.byteLength / 1_000_000).toFixed(1);
  throw new AppError({
    kind: 'too-large',
    message: `The ${what} to send has ${size} MB; the service takes at most 30 MB. Work on a smaller part.`,
    details: { limit: maxFileBytes, bytes: source.byteLength, request: 'not sent' },
  });
}
