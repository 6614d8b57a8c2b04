/** Files on their way into a call: by the media handler, so that the line stays free for others. */
import type { z } from 'zod';
import { uploadSchema } from '../../../shared/contract/common.ts';
import { uploadsUrl } from '../../../shared/media.ts';
import { send } from './requests.ts';

/**
 * @returns what a call names in the file's place; it serves one call
 * @throws AppError `too-large`, `disk-full`, `unreachable`; the signal's reason
 */
export async function uploadFile(
  file: Blob,
  signal?: AbortSignal,
): Promise<z.infer<typeof uploadSchema>> {
  const response = await send(uploadsUrl(), file, signal);
  return uploadSchema.parse(await response.json());
}
