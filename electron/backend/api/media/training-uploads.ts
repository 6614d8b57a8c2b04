import { z } from 'zod';
import { offeredFileSchema, type OfferedFile } from '../../../../shared/contract/training.ts';
import { AppError, invalidInput } from '../../../../shared/errors/app-error.ts';
import { requireFileSize } from '../../../../shared/files/file-size.ts';
import type { Training } from '../../work/training/training.ts';

const querySchema = offeredFileSchema.extend({
  byteLength: z.coerce.number().int().nonnegative(),
  modifiedAt: z.coerce.number().int(),
});

/** POST. @throws AppError */
export async function takeTrainingFile(
  training: Pick<Training, 'take'>,
  request: Request,
  query: URLSearchParams,
): Promise<Response> {
  const { file, bytes } = offeredFile(request, query);
  const { id } = await training.take(file, bytes);
  return Response.json({ id }, { headers: { 'cache-control': 'no-store' } });
}

/** @throws AppError `invalid-input`, `too-large` before a byte is read */
export function offeredFile(
  request: Request,
  query: URLSearchParams,
): { readonly file: OfferedFile; readonly bytes: AsyncIterable<Uint8Array> } {
  const parsed = querySchema.safeParse(Object.fromEntries(query));
  if (!parsed.success) throw invalidInput('The address does not describe a file.');
  const file = parsed.data;
  requireFileSize(file.name, Number(request.headers.get('content-length') ?? 0));
  return { file, bytes: whole(request.body, file.name, file.byteLength) };
}

/** Checks the announced length: a closing window leaves half a file. */
async function* whole(
  body: ReadableStream<Uint8Array> | null,
  name: string,
  byteLength: number,
): AsyncGenerator<Uint8Array> {
  let received = 0;
  for await (const chunk of body ?? []) {
    received += chunk.byteLength;
    if (received > byteLength) break;
    yield chunk;
  }
  if (received === byteLength) return;
  throw new AppError(
    'damaged-file',
    `“${name}” changed while it was being added, or came incomplete. Add it again.`,
    { action: 'choose-other-file' },
  );
}
