/**
 * The target of a link that a model has written: its true host in letters that cannot be mistaken, or the
 * reason why it is not opened. Such a link is input from outside: its text may say one thing and lead
 * elsewhere.
 */

import type { LinkTarget, LinkWarning } from '../../../shared/contract/links.ts';

/** Longest address that is opened. */
const MAX_LENGTH = 2000;
/** Control characters, and those that change the direction of text or have no width. */
const HIDDEN = /[\p{Cc}\p{Cf}]/u;
/** A host in a link's text. */
const HOST_IN_TEXT = /(?:^|[\s/@(<])((?:[a-z\d-]+\.)+[a-z]{2,})(?=$|[\s/:?#)>,.])/giu;

/**
 * SECURITY: S15 `https` and `mailto` only; everything else is not opened.
 *
 * @param href as it was written
 * @param text the link's own text
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
    // no more than the address: a body or a blind copy could send something in the user's name
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
    return ''; // a broken escape: not an address
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
