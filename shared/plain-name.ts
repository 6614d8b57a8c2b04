/** Names as they are kept and shown, whoever gave them: the user, a file, or a service. */

/**
 * Control characters, line ends, and those that turn the direction of text and so disguise what a name says. The
 * joiners stay, which emoji and several scripts need.
 */
const INVISIBLE =
  // oxlint-disable-next-line no-control-regex -- removes control characters
  /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;

/** The name without what is not seen, and without half characters. */
export function plainName(given: string): string {
  return given.toWellFormed().replace(INVISIBLE, '').trim();
}
