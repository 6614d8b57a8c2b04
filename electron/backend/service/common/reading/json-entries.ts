/** Finds the entries of a JSON list and their complexity in one pass, without building values. */

const BYTE = {
  quote: 0x22,
  comma: 0x2c,
  openList: 0x5b,
  backslash: 0x5c,
  closeList: 0x5d,
  openRecord: 0x7b,
  closeRecord: 0x7d,
} as const;

interface Extent {
  readonly from: number;
  readonly to: number;
}

export interface Entry extends Extent {
  /** Nesting depth; 0 for a string or number. */
  readonly levels: number;
  /** Approximate number of strings, numbers, lists and records in it. */
  readonly values: number;
}

/**
 * The last entry may be truncated; an entry between two commas may be white space. Linear, and
 * builds nothing.
 * @param file UTF-8
 * @param extent starts after the opening bracket
 * @returns the position after the closing bracket; `undefined` if it is missing
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

/** @param most stops after this many values */
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

/** @returns the position of the closing quote, or the end of the file */
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

export function isBlank(file: Uint8Array, extent: Extent): boolean {
  const { from, to } = trimmed(file, extent);
  return from === to;
}

export function extentText(file: Uint8Array, { from, to }: Extent): string {
  return new TextDecoder().decode(file.subarray(from, to));
}

/** Removes surrounding white space and a byte order mark. */
export function trimmed(file: Uint8Array, extent: Extent): Extent {
  let { from, to } = extent;
  while (from < to && isSpace(file[from])) from += 1;
  while (to > from && isSpace(file[to - 1])) to -= 1;
  return { from, to };
}

function isSpace(byte = 0): boolean {
  return byte <= 0x20 || byte === 0xef || byte === 0xbb || byte === 0xbf;
}
