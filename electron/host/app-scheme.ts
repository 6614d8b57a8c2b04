/** `app://gesso`: the only address that the window ever shows. */
import type { CustomScheme } from 'electron';

/** The address of the built renderer and of `/media/`. */
export const APP_URL = 'app://gesso/';

const SCHEME = 'app';
const HOST = 'gesso';

/**
 * SECURITY: S6 privileges of the scheme. `corsEnabled` stays off: Electron never checks
 * `Access-Control-Allow-Origin` on custom schemes, so switching it on would open the scheme to any
 * origin. `stream` lets media start before it is complete.
 */
export const SCHEME_PRIVILEGES: readonly CustomScheme[] = [
  {
    scheme: SCHEME,
    privileges: {
      standard: true,
      secure: true,
      supportFetchAPI: true,
      codeCache: true,
      stream: true,
    },
  },
];

/** The scheme as `protocol.handle` wants it. */
export const APP_SCHEME = SCHEME;

/**
 * True for addresses of Gesso's own page. Compared by protocol and host: outside Chromium the
 * `origin` of every custom scheme is the string "null", which would make all of them equal.
 */
export function isAppUrl(text: string): boolean {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return false;
  }
  return (
    url.protocol === `${SCHEME}:` && url.host === HOST && url.username === '' && url.password === ''
  );
}

/** True for the one page that the window shows, with any `#` part. */
export function isPageUrl(text: string): boolean {
  return isAppUrl(text) && text.replace(/#.*$/su, '') === APP_URL;
}
