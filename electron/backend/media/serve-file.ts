/** A stored file as an HTTP answer: ranges, a type from an allow-list, and nothing that could run. */
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { parseRange } from './byte-range.ts';

/** A file on disk and what it is. */
export interface ServedFile {
  readonly path: string;
  readonly byteLength: number;
  /** Decided by content when the file was stored. */
  readonly mediaType: string;
}

/** Types that may reach the renderer; anything else is sent as plain bytes. */
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
  // Ids never change their content.
  'cache-control': 'private, max-age=31536000, immutable',
} as const;

/**
 * SECURITY: S9 answers 200, 206 or 416 with exact lengths; the file is closed when the reader goes.
 *
 * @param request GET or HEAD
 */
export function serveFile(
  request: Request,
  file: ServedFile,
  extraHeaders: Readonly<Record<string, string>> = {},
): Response {
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
  const body = request.method === 'HEAD' ? null : openPart(file, first, last, request.signal);
  return new Response(body, {
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

function openPart(
  file: ServedFile,
  first: number,
  last: number,
  signal: AbortSignal,
): ReadableStream<Uint8Array> | null {
  if (file.byteLength === 0) return null;
  const stream = createReadStream(file.path, {
    start: first,
    end: last,
    highWaterMark: 512 * 1024,
  });
  signal.addEventListener('abort', () => stream.destroy(), { once: true });
  return Readable.toWeb(stream) as ReadableStream<Uint8Array>;
}
