/**
 * Uploads files that belong to a call through the media handler, so that the line to the backend
 * stays free for other calls.
 */
import type { z } from 'zod';
import { uploadSchema } from '../../../shared/contract/common.ts';
import { uploadsUrl } from '../../../shared/media.ts';
import { send } from './requests.ts';

/**
 * @returns what the call sends in the file's place, once
 * @throws AppError `too-large`, `disk-full`, `unreachable`; the signal's reason
 */
export async function uploadFile(
  file: Blob,
  signal?: AbortSignal,
): Promise<z.infer<typeof uploadSchema>> {
  const response = await send(uploadsUrl(), file, signal);
  return uploadSchema.parse(await response.json());
}
