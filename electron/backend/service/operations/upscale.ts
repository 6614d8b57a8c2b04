/** POST /v2/upscale (specification, "POST /v2/upscale"). */
import type { UpscaleParameters } from '../../../../shared/api/upscale.ts';
import type { ByteSource } from '../http/byte-source.ts';

/** A picture to be enlarged. */
export interface UpscaleRequest {
  /** Encoded picture; the specification states no limit. */
  readonly image: ByteSource;
  readonly parameters: UpscaleParameters;
}
