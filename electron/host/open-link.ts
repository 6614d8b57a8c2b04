/** Opens a link in the user's own browser or mail program. */
import type { Shell } from 'electron';

/** Schemes that may leave Gesso. */
const SCHEMES = /^(?:https|mailto):/u;

/**
 * SECURITY: S15 the one place that hands an address to the system. The backend has read it and the user
 * has seen its host; the scheme is checked once more, so that no other way leads here with a file or a
 * program.
 */
export function createOpenLink(
  shell: Pick<Shell, 'openExternal'>,
): (href: string) => Promise<void> {
  return async (href) => {
    if (!SCHEMES.test(href)) throw new Error('Only https and mail addresses are opened.');
    await shell.openExternal(href);
  };
}
