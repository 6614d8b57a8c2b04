import { LIMITS } from '../../../../../shared/api/limits.ts';
import { requirePicture, type PixelSize } from '../../../../../shared/api/request-check.ts';
import {
  taskIdOfAnswer,
  videoFields,
  VIDEO_PATH,
  type VideoParameters,
} from '../../../../../shared/api/video.ts';
import type { ByteSource } from '../http/byte-source.ts';
import { createJsonBody, jsonFields } from '../http/json-body.ts';
import type { CallOptions, ServiceCalls } from '../service-calls.ts';
import { jsonCall, type CallListener } from './json-call.ts';

export interface VideoRequest {
  /** Encoded, at most 30 MB, orientation applied. */
  readonly image: ByteSource;
  /** At most 2048 x 2048. */
  readonly imageSize: PixelSize;
  readonly parameters: VideoParameters;
}

export async function submitVideo(
  service: ServiceCalls,
  request: VideoRequest,
  options: CallOptions & CallListener,
): Promise<{ readonly taskId: string }> {
  const { image, imageSize: size, parameters } = request;
  const fields = videoFields(parameters);
  requirePicture('picture', { byteLength: image.byteLength, size }, LIMITS.video);
  const body = createJsonBody([...jsonFields(fields), ['image_file', { file: image }]]);
  const taskId = await jsonCall(
    service,
    { method: 'POST', path: VIDEO_PATH, group: 'media', body },
    options,
    taskIdOfAnswer,
    'it names no task',
  );
  return { taskId };
}
