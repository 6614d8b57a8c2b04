import { z } from 'zod';
import { CLIP_PARTS } from '../../../../shared/contract/clips.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { CLIP_FILES, type ClipFiles } from '../../work/export/clip-files.ts';
import { referenceIn } from './output-reference.ts';
import { readAtMost } from './read-at-most.ts';

const frameSchema = z.coerce.number().int().min(0).max(1_000_000);

const partSchema = z.object({
  part: z.enum(CLIP_PARTS),
  first: frameSchema,
  last: frameSchema,
});

/** PUT. @param id `<job>.<output>` @throws AppError */
export async function takePoster(
  clips: Pick<ClipFiles, 'takePoster'>,
  id: string,
  request: Request,
): Promise<Response> {
  const output = referenceIn(id);
  const bytes = await readAtMost(request, CLIP_FILES.posterBytes, 'This still is too large.');
  await clips.takePoster(output, bytes);
  return new Response(null, { status: 204 });
}

/** POST. @param id as above @throws AppError */
export async function savePart(
  clips: Pick<ClipFiles, 'savePart'>,
  id: string,
  request: Request,
  query: URLSearchParams,
): Promise<Response> {
  const output = referenceIn(id);
  const wanted = partSchema.safeParse(Object.fromEntries(query));
  if (!wanted.success) throw badAddress();
  const { part, ...frames } = wanted.data;
  const limit = CLIP_FILES.partBytes;
  const bytes = await readAtMost(request, limit, 'This part of the clip is too large to be saved.');
  return Response.json(await clips.savePart(output, part, frames, bytes), {
    headers: { 'cache-control': 'no-store' },
  });
}

function badAddress(): AppError {
  return new AppError({ kind: 'invalid-input', message: 'The address does not name a clip.' });
}
