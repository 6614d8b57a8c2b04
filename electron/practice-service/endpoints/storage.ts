/** Object storage over HTTP: results are read from it, training pictures are written to it. */
import type { Answer } from '../answer.ts';
import { ServiceError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import type { RequestContext, Route } from '../router.ts';
import {
  type SignatureProblem,
  STORAGE_PREFIX,
  type StoredObject,
  timesOf,
  xmlError,
} from '../storage/object-storage.ts';

/** Object storage on the service's own port: the signature in the address is the only key. */
export const STORAGE_ROUTES: readonly Route[] = [
  { method: 'any', path: `${STORAGE_PREFIX}:folder/:file`, handle: storage, inspect },
];

async function storage(context: RequestContext): Promise<Answer> {
  const { method, services, url, headers } = context;
  const key = url.pathname.slice(STORAGE_PREFIX.length);
  if (headers.authorization !== undefined) {
    const message =
      'Only one way of authorization is allowed: the signature in the address or the header Authorization.';
    return xmlError(400, 'InvalidArgument', message, { ArgumentName: 'Authorization' });
  }
  const problem = services.storage.problemOf(method, headers.host ?? '', url);
  if (problem !== null) return refusal(problem, context);
  if (method === 'GET') return download(context, key);
  if (method === 'PUT') return upload(context, key);
  return xmlError(405, 'MethodNotAllowed', 'The method is not allowed on this object.', {
    Method: method,
  });
}

function download(context: RequestContext, key: string): Answer {
  const object = context.services.storage.get(key);
  if (object === null) {
    return xmlError(404, 'NoSuchKey', 'There is no object with this key.', { Key: key });
  }
  const { range, 'if-match': ifMatch } = context.headers;
  if (ifMatch !== undefined && ifMatch !== '*' && ifMatch !== object.etag) {
    return xmlError(412, 'PreconditionFailed', 'The object is not the one that is asked for.', {
      Condition: 'If-Match',
    });
  }
  const size = object.bytes.byteLength;
  const part = isOtherVersion(context, object) ? null : readRange(range, size);
  const headers = {
    'accept-ranges': 'bytes',
    etag: object.etag,
    'last-modified': new Date(object.storedAt).toUTCString(),
  };
  if (part === 'unsatisfiable') {
    return xmlError(
      416,
      'InvalidRange',
      'No byte of the object lies in this range.',
      { RangeRequested: range ?? '', ActualObjectSize: String(size) },
      { 'content-range': `bytes */${size}` },
    );
  }
  const { contentType } = object;
  if (part === null) return { status: 200, contentType, body: object.bytes, headers };
  return {
    status: 206,
    contentType,
    body: object.bytes.subarray(part.first, part.last + 1),
    headers: { ...headers, 'content-range': `bytes ${part.first}-${part.last}/${size}` },
  };
}

/** `If-Range` names another version: the whole file is to be sent (RFC 9110, 13.1.5). */
function isOtherVersion(context: RequestContext, object: StoredObject): boolean {
  const { 'if-range': ifRange } = context.headers;
  if (ifRange === undefined) return false;
  return ifRange !== object.etag && ifRange !== new Date(object.storedAt).toUTCString();
}

async function upload(context: RequestContext, key: string): Promise<Answer> {
  const { services, headers } = context;
  if (headers['content-length'] === undefined) {
    return xmlError(411, 'MissingContentLength', 'Send the header Content-Length.');
  }
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = await context.readBytes(LIMITS.uploadBytes);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return xmlError(400, 'EntityTooLarge', 'The object is larger than it may be.', {
      ProposedSize: headers['content-length'],
      MaxSizeAllowed: String(LIMITS.uploadBytes),
    });
  }
  const contentType = headers['content-type'] ?? null;
  services.storage.put(key, bytes, contentType ?? 'application/octet-stream');
  await services.assets.noteUpload(key, bytes, contentType);
  const etag = services.storage.get(key)?.etag ?? '';
  return { status: 200, contentType: 'application/xml', body: '', headers: { etag } };
}

/** Reads an upload that a fault answers. */
async function inspect(context: RequestContext): Promise<void> {
  if (context.method === 'PUT') await context.readBytes(LIMITS.uploadBytes);
}

/**
 * Reads the header `Range` (RFC 9110, 14.2). Only one range is understood, as by object storage.
 *
 * @param size bytes of the file
 * @returns null when the whole file is to be sent
 */
function readRange(
  header: string | undefined,
  size: number,
): { readonly first: number; readonly last: number } | 'unsatisfiable' | null {
  const parts = /^bytes=(\d*)-(\d*)$/u.exec(header?.trim() ?? '');
  if (parts === null) return null;
  const [, from = '', to = ''] = parts;
  if (from === '' && to === '') return null;
  if (from === '') {
    const length = Number(to);
    if (length === 0 || size === 0) return 'unsatisfiable';
    return { first: Math.max(0, size - length), last: size - 1 };
  }
  const first = Number(from);
  if (to !== '' && Number(to) < first) return null;
  if (first >= size) return 'unsatisfiable';
  return { first, last: to === '' ? size - 1 : Math.min(size - 1, Number(to)) };
}

function refusal(problem: SignatureProblem, context: RequestContext): Answer {
  switch (problem) {
    case 'unsigned':
      return xmlError(403, 'AccessDenied', 'Access denied');
    case 'malformed':
      return xmlError(
        400,
        'AuthorizationQueryParametersError',
        'The parameters of the signature are not complete.',
      );
    case 'not yet valid':
      return xmlError(403, 'AccessDenied', 'Request is not valid yet');
    case 'expired': {
      const expires = timesOf(context.url)?.until ?? 0;
      return xmlError(403, 'AccessDenied', 'Request has expired', {
        Expires: new Date(expires).toISOString(),
        ServerTime: new Date(context.services.clock.now()).toISOString(),
      });
    }
    case 'mismatch':
      return xmlError(
        403,
        'SignatureDoesNotMatch',
        'The signature is not the one of this method, host and address.',
      );
  }
}
