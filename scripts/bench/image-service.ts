/**
 * A picture service that does no work of its own. Its argument is `refuse`, `echo` or the path of
 * the picture for every answer. `/last` describes the last call.
 */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

export interface LastCall {
  /** When its last byte was there, Unix ms. */
  readonly bodyAt: number;
  readonly imageBytes: number;
  readonly maskBytes: number;
}

const [, , mode = 'echo'] = process.argv;
const picture = mode === 'refuse' || mode === 'echo' ? '' : readFileSync(mode, 'base64');
/** Checking a connection reads this list, and expects a made-up key to be refused. */
const MODELS = { object: 'list', data: [{ id: 'none', object: 'model' }] };
const REFUSAL = { code: 400, reason: 'INVALID_REQUEST_BODY', message: 'Not today.' };

let last: LastCall | undefined;
let lastMask = Buffer.alloc(0);

const server = createServer((request, response) => void answer(request, response));
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address !== null) process.send?.(address.port);
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = Buffer.concat(await request.toArray());
  const bodyAt = performance.timeOrigin + performance.now();
  if (request.headers.authorization?.includes('gesso-check-') === true) {
    response.writeHead(401).end();
  } else if (request.url === '/last') {
    send(response, 200, last);
  } else if (request.url === '/last-mask') {
    response.end(lastMask);
  } else if (request.method === 'GET') {
    send(response, 200, MODELS);
  } else {
    send(response, mode === 'refuse' ? 400 : 200, called(body, bodyAt));
  }
}

function called(body: Buffer, bodyAt: number): unknown {
  const { image_file: image, mask_file: mask = '' } = JSON.parse(body.toString()) as {
    readonly image_file: string;
    readonly mask_file?: string;
  };
  lastMask = Buffer.from(mask, 'base64');
  last = {
    bodyAt,
    imageBytes: Buffer.byteLength(image, 'base64'),
    maskBytes: lastMask.byteLength,
  };
  if (mode === 'refuse') return REFUSAL;
  return { image_file: mode === 'echo' ? image : picture, image_type: 'png' };
}

function send(response: ServerResponse, status: number, value: unknown): void {
  const text = Buffer.from(JSON.stringify(value ?? null));
  const headers = { 'content-type': 'application/json', 'content-length': text.byteLength };
  response.writeHead(status, headers).end(text);
}
