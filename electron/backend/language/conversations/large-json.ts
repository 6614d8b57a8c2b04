/** JSON of any size, read without holding other work up: a large list or record entry by entry. */
import { CONVERSATION_LIMITS } from '../../../../shared/contract/conversations.ts';

/** Bytes that are parsed at once: some milliseconds. */
const AT_ONCE = 400_000;

/** Levels of an honest export are fewer than ten; walking thousands fills the stack. */
const MOST_LEVELS = 200;

/** Bytes of one text: the longest message, each of its characters escaped. */
const MOST_TEXT_BYTES = 6 * CONVERSATION_LIMITS.textCharacters;

/** Bytes that are looked at without a look at the clock. */
const STRIDE = 1_000_000;

const BYTE = {
  quote: 0x22,
  comma: 0x2c,
  colon: 0x3a,
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

/** Where the entries of a list or record stand. */
export interface Entries {
  /** The last one may be broken off; white space alone where nothing is between two commas. */
  readonly entries: readonly Extent[];
  /** Behind its closing mark; missing where it breaks off. */
  readonly end: number | undefined;
}

/**
 * @param file UTF-8
 * @param extent of one value
 * @param pause called often
 * @param options.atOnce bytes of a list or record that is read as a whole
 * @param options.onLongText a text is longer than any message may be: it is not read, and stands as ''
 * @throws SyntaxError
 */
export async function parseLarge(
  file: Uint8Array,
  extent: Extent,
  pause: () => Promise<void>,
  options: { readonly atOnce?: number; onLongText?(): void } = {},
): Promise<unknown> {
  const { atOnce = AT_ONCE } = options;
  const { from, to } = trimmed(file, extent);
  const kind = file[from];
  await pause();
  if (kind === BYTE.quote && to - from > MOST_TEXT_BYTES) {
    options.onLongText?.();
    return '';
  }
  if (to - from <= atOnce || (kind !== BYTE.openList && kind !== BYTE.openRecord)) {
    return JSON.parse(textOf(file, { from, to })) as unknown;
  }
  const { entries, end } = await findEntries(file, { from: from + 1, to }, pause);
  if (end !== to) throw new SyntaxError('A list or a record does not end where it should.');
  const isList = kind === BYTE.openList;
  if ((file[to - 1] === BYTE.closeList) !== isList) throw new SyntaxError('The marks differ.');
  if (isList) {
    const list: unknown[] = [];
    for (const entry of entries) list.push(await parseLarge(file, entry, pause, options));
    return list;
  }
  const fields: (readonly [string, unknown])[] = [];
  for (const entry of entries) {
    const colon = colonOf(file, entry);
    const name: unknown = JSON.parse(textOf(file, { from: entry.from, to: colon }));
    const value = await parseLarge(file, { from: colon + 1, to: entry.to }, pause, options);
    if (typeof name !== 'string') throw new SyntaxError('A name is not a text.');
    fields.push([name, value]);
  }
  return Object.fromEntries(fields);
}

/** @param extent behind the opening mark */
export async function findEntries(
  file: Uint8Array,
  extent: Extent,
  pause: () => Promise<void>,
): Promise<Entries> {
  const entries: Extent[] = [];
  let { from } = extent;
  let depth = 0;
  let isText = false;
  let rest = from + STRIDE;
  for (let at = from; at < extent.to; at++) {
    if (at >= rest) {
      rest = at + STRIDE;
      await pause();
    }
    const byte = file[at];
    if (isText) {
      if (byte === BYTE.backslash) at += 1;
      else if (byte === BYTE.quote) isText = false;
    } else if (byte === BYTE.quote) isText = true;
    else if (byte === BYTE.openList || byte === BYTE.openRecord) depth += 1;
    else if (byte === BYTE.closeList || byte === BYTE.closeRecord) {
      if (depth === 0) {
        const isEmpty = entries.length === 0 && isBlank(file, { from, to: at });
        if (!isEmpty) entries.push({ from, to: at });
        return { entries, end: at + 1 };
      }
      depth -= 1;
    } else if (byte === BYTE.comma && depth === 0) {
      entries.push({ from, to: at });
      from = at + 1;
    }
  }
  if (from < extent.to) entries.push({ from, to: extent.to });
  return { entries, end: undefined };
}

/** True when lists and records stand in each other deeper than an export has them. One look at each byte. */
export async function isNestedTooDeep(
  file: Uint8Array,
  { from, to }: Extent,
  pause: () => Promise<void>,
): Promise<boolean> {
  let depth = 0;
  let isText = false;
  let rest = from + STRIDE;
  for (let at = from; at < to; at++) {
    if (at >= rest) {
      rest = at + STRIDE;
      await pause();
    }
    const byte = file[at];
    if (isText) {
      if (byte === BYTE.backslash) at += 1;
      else if (byte === BYTE.quote) isText = false;
    } else if (byte === BYTE.quote) isText = true;
    else if (byte === BYTE.openList || byte === BYTE.openRecord) {
      depth += 1;
      if (depth > MOST_LEVELS) return true;
    } else if (byte === BYTE.closeList || byte === BYTE.closeRecord) depth -= 1;
  }
  return false;
}

/** Where the name of a record's entry ends. */
function colonOf(file: Uint8Array, { from, to }: Extent): number {
  let isText = false;
  for (let at = from; at < to; at++) {
    const byte = file[at];
    if (isText && byte === BYTE.backslash) at += 1;
    else if (byte === BYTE.quote) isText = !isText;
    else if (byte === BYTE.colon && !isText) return at;
  }
  throw new SyntaxError('An entry of a record has no name.');
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
function trimmed(file: Uint8Array, extent: Extent): Extent {
  let { from, to } = extent;
  while (from < to && isSpace(file[from])) from += 1;
  while (to > from && isSpace(file[to - 1])) to -= 1;
  return { from, to };
}

function isSpace(byte = 0): boolean {
  return byte <= 0x20 || byte === 0xef || byte === 0xbb || byte === 0xbf;
}
