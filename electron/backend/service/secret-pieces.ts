/**
 * Finds a secret in a text whatever stands between its characters and however they are written: in either
 * case, in hexadecimal, percent, JSON or HTML escapes, in base64; as a whole or a piece of it.
 */

/** Bounds, in characters of the secret. */
const PIECES = {
  /** A shorter run is not recognised: words of that length are in any text. */
  least: 12,
  /** Texts are searched for blocks of this length, and what is found is extended. */
  block: 8,
} as const;

/** A writing of a secret: letters and digits alone, in lower case. */
interface Writing {
  readonly text: string;
  readonly least: number;
  readonly block: number;
}

/** The writings to look for; none of a secret that is too short. */
export function writingsOf(secret: string): readonly Writing[] {
  const bytes = [...Buffer.from(secret)];
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0'));
  const writings: Writing[] = [
    writing(secret, 1),
    writing(hex.join(''), 2), // also as `%67%65`
    writing(hex.map((digits) => `u00${digits}`).join(''), 5), // `\u0067`
    writing(hex.map((digits) => `x${digits}`).join(''), 3), // `&#x67;`, `\x67`
    writing(bytes.join(''), 2), // `&#103;`
  ];
  // within a longer text base64 comes in three alignments; only the inner characters are certain
  for (let shift = 0; shift < 3; shift++) {
    const encoded = Buffer.from(' '.repeat(shift) + secret).toString('base64');
    const certain = encoded.slice(Math.ceil((shift * 4) / 3)).replace(/.?=+$/u, '');
    writings.push(writing(certain, 4 / 3));
  }
  return writings.filter(({ text, least }) => text.length >= least);
}

/**
 * @param mask stands in the place of each piece, from its first to its last character
 * @returns the same text when nothing is in it
 */
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

/** @param width characters that stand for one of the secret */
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

/** Runs of the condensed text that are in the writing, as [start, end). */
function piecesIn(bare: string, { text, least, block }: Writing): (readonly [number, number])[] {
  const found: (readonly [number, number])[] = [];
  // every run of `least` has a whole block in it, or the end of one: blocks overlap by half
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

/** Where each character of the condensed text stands. */
function placesOf(text: string): readonly number[] {
  return [...text.matchAll(/[A-Za-z0-9]/gu)].map(({ index }) => index);
}
