import { z } from 'zod';
import { CLIP_PARTS } from '../../../../shared/contract/clips.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { CLIP_FILES, type ClipFiles } from '../../work/export/clip-files.ts';
import type { OutputReference } from '../../../../shared/contract/jobs.ts';

/** @param message of the error @throws AppError `too-large` */
export async function readAtMost(
  request: Request,
  limit: number,
  message: string,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let byteLength = 0;
  for await (const chunk of request.body ?? []) {
    byteLength += chunk.byteLength;
    if (byteLength > limit) throw new AppError('too-large', message);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, byteLength);
}

/** @param id `<job>.<output>` @throws AppError `invalid-input` */
export function referenceIn(id: string): OutputReference {
  const [, jobId = '', output = ''] = /^([\w-]{1,64})\.(\d{1,6})$/u.exec(id) ?? [];
  if (jobId === '') throw new AppError('invalid-input', 'The address does not name a file.');
  return { jobId, output: Number(output) };
}

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
  if (!wanted.success) throw new AppError('invalid-input', 'The address does not name a clip.');
  const { part, ...frames } = wanted.data;
  const limit = CLIP_FILES.partBytes;
  const bytes = await readAtMost(request, limit, 'This part of the clip is too large to be saved.');
  return Response.json(await clips.savePart(output, part, frames, bytes), {
    headers: { 'cache-control': 'no-store' },
  });
}
