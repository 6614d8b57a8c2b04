/** Plain HTTP calls, and answers exactly as received. */
import { type IncomingHttpHeaders, request } from 'node:http';
import type { Service } from './service.ts';

/** An answer; `json` is `undefined` when the body is none. */
export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
  readonly json: unknown;
}

/** Changes to the default call; a header that is null is not sent. */
export interface CallOptions {
  readonly headers?: Readonly<Record<string, string | null>>;
}

/** `POST {base_url}path` with a JSON body, the key and the content type. */
export function post(
  service: Service,
  path: string,
  body: unknown,
  options: CallOptions = {},
): Promise<Reply> {
  return send(service, 'POST', path, JSON.stringify(body), {
    'content-type': 'application/json',
    ...options.headers,
  });
}

/** `GET {base_url}path?query` with the key. */
export function get(
  service: Service,
  path: string,
  query: Readonly<Record<string, string>> = {},
  options: CallOptions = {},
): Promise<Reply> {
  const search = new URLSearchParams(query).toString();
  const target = search === '' ? path : `${path}?${search}`;
  return send(service, 'GET', target, undefined, options.headers);
}

/** Any call; the key is sent unless `authorization` says otherwise. */
export function send(
  service: Service,
  method: string,
  target: string,
  body: string | undefined,
  headers: Readonly<Record<string, string | null>> = {},
): Promise<Reply> {
  const all = { authorization: `Bearer ${service.key}`, ...headers };
  const sent = Object.entries(all).filter((each): each is [string, string] => each[1] !== null);
  return exchange(
    service.url + target,
    method,
    Object.fromEntries(sent),
    body === undefined ? undefined : Buffer.from(body),
  );
}

/** Sends exactly these headers plus `Host` and `Content-Length`; follows no redirect. */
export function exchange(
  url: string,
  method: string,
  headers: Readonly<Record<string, string>>,
  body: Buffer | undefined,
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(body.byteLength) };
    // a new connection: the service may be closing a reused one at this moment
    const options = { method, headers: { ...headers, ...length }, agent: false };
    const outgoing = request(url, options, (incoming) => {
      const parts: Buffer[] = [];
      incoming.on('data', (part: Buffer) => parts.push(part));
      incoming.once('error', reject);
      incoming.once('end', () => {
        const bytes = Buffer.concat(parts);
        const text = bytes.toString();
        const status = incoming.statusCode ?? 0;
        resolve({ status, headers: incoming.headers, bytes, text, json: parsed(text) });
      });
    });
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
