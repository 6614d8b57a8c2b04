/**
 * Limits connections to the browser host. Any program on this computer can connect; only the window has
 * this session's cookie. Connections that have not shown it share a few slots, and new ones replace the
 * oldest, so that silent ones cannot lock the window out.
 *
 * SECURITY: B7
 */
import type { Duplex } from 'node:stream';

/** Connections at the same time. */
const PLACES = {
  /** That have shown nothing yet: a page opens six, and shows the cookie with the first bytes of each. */
  strangers: 64,
  /** Of the window: far above its dozen. */
  window: 448,
} as const;

export interface Places {
  /** A connection has come; it may lose its place until {@link Places.welcome}. */
  take(socket: Duplex): void;
  /** It has shown the cookie. */
  welcome(socket: Duplex): void;
}

export function createPlaces(): Places {
  // both in the order of their coming
  const strangers = new Set<Duplex>();
  const window = new Set<Duplex>();
  return {
    take(socket) {
      strangers.add(socket);
      socket.once('close', () => {
        strangers.delete(socket);
        window.delete(socket);
      });
      makeRoom(strangers, PLACES.strangers);
    },
    welcome(socket) {
      // one that has just lost its place stays outside
      if (!strangers.delete(socket)) return;
      window.add(socket);
      makeRoom(window, PLACES.window);
    },
  };
}

/** The oldest goes. */
function makeRoom(sockets: Set<Duplex>, places: number): void {
  for (const oldest of sockets) {
    if (sockets.size <= places) return;
    sockets.delete(oldest);
    oldest.destroy();
  }
}
