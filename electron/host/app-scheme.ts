/** `app://gesso`: the only address of the window. */
import type { CustomScheme } from 'electron';

export const APP_URL = 'app://gesso/';

export const SCHEME = 'app';
const HOST = 'gesso';

/**
 * SECURITY: S6 `corsEnabled` stays off: Electron never checks `Access-Control-Allow-Origin` on custom
 * schemes, so it would open the scheme to any origin.
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

/** Outside Chromium the `origin` of every custom scheme is the string "null". */
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

/** Returns whether it is the window's page, with any `#` part. */
export function isPageUrl(text: string): boolean {
  return isAppUrl(text) && text.replace(/#.*$/su, '') === APP_URL;
}
