/** Blocks all network requests of the page except Gesso's own. */
import type { Session } from 'electron';
import { isAppUrl } from './app-scheme.ts';

/** SECURITY: S25 the page's own address, and data that never leaves the process. */
export function isRequestAllowed(url: string, isPackaged: boolean): boolean {
  if (isAppUrl(url)) return true;
  const protocol = /^([a-z][a-z0-9+.-]*:)/iu.exec(url)?.[1]?.toLowerCase();
  if (protocol === 'blob:' || protocol === 'data:') return true;
  return protocol === 'devtools:' && !isPackaged;
}

export function installRequestFilter(
  session: { readonly webRequest: Pick<Session['webRequest'], 'onBeforeRequest'> },
  isPackaged: boolean,
): void {
  session.webRequest.onBeforeRequest((details, answer) => {
    answer({ cancel: !isRequestAllowed(details.url, isPackaged) });
  });
}
