import type { Attributes } from '../nodes.ts';

/** SECURITY: S15 the only kinds of addresses that a link of an answer may have. */
const ALLOWED = new Set(['https:', 'mailto:']);

/** @returns the address as it would be opened; `undefined` for a kind that is not allowed */
export function safeAddress(address: string): string | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  return url !== undefined && ALLOWED.has(url.protocol) ? url.href : undefined;
}

/** The host of an address, for display. */
export function hostOf(address: string): string {
  if (/^data:/iu.test(address)) return 'embedded';
  return URL.canParse(address) ? new URL(address).host || 'unknown' : 'unknown';
}

/** The text in place of a picture, before its host. */
export function pictureWords({ text }: Pick<Attributes, 'text'>): string {
  return `Picture: ${text === '' ? 'no description' : text}`;
}
