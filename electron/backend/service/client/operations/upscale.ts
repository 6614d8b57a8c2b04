import { requirePicture } from '../../../../../shared/api/request-check.ts';
import {
  submittedUpscale,
  upscaleFields,
  UPSCALE_PATH,
  type SubmittedUpscale,
  type UpscaleParameters,
} from '../../../../../shared/api/upscale.ts';
import type { ByteSource } from '../http/byte-source.ts';
import { createJsonBody, jsonFields } from '../http/json-body.ts';
import type { CallOptions, ServiceCalls } from '../service-calls.ts';
import { envelopeCall, type CallListener } from './json-call.ts';

export interface UpscaleRequest {
  /** Encoded; the specification states no limit. */
  readonly image: ByteSource;
  readonly parameters: UpscaleParameters;
}

export async function submitUpscale(
  service: ServiceCalls,
  request: UpscaleRequest,
  options: CallOptions & CallListener,
): Promise<SubmittedUpscale> {
  const { image, parameters } = request;
  const fields = upscaleFields(parameters);
  requirePicture('picture', { byteLength: image.byteLength }, { maxFileBytes: Infinity });
  const body = createJsonBody([...jsonFields(fields), ['image', { file: image }]]);
  return await envelopeCall(
    service,
    { method: 'POST', path: UPSCALE_PATH, group: 'media', body },
    options,
    submittedUpscale,
    'it names no task',
  );
}
