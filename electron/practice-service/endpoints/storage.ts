import { type Answer, ServiceError } from '../answer.ts';
import { type Call, readBytes, type Route } from '../call.ts';
import { LIMITS } from '../limits.ts';
import { STORAGE_PREFIX, type StoredObject, xmlError } from '../storage/object-storage.ts';

/** On the service's own port: the signature in the address is the only key. */
export const STORAGE_ROUTES: readonly Route[] = [
  { method: 'any', path: STORAGE_PREFIX, handle: storage },
];

async function storage(call: Call): Promise<Answer> {
  const { services, url } = call;
  const { method = '', headers } = call.request;
  const key = url.pathname.slice(STORAGE_PREFIX.length);
  if (headers.authorization !== undefined) {
    const message =
      'Only one way of authorization is allowed: the signature in the address or the header Authorization.';
    return xmlError(400, 'InvalidArgument', message, { ArgumentName: 'Authorization' });
  }
  const refusal = services.storage.refusalOf(method, headers.host ?? '', url);
  if (refusal !== null) return refusal;
  if (method === 'GET') return download(call, key);
  if (method === 'PUT') return upload(call, key);
  return xmlError(405, 'MethodNotAllowed', 'The method is not allowed on this object.', {
    Method: method,
  });
}

function download({ services, request }: Call, key: string): Answer {
  const object = services.storage.get(key);
  if (object === null) {
    return xmlError(404, 'NoSuchKey', 'There is no object with this key.', { Key: key });
  }
  const { range, 'if-match': ifMatch } = request.headers;
  if (ifMatch !== undefined && ifMatch !== '*' && ifMatch !== object.etag) {
    return xmlError(412, 'PreconditionFailed', 'The object is not the one that is asked for.', {
      Condition: 'If-Match',
    });
  }
  const { bytes, contentType } = object;
  const size = bytes.byteLength;
  const headers = {
    'accept-ranges': 'bytes',
    etag: object.etag,
    'last-modified': new Date(object.storedAt).toUTCString(),
  };
  const part = isOtherVersion(request.headers['if-range'], object) ? null : readRange(range, size);
  if (part === null) return { status: 200, contentType, body: bytes, headers };
  if (part === 'unsatisfiable') {
    return xmlError(
      416,
      'InvalidRange',
      'No byte of the object lies in this range.',
      { RangeRequested: range ?? '', ActualObjectSize: String(size) },
      { 'content-range': `bytes */${size}` },
    );
  }
  return {
    status: 206,
    contentType,
    body: bytes.subarray(part.first, part.last + 1),
    headers: { ...headers, 'content-range': `bytes ${part.first}-${part.last}/${size}` },
  };
}

/** True if another version is meant, so the whole file is sent (RFC 9110, 13.1.5). */
function isOtherVersion(
  ifRange: string | string[] | undefined,
  { etag, storedAt }: StoredObject,
): boolean {
  if (ifRange === undefined) return false;
  return ifRange !== etag && ifRange !== new Date(storedAt).toUTCString();
}

async function upload(call: Call, key: string): Promise<Answer> {
  const { 'content-length': length, 'content-type': type } = call.request.headers;
  if (length === undefined) {
    return xmlError(411, 'MissingContentLength', 'Send the header Content-Length.');
  }
  let bytes: Uint8Array;
  try {
    bytes = await readBytes(call, LIMITS.imageBytes);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return xmlError(400, 'EntityTooLarge', 'The object is larger than it may be.', {
      ProposedSize: length,
      MaxSizeAllowed: String(LIMITS.imageBytes),
    });
  }
  const { storage: objects, assets } = call.services;
  const { etag } = objects.put(key, bytes, type ?? 'application/octet-stream');
  assets.noteUpload(key, bytes);
  return { status: 200, contentType: 'application/xml', body: '', headers: { etag } };
}

/** RFC 9110, 14.2, for a single range. @returns null if the whole file is to be sent */
function readRange(header: string | undefined, size: number) {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/u.exec(header?.trim() ?? '') ?? [];
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
