/**
 * Transfers bytes between renderer and backend under both hosts. The host has checked that the
 * request comes from Gesso's own page.
 * SECURITY: S8 addresses carry opaque ids; a path from outside is never joined to a folder.
 */
import { readFile } from 'node:fs/promises';
import { photoPurposeSchema } from '../../../../shared/contract/photos.ts';
import { spotSensitivitySchema } from '../../../../shared/contract/selection.ts';
import { AppError, invalidInput } from '../../../../shared/errors/app-error.ts';
import type { Rect } from '../../../../shared/geometry/rect.ts';
import { requireFileSize } from '../../../../shared/files/file-size.ts';
import { decodeMaskTiles, encodeMaskTiles } from '../../../../shared/mask/mask-tiles.ts';
import { decodeMaskEdit, isMaskEdit, type MaskEdit } from '../../../../shared/mask/mask-edit.ts';
import { encodeMaskHistory } from '../../../../shared/mask/mask-history.ts';
import { MEDIA_PREFIX } from '../../../../shared/media.ts';
import type { CleanError } from '../../service/common/clean-error.ts';
import { photoName } from '../../../../shared/export/file-names.ts';
import { clipMask } from '../../vision/imaging/sent/mask-picture.ts';
import type { Library } from '../../library/library.ts';
import type { Training } from '../../work/training/training.ts';
import type { Work } from '../../work/work.ts';
import type { HandedFiles } from './handed-files.ts';
import { serveRecipeFile, takeRecipeFile } from './recipe-files.ts';
import { serveFile } from './serve-file.ts';
import { takeTrainingFile } from './training-uploads.ts';
import type { Uploads } from '../../library/uploads.ts';
import { readMaskPixels } from '../../vision/imaging/reading/mask-file.ts';
import { z } from 'zod';
import { CLIP_PARTS } from '../../../../shared/contract/clips.ts';
import { CLIP_FILES, type ClipFiles } from '../../work/export/clip-files.ts';
import type { OutputReference } from '../../../../shared/contract/jobs.ts';

/** @param message of the error @throws AppError `too-large` */
async function readAtMost(request: Request, limit: number, message: string): Promise<Uint8Array> {
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
function referenceIn(id: string): OutputReference {
  const [, jobId = '', output = ''] = /^([\w-]{1,64})\.(\d{1,6})$/u.exec(id) ?? [];
  if (jobId === '') throw invalidInput('The address does not name a file.');
  return { jobId, output: Number(output) };
}

const frameSchema = z.coerce.number().int().min(0).max(1_000_000);

const partSchema = z.object({
  part: z.enum(CLIP_PARTS),
  first: frameSchema,
  last: frameSchema,
});

/** PUT. @param id `<job>.<output>` @throws AppError */
async function takePoster(
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
async function savePart(
  clips: Pick<ClipFiles, 'savePart'>,
  id: string,
  request: Request,
  query: URLSearchParams,
): Promise<Response> {
  const output = referenceIn(id);
  const wanted = partSchema.safeParse(Object.fromEntries(query));
  if (!wanted.success) throw invalidInput('The address does not name a clip.');
  const { part, ...frames } = wanted.data;
  const limit = CLIP_FILES.partBytes;
  const bytes = await readAtMost(request, limit, 'This part of the clip is too large to be saved.');
  return Response.json(await clips.savePart(output, part, frames, bytes), {
    headers: { 'cache-control': 'no-store' },
  });
}

export type MediaHandler = (request: Request) => Promise<Response>;

/** Largest mask: every tile of the largest photo, twice. */
const MAX_MASK_BYTES = 64_000_000;

/** Headers of generated answers: not cached, not sniffed. */
const NOT_KEPT = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const;

const KEPT = {
  'cache-control': 'private, max-age=31536000, immutable',
  'x-content-type-options': 'nosniff',
} as const;

const STATUS_BY_KIND: Partial<Record<AppError['kind'], number>> = {
  'not-found': 404,
  'unsupported-file': 415,
  'damaged-file': 415,
  'too-large': 413,
  'invalid-input': 400,
  'disk-full': 507,
};

export function createMediaHandler(
  deps: Omit<Library & Work & Work['recipes'], 'procedures'> & {
    readonly training: Pick<Training, 'take' | 'thumbnail' | 'picture'>;
    readonly handed: HandedFiles;
    readonly cleanError: CleanError;
    readonly log: (line: string) => void;
  },
): MediaHandler {
  const { files, photos, patches, masks, jobs, samples } = deps;

  async function route(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const [collection, id, ...rest] = url.pathname.slice(MEDIA_PREFIX.length).split('/');
    if (!url.pathname.startsWith(MEDIA_PREFIX) || rest.length > 0) throw notFound();
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (collection === 'import' && id === undefined) {
      if (request.method !== 'POST') return methodNotAllowed('POST');
      return importPhoto(request, url.searchParams);
    }
    if (collection === 'mask-pictures' && id === undefined) {
      if (request.method !== 'POST') return methodNotAllowed('POST');
      if (request.body === null) throw emptyBody();
      const mask = await takeMaskPicture(deps.uploads, request.body, url.searchParams);
      return bytes(mask, 'image/png');
    }
    if (collection === 'uploads' && id === undefined) {
      if (request.method !== 'POST') return methodNotAllowed('POST');
      if (request.body === null) throw emptyBody();
      return Response.json(
        { uploadId: await deps.uploads.take(request.body) },
        { headers: { ...NOT_KEPT } },
      );
    }
    if (collection === 'training' && id === undefined) {
      if (request.method !== 'POST') return methodNotAllowed('POST');
      return await takeTrainingFile(deps.training, request, url.searchParams);
    }
    if (id === undefined || id === '') throw notFound();
    if (collection === 'cancelled-uploads') {
      if (request.method !== 'POST') return methodNotAllowed('POST');
      deps.handed.cancel(id);
      return new Response(null, { status: 204 });
    }
    if (collection === 'recipe-files') {
      if (request.method !== 'POST') return methodNotAllowed('POST');
      return await takeRecipeFile(deps.recipeSources, id, request, url.searchParams);
    }
    if (collection === 'masks') {
      if (request.method === 'PUT') return saveMask(request, id);
      if (!isRead) return methodNotAllowed('GET, HEAD, PUT');
      photos.row(id);
      return bytes(encodeMaskTiles(masks.read(id)));
    }
    if (collection === 'posters') {
      if (request.method !== 'PUT') return methodNotAllowed('PUT');
      return await takePoster(deps.clipFiles, id, request);
    }
    if (collection === 'clip-parts') {
      if (request.method !== 'POST') return methodNotAllowed('POST');
      return await savePart(deps.clipFiles, id, request, url.searchParams);
    }
    if (!isRead) return methodNotAllowed('GET, HEAD');
    switch (collection) {
      case 'mask-history':
        photos.row(id);
        return bytes(encodeMaskHistory(masks.readHistory(id)));
      case 'files':
        return await serveFile(request, files.get(id));
      case 'file-thumbnails':
        return bytes(await deps.fileThumbnails.get(id), 'image/webp', KEPT);
      case 'previews':
        return await serveFile(request, await deps.runner.previews.file(id), NOT_KEPT);
      case 'blend-layers':
      case 'blend-bases':
        return await serveFile(request, await deps.blends.picture(collection, referenceIn(id)));
      case 'outgoing':
        return await serveFile(request, await deps.pictureOut.file(id), NOT_KEPT);
      case 'upscales':
        return await serveFile(request, await deps.upscales.file(id), NOT_KEPT);
      case 'spots-views': {
        const sensitivity = spotSensitivitySchema.safeParse(
          Number(url.searchParams.get('sensitivity')),
        );
        if (!sensitivity.success) throw notFound();
        return bytes(await deps.selection.spotsView(id, sensitivity.data), 'image/png');
      }
      case 'patch-masks':
        return bytes(patches.mask(id));
      case 'patch-depths':
        return bytes(await deps.patchBlends.depths(id));
      case 'patch-thumbnails':
        return bytes(await deps.patchThumbnails.get(id), 'image/webp', KEPT);
      case 'job-thumbnails': {
        const patchId = patches.idOfJob(id);
        if (patchId === undefined) throw notFound();
        return bytes(await deps.patchThumbnails.get(patchId), 'image/webp', KEPT);
      }
      case 'photo-parts': {
        const part = await deps.partThumbnails.get(id, rectIn(url.searchParams.get('rect')));
        return bytes(part, 'image/webp', KEPT);
      }
      case 'photo-thumbnails':
        return photoThumbnail(id, url.searchParams.get('look'));
      case 'recipe-saved':
        return await serveRecipeFile(deps.recipeRuns, id, request, url.searchParams);
      case 'recipe-thumbnails': {
        const position = Number(url.searchParams.get('position'));
        return bytes(await deps.recipeThumbnails.get(id, position), 'image/webp', KEPT);
      }
      case 'training-thumbnails':
        return bytes(await deps.training.thumbnail(Number(id)), 'image/webp', KEPT);
      case 'training-pictures':
        return bytes(await deps.training.picture(Number(id)), 'image/webp');
      case 'cleaned-masks':
        photos.row(id);
        return bytes(encodeMaskTiles(patches.cleaned(id)));
      case 'job-masks': {
        const mask = jobs.mask(id);
        if (mask === undefined) throw notFound();
        return bytes(mask);
      }
      case 'sample-files':
        return bytes(await readFile(await samples.file(id)), 'image/jpeg');
      case 'samples': {
        const file = await samples.thumbnail(id);
        return bytes(await readFile(file), 'image/webp');
      }
      default:
        throw notFound();
    }
  }

  /** @param wanted hash in the address, which may be outdated */
  async function photoThumbnail(photoId: string, wanted: string | null): Promise<Response> {
    const { bytes: picture, hash } = await deps.photoThumbnails.get(photoId);
    return bytes(picture, 'image/webp', wanted === hash ? KEPT : NOT_KEPT);
  }

  async function importPhoto(request: Request, query: URLSearchParams): Promise<Response> {
    if (request.body === null) throw emptyBody();
    const purpose = photoPurposeSchema.safeParse(query.get('purpose') ?? 'studio');
    if (!purpose.success)
      throw invalidInput('The address does not name the purpose of the picture.');
    const name = photoName(query.get('name') ?? '');
    // Before a byte is written; the store counts too.
    requireFileSize(name, Number(request.headers.get('content-length') ?? 0));
    const photo = await photos.import(request.body, name, purpose.data);
    return Response.json(photo, { headers: { ...NOT_KEPT } });
  }

  async function saveMask(request: Request, photoId: string): Promise<Response> {
    const photo = photos.row(photoId);
    const body = await readAtMost(request, MAX_MASK_BYTES, 'This is too large to be a mask.');
    const { tiles, history } = decodeMask(body);
    masks.write(photoId, clipMask(tiles, photo), history);
    return new Response(null, { status: 204 });
  }

  return async (request) => {
    try {
      return await deps.handed.during(request, route);
    } catch (thrown) {
      const error = deps.cleanError(thrown);
      deps.log(`media ${request.method} ${error.kind}: ${error.message}`);
      return Response.json(
        { error: error.toData() },
        {
          status: STATUS_BY_KIND[error.kind] ?? 500,
          headers: { ...NOT_KEPT },
        },
      );
    }
  };
}

function decodeMask(body: Uint8Array): Pick<MaskEdit, 'tiles'> & Partial<MaskEdit> {
  try {
    return isMaskEdit(body) ? decodeMaskEdit(body) : { tiles: decodeMaskTiles(body) };
  } catch (error) {
    throw badMask(error);
  }
}

function bytes(
  body: Uint8Array,
  type = 'application/octet-stream',
  keeping: Readonly<Record<string, string>> = NOT_KEPT,
): Response {
  return new Response(new Uint8Array(body), {
    headers: {
      'content-type': type,
      'content-length': String(body.byteLength),
      ...keeping,
    },
  });
}

/** `x,y,width,height` @throws AppError `invalid-input` */
function rectIn(text: string | null): Rect | undefined {
  if (text === null) return undefined;
  const numbers = /^\d{1,6}(?:,\d{1,6}){3}$/u.test(text) ? text.split(',').map(Number) : [];
  const [x, y, width, height] = numbers;
  if (x === undefined || y === undefined || width === undefined || height === undefined) {
    throw invalidInput('The address does not name a part.');
  }
  return { x, y, width, height };
}

function methodNotAllowed(allow: string): Response {
  return new Response(null, { status: 405, headers: { allow } });
}

function notFound(): AppError {
  return new AppError('not-found', 'There is nothing at this address.');
}

function emptyBody(): AppError {
  return new AppError('unsupported-file', 'The file is empty (0 bytes).', {
    action: 'choose-other-file',
  });
}

function badMask(cause?: unknown): AppError {
  return invalidInput('Gesso could not save the mask, because its data is not valid.', { cause });
}

/** @returns a PNG, white where painted @throws AppError as `readMaskPixels` */
async function takeMaskPicture(
  uploads: Pick<Uploads, 'take' | 'during'>,
  body: ReadableStream<Uint8Array>,
  query: URLSearchParams,
): Promise<Buffer> {
  const name = photoName(query.get('name') ?? '');
  const uploadId = await uploads.take(body);
  return await uploads.during({ uploadId }, async (source) => {
    // An upload is a file.
    if (!('path' in source)) throw new TypeError('No upload.');
    return await readMaskPixels(source.path, name);
  });
}
