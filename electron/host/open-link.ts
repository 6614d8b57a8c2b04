import type { Shell } from 'electron';

/** Schemes that may leave Gesso. */
const SCHEMES = /^(?:https|mailto):/u;

/**
 * SECURITY: S15 the only place that passes an address to the system. The user has seen its host; the
 * scheme is checked again, so that no other path leads here with a file or program.
 */
export function createOpenLink(
  shell: Pick<Shell, 'openExternal'>,
): (href: string) => Promise<void> {
  return async (href) => {
    if (!SCHEMES.test(href)) throw new Error('Only https and mail addresses are opened.');
    await shell.openExternal(href);
  };
}

/** Opens the page that Gesso serves on this computer. @param url from the server */
export async function openServedPage(
  shell: Pick<Shell, 'openExternal'>,
  url: string,
): Promise<void> {
  if (!/^http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]+$/u.test(url)) {
    throw new Error('Only the page of this program is opened.');
  }
  await shell.openExternal(url);
}
