/**
 * SECURITY: S46 the page's one policy for texts that a browser would turn into markup or code, where
 * Trusted Types are enforced. Libraries clear elements and write styles by such texts; markup, scripts and
 * addresses of others are refused.
 */

/** Scripts of workers: the page's own origin, one file among those that the build has made. */
const WORKER_FILE = /^\/assets\/[\w.-]+\.js$/u;

interface PolicyFactory {
  createPolicy(
    name: 'default',
    rules: { createHTML(text: string): string; createScriptURL(address: string): string },
  ): unknown;
}

/** @param text for `innerHTML` and its like @throws TypeError for anything that could be markup */
export function allowText(text: string): string {
  if (text.includes('<')) throw new TypeError('Gesso makes no elements from text.');
  return text;
}

/** @param address of a script @param page the page's own address @throws TypeError for other scripts */
export function allowOwnScript(address: string, page: string): string {
  const own = new URL(page);
  const url = URL.parse(address, own);
  // not by `origin`, which is opaque for a scheme that is not registered
  const isOwn = url?.protocol === own.protocol && url.host === own.host;
  if (isOwn && WORKER_FILE.test(url.pathname)) return address;
  throw new TypeError('Gesso starts only its own scripts.');
}

/** Call before anything else of the page runs. There is no rule for code from text: it is refused. */
export function installTrustedTypes(): void {
  const factory = (globalThis as { readonly trustedTypes?: PolicyFactory }).trustedTypes;
  factory?.createPolicy('default', {
    createHTML: allowText,
    createScriptURL: (address) => allowOwnScript(address, location.href),
  });
}
