/**
 * The second host: served on 127.0.0.1 to one Chromium window.
 * SECURITY: B6 under Electron it starts only if the user asks for it, as the window does not work.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { EncodedMessage } from '@orpc/standard-server-peer';
import { WebSocketServer } from 'ws';
import { toAppError } from '../../shared/errors/app-error.ts';
import { MEDIA_PREFIX } from '../../shared/media.ts';
import type { Backend } from '../backend/create-backend.ts';
import { openContractLine } from '../web-host/contract-line.ts';
import { MAX_FRAME_BYTES } from '../../shared/line.ts';
import { createStaticHandler } from '../web-host/static-files.ts';
import { DOWNLOAD_PREFIX, type Downloads } from './downloads.ts';
import { createGuard, type Verdict } from './guard.ts';
import { sendResponse, toRequest } from './http-adapter.ts';

export interface BrowserHost {
  /** With this session's token; opens Gesso in one browser. */
  readonly url: string;
  readonly port: number;
  /** Closes all connections, but not the backend. */
  close(): Promise<void>;
}

const RPC_PATH = '/rpc';

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT']);

/** SECURITY: B7 bounds against slow or endless requests. */
const LIMITS = {
  headersTimeoutMilliseconds: 10_000,
  /** Interval of checks for slow connections; Node's own 30 s would triple the limits. */
  checkingMilliseconds: 2000,
  /** Uploads of large photos from a slow disk still fit. */
  requestTimeoutMilliseconds: 10 * 60_000,
  /** Unread bytes above which the window counts as not reading. */
  maxWaitingBytes: 64_000_000,
  /** Unread frames: each takes a kilobyte more, however short. */
  maxWaitingFrames: 20_000,
} as const;

/** @throws the server's error, such as EADDRINUSE */
export async function startBrowserHost(options: {
  readonly backend: Backend;
  /** Missing if saved files go elsewhere. */
  readonly downloads?: Downloads;
  readonly rendererFolder: string;
  readonly port: number;
  readonly log: (line: string) => void;
  /** Shorter in tests. */
  readonly headersTimeoutMilliseconds?: number;
}): Promise<BrowserHost> {
  const { backend, downloads, log } = options;
  let port = 0;
  const guard = createGuard(() => port);
  const staticFiles = createStaticHandler(options.rendererFolder);
  const limiter = createConnectionLimiter();
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_FRAME_BYTES });

  async function handle(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const verdict = guard.check(message, false);
    if (verdict.kind !== 'refused') limiter.trust(message.socket);
    if (verdict.kind !== 'allowed') {
      answerVerdict(verdict, response);
      return;
    }
    if (!METHODS.has(message.method ?? '')) {
      response.writeHead(405, { allow: [...METHODS].join(', '), connection: 'close' }).end();
      return;
    }
    const origin = `http://${message.headers.host}`;
    const request = toRequest(message, response, origin);
    const { pathname } = new URL(request.url);
    let answer: Response;
    if (pathname.startsWith(MEDIA_PREFIX)) answer = await backend.media(request);
    else if (downloads !== undefined && pathname.startsWith(DOWNLOAD_PREFIX))
      answer = await downloads.serve(request);
    else answer = await staticFiles({ method: request.method, url: origin + (message.url ?? '/') });
    await sendResponse(answer, response);
  }

  const server = createServer(
    {
      requestTimeout: LIMITS.requestTimeoutMilliseconds,
      headersTimeout: options.headersTimeoutMilliseconds ?? LIMITS.headersTimeoutMilliseconds,
      connectionsCheckingInterval: LIMITS.checkingMilliseconds,
    },
    (message, response) => {
      handle(message, response).catch((error: unknown) => {
        log(`browser host: ${message.method} failed: ${toAppError(error).message}`);
        if (!response.headersSent) response.writeHead(500);
        response.end();
      });
    },
  );
  server.on('connection', (socket) => limiter.add(socket));
  server.on('upgrade', (message: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Node has removed its listener; without one, a disconnecting client would end the process.
    socket.on('error', (error) => log(`browser host: a connection broke: ${error.message}`));
    const verdict = guard.check(message, true);
    if (verdict.kind !== 'allowed' || message.url !== RPC_PATH) {
      refuseUpgrade(socket, verdict);
      return;
    }
    limiter.trust(socket);
    sockets.handleUpgrade(message, socket, head, (webSocket) => {
      // For example a message over the limit: the connection is closed.
      webSocket.on('error', (error) => log(`browser host: ${error.message}`));
      let unread = 0;
      const send = (frame: EncodedMessage): void => {
        // SECURITY: B7 Slow reader: drop the socket, it reconnects.
        const isFull =
          webSocket.bufferedAmount > LIMITS.maxWaitingBytes || unread > LIMITS.maxWaitingFrames;
        if (isFull) {
          log('browser host: a window that reads nothing was cut off');
          webSocket.terminate();
          return;
        }
        unread += 1;
        webSocket.send(frame, () => {
          unread -= 1;
        });
      };
      const cutOff = (): void => webSocket.terminate();
      const line = openContractLine(backend.router, { send, cutOff }, log);
      webSocket.addEventListener('message', ({ data }) => line.receive(data));
      webSocket.addEventListener('close', () => line.close());
    });
  });

  port = await listen(server, options.port);
  return {
    port,
    url: `http://127.0.0.1:${port}/?token=${guard.token}`,
    async close() {
      for (const client of sockets.clients) client.terminate();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** SECURITY: B1 loopback only; the network never sees this host. */
async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
  return (server.address() as AddressInfo).port;
}

function answerVerdict(
  verdict: Exclude<Verdict, { kind: 'allowed' }>,
  response: ServerResponse,
): void {
  if (verdict.kind === 'welcome') {
    response.writeHead(302, {
      location: verdict.location,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      ...(verdict.cookie === '' ? {} : { 'set-cookie': verdict.cookie }),
    });
    response.end();
    return;
  }
  response.writeHead(verdict.status, {
    'content-type': 'text/plain; charset=utf-8',
    'x-content-type-options': 'nosniff',
    connection: 'close',
  });
  response.end(verdict.reason);
}

function refuseUpgrade(socket: Duplex, verdict: Verdict): void {
  const status = verdict.kind === 'refused' ? verdict.status : 404;
  const answer = `HTTP/1.1 ${status} Refused\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`;
  socket.end(answer, () => socket.destroy());
}

/** Most simultaneous connections. */
const MOST_CONNECTIONS = {
  /** Without a cookie: a page opens six, and sends the cookie with the first bytes of each. */
  strangers: 64,
  /** With the cookie: the window needs about a dozen. */
  window: 448,
} as const;

/** Bounds the open connections: a stranger's may be closed until it has sent the cookie. */
function createConnectionLimiter() {
  // Both in order of arrival.
  const strangers = new Set<Duplex>();
  const window = new Set<Duplex>();
  return {
    add(socket: Duplex): void {
      strangers.add(socket);
      socket.once('close', () => {
        strangers.delete(socket);
        window.delete(socket);
      });
      closeOldest(strangers, MOST_CONNECTIONS.strangers);
    },
    /** Counts the connection as the window's: it has sent the cookie. */
    trust(socket: Duplex): void {
      // One that was just closed stays closed.
      if (!strangers.delete(socket)) return;
      window.add(socket);
      closeOldest(window, MOST_CONNECTIONS.window);
    },
  };
}

function closeOldest(sockets: Set<Duplex>, most: number): void {
  for (const oldest of sockets) {
    if (sockets.size <= most) return;
    sockets.delete(oldest);
    oldest.destroy();
  }
}
