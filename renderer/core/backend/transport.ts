/**
 * The line to the backend: a MessagePort under Electron, a WebSocket under the browser host.
 * The rest of the renderer sees one client.
 */
import { RPCLink as PortLink } from '@orpc/client/message-port';
import { RPCLink as SocketLink } from '@orpc/client/websocket';
import { ORPCError, type ClientContext, type ClientLink } from '@orpc/client';
import { createCallbacks } from '../../../shared/callbacks.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { MAX_FRAME_BYTES } from '../../../shared/line.ts';

export type LineState = 'connecting' | 'open' | 'lost';

export interface BackendLine {
  readonly link: ClientLink<ClientContext>;
  readonly state: () => LineState;
  /** @returns unsubscribes */
  subscribe(listener: () => void): () => void;
}

/** Between attempts to reconnect, ms. */
const RECONNECT_DELAYS = [200, 500, 1000, 2000, 5000] as const;

/** True in Gesso's own window, where no browser keeps shortcuts for itself. */
export function hasOwnWindow(): boolean {
  return location.protocol === 'app:';
}

/** Opens the line that fits the page's address. */
export function openBackendLine(): BackendLine {
  return hasOwnWindow() ? openPort() : openSocket();
}

/** The preload hands over a port once the page is ready. */
function openPort(): BackendLine {
  const { announce, ...observable } = createState();
  const ready = new Promise<ClientLink<ClientContext>>((resolve) => {
    window.addEventListener('message', (event: MessageEvent<unknown>) => {
      const [port] = event.ports;
      if (event.source !== window || port === undefined || !isPortMessage(event.data)) return;
      port.start();
      announce('open');
      resolve(new PortLink({ port }));
    });
  });
  window.postMessage({ type: 'gesso:ready' }, location.origin === 'null' ? '*' : location.origin);
  return {
    ...observable,
    link: { call: async (path, input, options) => (await ready).call(path, input, options) },
  };
}

function isPortMessage(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === 'gesso:port';
}

/** Connects, and reconnects when the line breaks; calls wait meanwhile. */
function openSocket(): BackendLine {
  const { announce, ...observable } = createState();
  let failures = 0;
  let current = connect();

  function connect(): Promise<ClientLink<ClientContext>> {
    const address = new URL('/rpc', location.href);
    address.protocol = 'ws:';
    const socket = new WebSocket(address);
    return new Promise((resolve) => {
      socket.addEventListener('open', () => {
        failures = 0;
        announce('open');
        resolve(overSocket(socket));
      });
      socket.addEventListener('close', () => {
        announce('lost');
        const delay = RECONNECT_DELAYS[Math.min(failures, RECONNECT_DELAYS.length - 1)];
        failures += 1;
        const next = new Promise<void>((wait) => setTimeout(wait, delay)).then(connect);
        current = next;
        resolve(next); // for calls that waited for this attempt
      });
    });
  }

  return {
    ...observable,
    link: { call: async (path, input, options) => (await current).call(path, input, options) },
  };
}

/**
 * Makes calls over one socket. A call that is too large is refused before it is sent. When the
 * line breaks, pending calls reject.
 */
function overSocket(socket: WebSocket): ClientLink<ClientContext> {
  const link = new SocketLink({
    websocket: {
      addEventListener: socket.addEventListener.bind(socket),
      removeEventListener: socket.removeEventListener.bind(socket),
      send(frame) {
        if (sizeOf(frame) > MAX_FRAME_BYTES)
          throw new AppError(
            'too-large',
            `This is too large to be sent at once. Gesso takes up to ${MAX_FRAME_BYTES / 1_000_000} MB. Make it smaller and try again.`,
            { details: { limit: MAX_FRAME_BYTES } },
          );
        socket.send(frame);
      },
      get readyState() {
        return socket.readyState;
      },
    },
  });
  return {
    async call(path, input, options) {
      try {
        return await link.call(path, input, options);
      } catch (error) {
        const isBroken = socket.readyState !== WebSocket.OPEN && options.signal?.aborted !== true;
        if (error instanceof ORPCError || error instanceof AppError || !isBroken) throw error;
        throw lineBroke(error);
      }
    },
  };
}

/** An upper bound in bytes: UTF-8 takes at most three for each unit of a string. */
function sizeOf(frame: string | Blob | BufferSource): number {
  if (typeof frame !== 'string') return frame instanceof Blob ? frame.size : frame.byteLength;
  return frame.length * 3 <= MAX_FRAME_BYTES ? frame.length : new Blob([frame]).size;
}

function lineBroke(cause: unknown): AppError {
  return new AppError(
    'outcome-unknown',
    'The connection to Gesso broke before it answered. Gesso connects again automatically. Check whether it was done, then try again.',
    { action: 'retry', cause },
  );
}

function createState() {
  let state: LineState = 'connecting';
  const listeners = createCallbacks();
  return {
    state: () => state,
    subscribe: listeners.on,
    announce(next: LineState) {
      if (next === state) return;
      state = next;
      listeners.call();
    },
  };
}
