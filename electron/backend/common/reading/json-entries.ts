/** Where the entries of a JSON list stand, and what each of them would build: found in one pass. */

const BYTE = {
  quote: 0x22,
  comma: 0x2c,
  openList: 0x5b,
  backslash: 0x5c,
  closeList: 0x5d,
  openRecord: 0x7b,
  closeRecord: 0x7d,
} as const;

/** A part of a file. */
export interface Extent {
  readonly from: number;
  readonly to: number;
}

/** An entry, read as bytes alone. */
export interface Entry extends Extent {
  /** Lists and records that stand in each other; 0 for a text or a number. */
  readonly levels: number;
  /** Texts, numbers, lists and records in it, about. */
  readonly values: number;
}

/**
 * The entries of a list or record. The last one may be broken off; white space alone where nothing is
 * between two commas. Linear, and nothing is built.
 *
 * @param file UTF-8
 * @param extent behind the opening mark
 * @returns behind the closing mark; `undefined` where it breaks off
 */
export function* entriesIn(
  file: Uint8Array,
  extent: Extent,
): Generator<Entry, number | undefined, void> {
  let { from } = extent;
  let depth = 0;
  let levels = 0;
  let values = 1;
  let isFirst = true;
  const entry = (to: number): Entry => {
    const found = { from, to, levels, values };
    from = to + 1;
    levels = 0;
    values = 1;
    isFirst = false;
    return found;
  };
  for (let at = from; at < extent.to; at++) {
    switch (file[at]) {
      case BYTE.quote:
        at = endOfText(file, at + 1, extent.to);
        break;
      case BYTE.openList:
      case BYTE.openRecord:
        depth += 1;
        values += 1;
        levels = Math.max(levels, depth);
        break;
      case BYTE.closeList:
      case BYTE.closeRecord:
        if (depth === 0) {
          if (!isFirst || !isBlank(file, { from, to: at })) yield entry(at);
          return at + 1;
        }
        depth -= 1;
        break;
      case BYTE.comma:
        if (depth === 0) yield entry(at);
        else values += 1;
        break;
      default:
    }
  }
  if (from < extent.to) yield entry(extent.to);
  return undefined;
}

/**
 * A value as bytes alone: {@link entriesIn} for a list or a record, all of it together.
 *
 * @param most where more values are found, the rest is not looked at
 */
export function measured(
  file: Uint8Array,
  extent: Extent,
  most: number = Number.POSITIVE_INFINITY,
): Entry {
  const { from, to } = trimmed(file, extent);
  const first = file[from];
  if (first !== BYTE.openList && first !== BYTE.openRecord) {
    return { from, to, levels: 0, values: 1 };
  }
  let levels = 0;
  let values = 1;
  for (const entry of entriesIn(file, { from: from + 1, to })) {
    levels = Math.max(levels, entry.levels);
    values += entry.values;
    if (values > most) break;
  }
  return { from, to, levels: levels + 1, values };
}

/** @returns where the quote stands that ends a text; the end when there is none */
function endOfText(file: Uint8Array, from: number, to: number): number {
  for (let at = from; ; at++) {
    const quote = file.indexOf(BYTE.quote, at);
    if (quote < 0 || quote >= to) return to;
    let before = quote;
    while (before > from && file[before - 1] === BYTE.backslash) before -= 1;
    if ((quote - before) % 2 === 0) return quote;
    at = quote;
  }
}

/** True for white space alone. */
export function isBlank(file: Uint8Array, extent: Extent): boolean {
  const { from, to } = trimmed(file, extent);
  return from === to;
}

export function textOf(file: Uint8Array, { from, to }: Extent): string {
  return new TextDecoder().decode(file.subarray(from, to));
}

/** Without the white space around it, and the mark at a file's beginning. */
export function trimmed(file: Uint8Array, extent: Extent): Extent {
  let { from, to } = extent;
  while (from < to && isSpace(file[from])) from += 1;
  while (to > from && isSpace(file[to - 1])) to -= 1;
  return { from, to };
}

function isSpace(byte = 0): boolean {
  return byte <= 0x20 || byte === 0xef || byte === 0xbb || byte === 0xbf;
}
