/** Serves a stored file over HTTP: ranges, allow-listed types, nothing executable. */
import { open, type FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { AppError, toAppError } from '../../../../shared/errors/app-error.ts';
import type { ServedFile } from '../../library/served-file.ts';
import { parseRange } from './byte-range.ts';

/** Types that may reach the renderer; others are sent as plain bytes. */
const ALLOWED_TYPES: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/avif',
  'image/gif',
]);

/** SECURITY: S10 a stored file cannot become a page: fixed types, no sniffing, and a closed policy. */
const GUARDS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'accept-ranges': 'bytes',
  // Content never changes for an id.
  'cache-control': 'private, max-age=31536000, immutable',
} as const;

const READ_BYTES = 512 * 1024;

/**
 * SECURITY: S9 answers 200, 206 or 416 with exact lengths; the file is closed when the client
 * leaves.
 * @param request GET or HEAD
 * @throws AppError `storage` if the file is missing or changed
 */
export async function serveFile(
  request: Request,
  file: ServedFile,
  extraHeaders: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const headers = {
    ...GUARDS,
    'content-type': ALLOWED_TYPES.has(file.mediaType) ? file.mediaType : 'application/octet-stream',
    ...extraHeaders,
  };
  const range = parseRange(request.headers.get('range'), file.byteLength);
  if (range.kind === 'unsatisfiable') {
    return new Response(null, {
      status: 416,
      headers: { ...headers, 'content-range': `bytes */${file.byteLength}`, 'content-length': '0' },
    });
  }
  const first = range.kind === 'part' ? range.first : 0;
  const last = range.kind === 'part' ? range.last : file.byteLength - 1;
  const handle = await openWhole(file);
  const needsBody = request.method !== 'HEAD' && file.byteLength > 0 && !request.signal.aborted;
  if (!needsBody) await handle.close();
  return new Response(needsBody ? readPart(handle, first, last, request.signal) : null, {
    status: range.kind === 'part' ? 206 : 200,
    headers: {
      ...headers,
      'content-length': String(last - first + 1),
      ...(range.kind === 'part'
        ? { 'content-range': `bytes ${first}-${last}/${file.byteLength}` }
        : {}),
    },
  });
}

/** Opens before the headers are sent, because a started answer can no longer become an error. */
async function openWhole(file: ServedFile): Promise<FileHandle> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(file.path, 'r');
    if ((await handle.stat()).size === file.byteLength) return handle;
  } catch (error) {
    const { kind } = toAppError(error);
    throw missingFile(kind, error);
  }
  await handle.close();
  throw missingFile('another length', undefined);
}

function missingFile(error: string, cause: unknown): AppError {
  return new AppError('storage', 'This picture is missing or damaged in the data folder.', {
    details: { error },
    cause,
  });
}

function readPart(
  handle: FileHandle,
  first: number,
  last: number,
  signal: AbortSignal,
): ReadableStream<Uint8Array> {
  const stream = handle.createReadStream({ start: first, end: last, highWaterMark: READ_BYTES });
  const stop = () => void stream.destroy();
  signal.addEventListener('abort', stop, { once: true });
  stream.once('close', () => signal.removeEventListener('abort', stop));
  return Readable.toWeb(stream) as ReadableStream<Uint8Array>;
}
