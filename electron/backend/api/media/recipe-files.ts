import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { notFound } from '../../../../shared/errors/app-error.ts';
import type { RecipeRuns } from '../../work/recipes/recipe-runs.ts';
import type { RunSources } from '../../work/recipes/run-sources.ts';
import { serveFile } from './serve-file.ts';
import { offeredFile } from './training-uploads.ts';
import { headerName } from '../../../../shared/files/header-name.ts';

/** POST. @throws AppError */
export async function takeRecipeFile(
  sources: Pick<RunSources, 'take'>,
  runId: string,
  request: Request,
  query: URLSearchParams,
): Promise<Response> {
  const { file, bytes } = offeredFile(request, query);
  await sources.take(runId, file, bytes);
  return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } });
}

/** GET, as a download under its name. @throws AppError `not-found` */
export async function serveRecipeFile(
  runs: Pick<RecipeRuns, 'savedFile'>,
  runId: string,
  request: Request,
  query: URLSearchParams,
): Promise<Response> {
  const path = runs.savedFile(runId, Number(query.get('position')), Number(query.get('step')));
  const facts = await stat(path).catch(() => undefined);
  if (facts === undefined) {
    throw notFound('This file is no longer here. Save it again.');
  }
  const served = { path, byteLength: facts.size, mediaType: 'application/octet-stream' };
  return await serveFile(request, served, {
    'content-disposition': `attachment; filename*=UTF-8''${headerName(basename(path))}`,
    'cache-control': 'no-store',
  });
}
