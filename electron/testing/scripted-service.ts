/** A service whose every answer the test decides, over real HTTP. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import sharp from 'sharp';
import { hashOf } from './hash-of.ts';
import { listen } from './listen.ts';

export interface ReceivedCleanup {
  readonly image: Buffer;
  readonly mask: Buffer;
  /** The connection, for tests that break it. */
  readonly message: IncomingMessage;
  readonly response: ServerResponse;
  /** Answers with a picture of the right size: every pixel of the input inverted. */
  answer(): Promise<void>;
  answerWith(status: number, body: string | Buffer, headers?: Record<string, string>): void;
  hangUp(): void;
}

/** A test's way to handle a clean-up; by default it is answered. */
export type Script = (cleanup: ReceivedCleanup, index: number) => void | Promise<void>;

export type ScriptedService = Awaited<ReturnType<typeof startScriptedService>>;

export const SERVICE_KEY = 'gesso-canary-key-0815';

/** @param script what happens to each clean-up, until `play` says otherwise */
export async function startScriptedService(script: Script = (cleanup) => cleanup.answer()) {
  let current = script;
  let posts = 0;
  const received = new Map<string, number>();
  let headListener: () => void = () => undefined;
  const waiters: ((cleanup: ReceivedCleanup) => void)[] = [];

  async function handle(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const isAuthorized = message.headers.authorization === `Bearer ${SERVICE_KEY}`;
    if (!isAuthorized) {
      send(response, 401, refusal(401, 'INVALID_API_KEY'));
      return;
    }
    if (message.method === 'GET') {
      send(response, 200, JSON.stringify({ data: [] }));
      return;
    }
    const index = posts++;
    headListener();
    const cleanup = await receive(message, response);
    if (cleanup === undefined) return;
    const hash = hashOf(cleanup.image);
    received.set(hash, (received.get(hash) ?? 0) + 1);
    waiters.shift()?.(cleanup);
    await current(cleanup, index);
  }

  const next = () => new Promise<ReceivedCleanup>((resolve) => waiters.push(resolve));

  const server = createServer((message, response) => {
    message.on('error', () => undefined);
    response.on('error', () => undefined);
    handle(message, response).catch(() => response.destroy());
  });
  return {
    ...(await listen(server)),
    key: SERVICE_KEY,
    /** POSTs so far, counted when their head arrives. */
    postCount: () => posts,
    /** How often each picture has arrived, by its hash. */
    received: (): ReadonlyMap<string, number> => received,
    play(script: Script): void {
      current = script;
    },
    /** Called when the head of a POST arrives, before its body. */
    onHead(listener: () => void): void {
      headListener = listener;
    },
    /** Resolves with the next clean-up that is completely here. */
    next,
    /** Answers no call from now on. Resolves with the next one. */
    hold(): Promise<ReceivedCleanup> {
      current = () => undefined;
      return next();
    },
  };
}

export function refusal(code: number, reason: string): string {
  return JSON.stringify({ code, reason, message: `${reason} it says.`, metadata: {} });
}

export function answerBody(picture: Uint8Array): string {
  return JSON.stringify({ image_file: Buffer.from(picture).toString('base64'), image_type: 'png' });
}

/** The scripted service's result for a picture. */
export function invertedPicture(image: Uint8Array): Promise<Buffer> {
  return sharp(image).negate({ alpha: false }).png({ compressionLevel: 1 }).toBuffer();
}

async function receive(
  message: IncomingMessage,
  response: ServerResponse,
): Promise<ReceivedCleanup | undefined> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of message) chunks.push(chunk as Buffer);
  } catch {
    return undefined; // the client went away in the middle
  }
  const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, string>;
  const image = Buffer.from(body['image_file'] ?? '', 'base64');
  const mask = Buffer.from(body['mask_file'] ?? '', 'base64');
  return {
    image,
    mask,
    message,
    response,
    answer: async () => send(response, 200, answerBody(await invertedPicture(image))),
    answerWith: (status, text, headers) => send(response, status, text, headers),
    hangUp: () => void response.destroy(),
  };
}

function send(
  response: ServerResponse,
  status: number,
  body: string | Buffer,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    ...headers,
  });
  response.end(body);
}
