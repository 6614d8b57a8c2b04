/**
 * Finds pieces of a secret whatever separates their characters, in either case, and in
 * hexadecimal, percent, JSON or HTML escapes, or base64.
 */

/** Characters of the secret. */
const PIECES = {
  /** Shorter pieces are not recognised: such words are in any text. */
  least: 12,
  /** Length of the searched blocks, which are then extended. */
  block: 8,
} as const;

/** Lower-case letters and digits only. */
interface Writing {
  readonly text: string;
  readonly least: number;
  readonly block: number;
}

export function writingsOf(secret: string): readonly Writing[] {
  const bytes = [...Buffer.from(secret)];
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0'));
  const writings: Writing[] = [
    writing(secret, 1),
    writing(hex.join(''), 2), // Also as `%67%65`.
    writing(hex.map((digits) => `u00${digits}`).join(''), 5), // `\u0067`
    writing(hex.map((digits) => `x${digits}`).join(''), 3), // `&#x67;`, `\x67`
    writing(bytes.join(''), 2), // `&#103;`
  ];
  // In a longer text base64 has three alignments; only the inner characters are certain.
  for (let shift = 0; shift < 3; shift++) {
    const encoded = Buffer.from(' '.repeat(shift) + secret).toString('base64');
    const certain = encoded.slice(Math.ceil((shift * 4) / 3)).replace(/.?=+$/u, '');
    writings.push(writing(certain, 4 / 3));
  }
  return writings.filter(({ text, least }) => text.length >= least);
}

/** @param mask replaces each piece */
export function withoutPieces(text: string, writings: readonly Writing[], mask: string): string {
  const bare = condense(text);
  const ranges = writings.flatMap((each) => piecesIn(bare, each));
  if (ranges.length === 0) return text;
  const places = placesOf(text);
  let safe = '';
  let at = 0;
  for (const [start, end] of ranges.sort(([a], [b]) => a - b)) {
    const from = places[start] ?? text.length;
    const to = (places[end - 1] ?? text.length - 1) + 1;
    if (to <= at) continue;
    safe += from < at ? '' : text.slice(at, from) + mask;
    at = to;
  }
  return safe + text.slice(at);
}

/** @param width characters per character of the secret */
function writing(text: string, width: number): Writing {
  return {
    text: condense(text),
    least: Math.ceil(PIECES.least * width),
    block: Math.ceil(PIECES.block * width),
  };
}

function condense(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9]+/gu, '').toLowerCase();
}

/** Ranges of the condensed text that occur in the encoding, as [start, end). */
function piecesIn(bare: string, { text, least, block }: Writing): (readonly [number, number])[] {
  const found: (readonly [number, number])[] = [];
  // Blocks overlap, so that every run of `least` contains a whole one.
  for (let from = 0; from + block <= text.length; from += Math.max(1, least - block)) {
    const needle = text.slice(from, from + block);
    for (let at = bare.indexOf(needle); at >= 0; at = bare.indexOf(needle, at + 1)) {
      let before = 0;
      while (from > before && at > before && text[from - before - 1] === bare[at - before - 1]) {
        before += 1;
      }
      let after = block;
      while (text[from + after] !== undefined && text[from + after] === bare[at + after]) {
        after += 1;
      }
      if (before + after >= least) found.push([at - before, at + after]);
    }
  }
  return found;
}

function placesOf(text: string): readonly number[] {
  return [...text.matchAll(/[A-Za-z0-9]/gu)].map(({ index }) => index);
}
