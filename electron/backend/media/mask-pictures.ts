import { photoName } from '../../../shared/export/file-names.ts';
import { readMaskFile } from '../imaging/reading/mask-file.ts';
import type { Uploads } from './uploads.ts';

/** @returns a PNG, white where painted @throws AppError as `readMaskFile` */
export async function takeMaskPicture(
  uploads: Pick<Uploads, 'take' | 'during'>,
  body: ReadableStream<Uint8Array>,
  query: URLSearchParams,
): Promise<Buffer> {
  const name = photoName(query.get('name') ?? '');
  const uploadId = await uploads.take(body);
  return await uploads.during({ uploadId }, async (source) => {
    // An upload is a file.
    if (!('path' in source)) throw new TypeError('No upload.');
    return await readMaskFile(source.path, name);
  });
}
