/** POST /v3/async/img2video (specification, "POST /v3/async/img2video"). */
import type { PixelSize } from '../../../../shared/api/request-check.ts';
import type { VideoParameters } from '../../../../shared/api/video.ts';
import type { ByteSource } from '../http/byte-source.ts';

/** A video to be made from a picture. */
export interface VideoRequest {
  /** Encoded picture, at most 30 MB, orientation baked in. */
  readonly image: ByteSource;
  /** The picture's pixels, at most 2048 x 2048. */
  readonly imageSize: PixelSize;
  readonly parameters: VideoParameters;
}
