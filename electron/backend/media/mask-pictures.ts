/** A picture from outside that is meant as a mask, of any kind that photos may have. */
import { photoName } from '../../../shared/export/file-names.ts';
import { readMaskFile } from '../imaging/reading/mask-file.ts';
import type { Uploads } from './uploads.ts';

/**
 * @param body the file
 * @returns a PNG, white where it is painted
 * @throws AppError as `readMaskFile`
 */
export async function takeMaskPicture(
  uploads: Pick<Uploads, 'take' | 'during'>,
  body: ReadableStream<Uint8Array>,
  query: URLSearchParams,
): Promise<Buffer> {
  const name = photoName(query.get('name') ?? '');
  const uploadId = await uploads.take(body);
  return await uploads.during({ uploadId }, async (source) => {
    // an upload is a file
    if (!('path' in source)) throw new TypeError('No upload.');
    return await readMaskFile(source.path, name);
  });
}
