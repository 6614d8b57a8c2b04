/** Direction marks disguise names. Joiners stay: emoji and several scripts need them. */
const INVISIBLE =
  // oxlint-disable-next-line no-control-regex -- removes control characters
  /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;

/** For names of the user, a file or a service. Drops lone surrogates, too. */
export function plainName(given: string): string {
  return given.toWellFormed().replace(INVISIBLE, '').trim();
}
