/** POST /v3/remove-text and POST /v3/merge-face (specification, sections of these names). */
import type { ResponseImageType } from '../../../../shared/api/cleanup.ts';
import type { PixelSize } from '../../../../shared/api/request-check.ts';
import type { ByteSource } from '../http/byte-source.ts';

/** Text to be removed from a picture. */
export interface RemoveTextRequest {
  /** Encoded picture, at most 30 MB, orientation baked in. */
  readonly image: ByteSource;
  /** The picture's pixels, at most 1024 x 1024. */
  readonly imageSize: PixelSize;
  readonly responseType: ResponseImageType;
  /** `extra.enterprise_plan.enabled` */
  readonly enterprisePlan?: boolean | undefined;
}

/** A face to be put into a picture. */
export interface MergeFaceRequest {
  /** Where the face comes from: encoded, at most 30 MB. */
  readonly face: ByteSource;
  /** At most 2048 x 2048 pixels. */
  readonly faceSize: PixelSize;
  /** The picture that receives it: encoded, at most 30 MB. */
  readonly picture: ByteSource;
  /** At most 2048 x 2048 pixels. */
  readonly pictureSize: PixelSize;
  readonly responseType: ResponseImageType;
  /** `extra.enterprise_plan.enabled` */
  readonly enterprisePlan?: boolean | undefined;
}
