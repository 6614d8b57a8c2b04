/**
 * Splits texts into words. The index treats a run of Chinese, Japanese or Korean as one, so runs
 * become overlapping pairs. Highlights refer to the original text.
 */

const CJK = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}`;
const CJK_RUN = new RegExp(`[${CJK}ー]+`, 'gu');
const SEGMENT = new RegExp(`[${CJK}ー]+|[^${CJK}ー]+`, 'gu');
const IS_CJK = new RegExp(`^[${CJK}]`, 'u');
/** Letters and digits, as the index defines words. */
const WORD = /[\p{L}\p{N}\p{Co}]+/gu;
const HAS_WORD = /[\p{L}\p{N}\p{Co}]/u;

/** Indexing a message is one transaction and must finish within 0.1 s. */
const INDEXED = 100_000;

/** @returns `null` if the indexed form equals the text */
export function indexedWords(text: string): string | null {
  const beginning = text.slice(0, INDEXED);
  const cut = beginning.replaceAll(CJK_RUN, (run) => ` ${pairsOf(run, true).join(' ')} `);
  return cut === text ? null : cut.slice(0, INDEXED);
}

/** Overlapping pairs; the last character alone makes prefixes match. */
function pairsOf(run: string, withLast: boolean): readonly string[] {
  const characters = Array.from(run);
  const pairs = characters
    .slice(0, -1)
    .map((character, at) => character + (characters[at + 1] ?? ''));
  const last = characters.at(-1) ?? '';
  return withLast || pairs.length === 0 ? [...pairs, last] : pairs;
}

interface QueryPart {
  readonly text: string;
  readonly isCjk: boolean;
  /** Also matches words that begin with it. */
  readonly isPrefix: boolean;
}

function partsOf(query: string): readonly QueryPart[] {
  const parts = query
    .split(/\s+/u)
    .flatMap((word) => word.match(SEGMENT) ?? [])
    .filter((part) => HAS_WORD.test(part));
  return parts.map((text, index) => {
    const isCjk = IS_CJK.test(text);
    const isOne = Array.from(text).length === 1;
    // A pair is complete; the last word may still be typed.
    return { text, isCjk, isPrefix: isCjk ? isOne : index === parts.length - 1 && !isOne };
  });
}

/** @returns an FTS expression in which the user's text is quoted; `undefined` without a word */
export function matchQuery(query: string): string | undefined {
  const parts = partsOf(query);
  if (parts.length === 0) return undefined;
  return parts
    .map(({ text, isCjk, isPrefix }) => {
      const words = isCjk ? pairsOf(text, false).join(' ') : text;
      return `"${words.replaceAll('"', '""')}"${isPrefix ? '*' : ''}`;
    })
    .join(' AND ');
}

/** Range in UTF-16 units. */
export type TextMark = readonly [start: number, end: number];

const MOST_MARKS = 200;

/** Finds a query's words in a text, in order and without overlap. */
export function findMarks(text: string, query: string): readonly TextMark[] {
  const folded = fold(text);
  const marks: TextMark[] = [];
  for (const part of partsOf(query)) {
    const pattern = patternOf(part);
    for (const match of pattern === undefined ? [] : folded.text.matchAll(pattern)) {
      const end = match.index + match[0].length;
      marks.push([folded.starts[match.index] ?? 0, folded.ends[end - 1] ?? text.length]);
      if (marks.length >= MOST_MARKS) break;
    }
  }
  return merged(marks);
}

/** Removes case and accents like the index does. */
export function foldText(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** Converts an index in the folded text to one in the text: folding makes some scripts longer. */
export function unfoldedPlace(text: string, place: number): number {
  let folded = 0;
  let at = 0;
  for (const character of text) {
    folded += character < '\u0080' ? 1 : foldText(character).length;
    if (folded > place) break;
    at += character.length;
  }
  return at;
}

function patternOf({ text, isCjk, isPrefix }: QueryPart): RegExp | undefined {
  if (isCjk) return new RegExp(escaped(foldText(text)), 'gu');
  const words = foldText(text).match(WORD) ?? [];
  if (words.length === 0) return undefined;
  const letter = `(?![${CJK}])[\\p{L}\\p{N}\\p{Co}]`;
  const before = `(?<!(?![${CJK}])[\\p{L}\\p{N}\\p{Co}])`;
  const body = words.map(escaped).join(String.raw`[^\p{L}\p{N}\p{Co}]+`);
  return new RegExp(`${before}${body}${isPrefix ? '' : `(?!${letter})`}`, 'gu');
}

function escaped(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}/-]/gu, String.raw`\$&`);
}

interface Folded {
  readonly text: string;
  /** Start and end in the original of each unit of the folded text. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

function fold(text: string): Folded {
  const starts: number[] = [];
  const ends: number[] = [];
  let folded = '';
  let at = 0;
  for (const character of text) {
    const end = at + character.length;
    const isPlain = character.length === 1 && character < '\u0080';
    const plain = isPlain ? character.toLowerCase() : foldText(character);
    // A combining accent belongs to the previous character.
    if (plain === '' && ends.length > 0) ends[ends.length - 1] = end;
    for (let unit = 0; unit < plain.length; unit++) {
      starts.push(at);
      ends.push(end);
    }
    folded += plain;
    at = end;
  }
  return { text: folded, starts, ends };
}

function merged(marks: readonly TextMark[]): readonly TextMark[] {
  const sorted = [...marks].sort((a, b) => a[0] - b[0] || b[1] - a[1]);
  const result: TextMark[] = [];
  for (const [start, end] of sorted) {
    const last = result.at(-1);
    if (last === undefined || start >= last[1]) result.push([start, end]);
    else if (end > last[1]) result[result.length - 1] = [last[0], end];
  }
  return result;
}
