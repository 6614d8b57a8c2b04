/** Serves the built renderer: files below one folder, nothing else. */
import { readFile, realpath } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { createNonce, NONCE_PLACEHOLDER, securityHeaders } from './security-headers.ts';

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};

/** The part of a request that counts here; a `Request` is one. */
interface StaticRequest {
  readonly method: string;
  /** The whole address, its path as it was sent. */
  readonly url: string;
}

/** GET and HEAD; `/` is `index.html`, and 404 all that is no file inside. @param root absolute */
export function createStaticHandler(root: string): (request: StaticRequest) => Promise<Response> {
  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } });
    }
    const file = await locate(root, rawPath(request.url));
    if (file === undefined) return notFound();
    let content: Buffer;
    try {
      content = await readFile(file.path);
    } catch {
      return notFound(); // a folder, or gone meanwhile: to a caller both are "not there"
    }
    return respond(request.method, file, content);
  };
}

interface LocatedFile {
  readonly path: string;
  readonly mediaType: string;
  readonly isPage: boolean;
  /** Its name has a hash of its content. */
  readonly isHashed: boolean;
}

function respond(method: string, file: LocatedFile, content: Buffer): Response {
  const nonce = createNonce();
  const body = file.isPage
    ? Buffer.from(content.toString('utf8').replaceAll(NONCE_PLACEHOLDER, nonce))
    : content;
  return new Response(method === 'HEAD' ? null : new Uint8Array(body), {
    headers: {
      ...securityHeaders(nonce),
      'content-type': file.mediaType,
      'content-length': String(body.byteLength),
      'cache-control': file.isHashed ? 'public, max-age=31536000, immutable' : 'no-store',
    },
  });
}

/** The path as it was sent: `URL` would fold `..` away before it can be refused. */
function rawPath(url: string): string {
  const afterHost = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*([^?#]*)/iu.exec(url);
  return afterHost?.[1] ?? '';
}

/** SECURITY: S7 decoded once, refused before it is joined, and the real path must lie inside. */
async function locate(root: string, rawPathname: string): Promise<LocatedFile | undefined> {
  let pathname: string;
  try {
    pathname = decodeURIComponent(rawPathname);
  } catch {
    return undefined; // not a valid encoding
  }
  if (!isPlainPath(pathname)) return undefined;
  const relative = pathname === '/' || pathname === '' ? 'index.html' : pathname.slice(1);
  const mediaType = MEDIA_TYPES[extname(relative)];
  if (mediaType === undefined) return undefined;
  try {
    const realRoot = await realpath(root);
    const path = await realpath(join(realRoot, relative));
    if (!path.startsWith(realRoot + sep)) return undefined;
    const isHashed = relative.startsWith('assets/');
    return { path, mediaType, isPage: extname(relative) === '.html', isHashed };
  } catch {
    return undefined; // no such file
  }
}

function isPlainPath(pathname: string): boolean {
  if (/[\0\\]/u.test(pathname) || pathname.startsWith('//') || /^\/?[a-z]:/iu.test(pathname)) {
    return false;
  }
  return !pathname.split('/').includes('..');
}

export function notFound(): Response {
  return new Response('Not found', {
    status: 404,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' },
  });
}
