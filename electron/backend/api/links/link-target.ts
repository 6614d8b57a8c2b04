/** Checks a link that a model wrote: its text may say one thing and lead elsewhere. */

import type { LinkTarget, LinkWarning } from '../../../../shared/contract/links.ts';

const MAX_LENGTH = 2000;
/** Control characters, and those that change the text direction or have no width. */
const HIDDEN = /[\p{Cc}\p{Cf}]/u;
const HOST_IN_TEXT = /(?:^|[\s/@(<])((?:[a-z\d-]+\.)+[a-z]{2,})(?=$|[\s/:?#)>,.])/giu;

/**
 * SECURITY: S15 only `https` and `mailto` are opened.
 * @param href as written
 * @param text of the link
 * @returns `undefined` for a link that is never opened
 */
export function readLink(href: string, text = ''): Omit<LinkTarget, 'isOpenable'> | undefined {
  const written = href.trim();
  if (written.length > MAX_LENGTH) return undefined;
  const url = URL.parse(written);
  if (url === null) return undefined;
  const hidden: readonly LinkWarning[] =
    HIDDEN.test(written) || HIDDEN.test(text) ? ['hidden'] : [];
  if (url.protocol === 'mailto:') {
    const address = decoded(url.pathname);
    if (!/^[^\s@]+@[^\s@]+$/u.test(address)) return undefined;
    // Only the address: a body or BCC could send something in the user's name.
    return { kind: 'mail', href: `mailto:${url.pathname}`, host: address, warnings: hidden };
  }
  if (url.protocol !== 'https:' || url.hostname === '') return undefined;
  const warnings: LinkWarning[] = [...hidden];
  if (url.hostname.split('.').some((part) => part.startsWith('xn--'))) warnings.push('name');
  if (url.username !== '' || url.password !== '') {
    warnings.push('user');
    url.username = '';
    url.password = '';
  }
  if (namesAnotherHost(text, url.hostname)) warnings.push('text');
  return { kind: 'web', href: url.href, host: url.host, warnings };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return ''; // Invalid percent encoding.
  }
}

function namesAnotherHost(text: string, host: string): boolean {
  const plain = withoutWww(host);
  return [...text.matchAll(HOST_IN_TEXT)].some(
    ([, named = '']) => withoutWww(named.toLowerCase()) !== plain,
  );
}

function withoutWww(host: string): string {
  return host.replace(/^www\./u, '');
}
