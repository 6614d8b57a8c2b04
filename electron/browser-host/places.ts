/**
 * Limits connections to the browser host. Any program on this computer can connect; only the window has
 * this session's cookie. Connections that have not shown it share a few slots, and new ones replace the
 * oldest, so that silent ones cannot lock the window out.
 *
 * SECURITY: B7
 */
import type { Duplex } from 'node:stream';

/** Most simultaneous connections. */
const PLACES = {
  /** Without a cookie: a page opens six, and sends the cookie with the first bytes of each. */
  strangers: 64,
  /** With the cookie: the window needs about a dozen. */
  window: 448,
} as const;

export interface Places {
  /** A new connection, which may be closed until {@link Places.welcome}. */
  take(socket: Duplex): void;
  /** The connection has sent the cookie. */
  welcome(socket: Duplex): void;
}

export function createPlaces(): Places {
  // Both in order of arrival.
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
      // One that was just closed stays closed.
      if (!strangers.delete(socket)) return;
      window.add(socket);
      makeRoom(window, PLACES.window);
    },
  };
}

/** Closes the oldest. */
function makeRoom(sockets: Set<Duplex>, places: number): void {
  for (const oldest of sockets) {
    if (sockets.size <= places) return;
    sockets.delete(oldest);
    oldest.destroy();
  }
}
