/**
 * The line to the backend: a MessagePort under Electron, a WebSocket under the browser host. The
 * rest of the renderer sees one client and never knows which.
 */
import { RPCLink as PortLink } from '@orpc/client/message-port';
import { RPCLink as SocketLink } from '@orpc/client/websocket';
import type { ClientContext, ClientLink } from '@orpc/client';

/** Whether calls can reach the backend at the moment. */
export type LineState = 'connecting' | 'open' | 'lost';

/** A line and its state. */
export interface BackendLine {
  readonly link: ClientLink<ClientContext>;
  readonly state: () => LineState;
  /** Calls back after each change of the state; returns the way to stop it. */
  subscribe(listener: () => void): () => void;
}

/** Waits between attempts to reach the backend again, ms: quick first, then patient. */
const RECONNECT_DELAYS = [200, 500, 1000, 2000, 5000] as const;

/** True in a window of Gesso's own, where no browser keeps keys for itself. */
export function hasOwnWindow(): boolean {
  return location.protocol === 'app:';
}

/** Opens the line that fits the page's address. */
export function openBackendLine(): BackendLine {
  return hasOwnWindow() ? openPort() : openSocket();
}

/** The preload hands over a port when the page says that it is ready. */
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

/** Connects, and connects again after a break; calls made meanwhile wait for the line. */
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
        resolve(new SocketLink({ websocket: socket }));
      });
      socket.addEventListener('close', () => {
        announce('lost');
        const delay = RECONNECT_DELAYS[Math.min(failures, RECONNECT_DELAYS.length - 1)];
        failures += 1;
        const next = new Promise<void>((wait) => setTimeout(wait, delay)).then(connect);
        current = next;
        resolve(next); // for calls that were waiting for this attempt
      });
    });
  }

  return {
    ...observable,
    link: { call: async (path, input, options) => (await current).call(path, input, options) },
  };
}

function createState() {
  let state: LineState = 'connecting';
  const listeners = new Set<() => void>();
  return {
    state: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    announce(next: LineState) {
      if (next === state) return;
      state = next;
      for (const listener of listeners) listener();
    },
  };
}
