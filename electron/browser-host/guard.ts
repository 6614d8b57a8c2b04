/** Answers only this host's page, in the browser with this session's token: `docs/security.md`. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export type Verdict =
  | { readonly kind: 'allowed' }
  /** The token was valid: set the cookie and redirect to the clean address. */
  | { readonly kind: 'welcome'; readonly cookie: string; readonly location: string }
  | { readonly kind: 'refused'; readonly status: number; readonly reason: string };

/** Longer than any session, seconds; browsers allow at most 400 days. */
const COOKIE_SECONDS = 400 * 24 * 60 * 60;

/** @param port read at each request, because it is known only after listening */
export function createGuard(port: () => number) {
  /** One-time token for the printed address. */
  const token = randomBytes(32).toString('base64url');
  const session = randomBytes(32).toString('base64url');
  let isTokenUsed = false;
  // All ports of a host share cookies, so the name separates instances.
  const cookieName = () => `gesso-${port()}`;

  /** @param isUpgrade a WebSocket handshake, which is checked like a modifying request */
  function check(
    request: Pick<IncomingMessage, 'method' | 'url' | 'headers' | 'rawHeaders'>,
    isUpgrade: boolean,
  ): Verdict {
    const hosts = [`127.0.0.1:${port()}`, `localhost:${port()}`];
    // SECURITY: B2 exactly one Host, and it is ours: DNS rebinding ends here.
    const host = request.headers.host;
    if (
      host === undefined ||
      countHeader(request.rawHeaders, 'host') !== 1 ||
      !hosts.includes(host)
    ) {
      return refused(403, 'This address does not belong to Gesso.');
    }
    // Only addresses on this host: `//x` and `http://x/` name another one.
    const address = addressOf(request.url, host);
    if (address === undefined) return refused(400, 'This address is not valid.');
    const method = request.method ?? 'GET';
    // SECURITY: B5 no CORS: a preflight is never answered.
    if (method === 'OPTIONS') return refused(403, 'Not allowed.');
    // SECURITY: B4 every request that changes something, and every WebSocket, must name our own origin.
    const changes = isUpgrade || (method !== 'GET' && method !== 'HEAD');
    const origin = request.headers.origin;
    if ((changes || origin !== undefined) && origin !== `http://${host}`) {
      return refused(403, 'Requests from other pages are not accepted.');
    }
    const site = request.headers['sec-fetch-site'];
    if (site !== undefined && site !== 'same-origin' && site !== 'none') {
      return refused(403, 'Requests from other pages are not accepted.');
    }
    const brought = address.searchParams.get('token');
    if (brought !== null && method === 'GET' && !isUpgrade && address.pathname === '/') {
      return redeem(brought, request);
    }
    if (hasSession(request)) {
      isTokenUsed = true; // The browser has kept the cookie: the address is no longer needed.
      return { kind: 'allowed' };
    }
    return refused(
      401,
      'This window is not signed in. Use the address that Gesso printed when it started.',
    );
  }

  /**
   * SECURITY: B3 the printed token becomes a cookie that no script can read, and works until a
   * browser has returned it: others can read the address. The cookie outlives the session.
   */
  function redeem(brought: string, request: Pick<IncomingMessage, 'headers'>): Verdict {
    if (hasSession(request)) return { kind: 'welcome', cookie: '', location: '/' };
    if (isTokenUsed || !isSame(brought, token)) {
      return refused(
        401,
        'This address has already been used in another browser. Use that one, or start Gesso again to get a new address.',
      );
    }
    return {
      kind: 'welcome',
      cookie: `${cookieName()}=${session}; HttpOnly; SameSite=Strict; Path=/; Max-Age=${COOKIE_SECONDS}`,
      location: '/',
    };
  }

  function hasSession(request: Pick<IncomingMessage, 'headers'>): boolean {
    const name = `${cookieName()}=`;
    // Any of them: a page on another port of this computer can add a cookie of the same name.
    return (request.headers.cookie ?? '')
      .split(';')
      .map((part) => part.trim())
      .filter((part) => part.startsWith(name))
      .some((part) => isSame(part.slice(name.length), session));
  }

  return { token, check };
}

function addressOf(target: string | undefined, host: string): URL | undefined {
  if (target === undefined || !target.startsWith('/') || target.startsWith('//')) return undefined;
  return URL.parse(target, `http://${host}`) ?? undefined;
}

function refused(status: number, reason: string): Verdict {
  return { kind: 'refused', status, reason };
}

/** Compares in constant time at any length. */
function isSame(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}

function countHeader(rawHeaders: readonly string[], name: string): number {
  return rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === name).length;
}
