/**
 * Completes the end of a text in progress for display: half of a mark is hidden, and what it marks
 * already looks as it will in the end. Fixed text is never changed.
 */

const MARKS_ONLY = /(?:^|\n)[ \t>]*(?:[-+*=#~`|:]+|\d{1,9}[.)]?|[-*+][ \t]+\[[ xX]?)?[ \t]*$/u;

/**
 * @param type of the last token
 * @param source of the last token and the blank lines after it
 * @returns the source to show instead; `undefined` to show it as it is
 */
export function completedEnd(type: string, source: string): string | undefined {
  if (source.endsWith('\n\n')) return undefined;
  if (type === 'code' || isInFence(source)) return withoutHalfFence(source);
  if (type === 'hr' || type === 'math' || type === 'space') return undefined;
  const table = completedTable(type, source);
  if (table !== undefined) return table;
  const held = type === 'table' ? source : withoutMarkLine(source);
  const run = lastRun(type, held);
  const completed = held.slice(0, run) + completedInline(held.slice(run));
  return completed === source ? undefined : completed;
}

const FENCE = /^(?:[ \t>]|[-+*][ \t]|\d{1,9}[.)][ \t])*(`{3,}|~{3,})([^`\n]*)$/gmu;

/** True in fenced code without an end, also within a list or quote. */
function isInFence(source: string): boolean {
  let open = '';
  for (const [, marks = '', info = ''] of source.matchAll(FENCE)) {
    if (open === '') open = marks;
    else if (marks.startsWith(open) && info.trim() === '') open = '';
  }
  return open !== '';
}

function withoutHalfFence(source: string): string | undefined {
  const match = /\n[ \t>]*(?:`+|~+)$/u.exec(source);
  return match === null || source.search(FENCE) < 0 ? undefined : source.slice(0, match.index + 1);
}

function withoutMarkLine(source: string): string {
  const match = MARKS_ONLY.exec(source);
  return match === null
    ? source
    : source.slice(0, match.index + (source[match.index] === '\n' ? 1 : 0));
}

/** Makes a table of its head before the second line arrives, so that the cells do not jump. */
function completedTable(type: string, source: string): string | undefined {
  if (type !== 'paragraph' && type !== 'text') return undefined;
  const [head = '', line, ...more] = source.replace(/\n$/u, '').split('\n');
  if (!/^ {0,3}\|/u.test(head) || more.length > 0) return undefined;
  if (line !== undefined && !/^[ \t|:-]*$/u.test(line)) return undefined;
  const cells = head
    .trim()
    .replace(/^\||(?<!\\)\|$/gu, '')
    .split(/(?<!\\)\|/u);
  const whole = `|${cells.map((cell, index) => (index === cells.length - 1 ? completedInline(cell) : cell)).join('|')}|`;
  return `${whole}\n|${cells.map(() => '---').join('|')}|\n`;
}

/** The start of the last inline text: after a blank line, or in the last cell. */
function lastRun(type: string, source: string): number {
  const blank = source.lastIndexOf('\n\n');
  return Math.max(
    blank < 0 ? 0 : blank + 2,
    type === 'table' ? source.lastIndexOf('|') + 1 : 0,
    source.lastIndexOf('\n- ') + 1,
  );
}

/** Closes open marks, and drops those at the very end. */
function completedInline(source: string): string {
  const text = withoutHalfLink(source);
  const code = openCode(text);
  if (code !== '') return text.endsWith(code) ? text.slice(0, -code.length) : text + code;
  const bare = text
    .replace(/(?<=^|[^\\*_~])(?:\*{1,3}|_{1,3}|~{1,2})$/u, '')
    .replace(/<\/?[a-z]{0,6}$/iu, '');
  // white space before a mark would keep it from closing
  return bare.replace(/\s*$/u, (space) => closersOf(bare) + space);
}

/** A link or picture without its end; text and address may have brackets of their own. */
const HALF_LINK =
  /(!?)\[((?:[^\][\n]|\[[^\][\n]*\])*)\](?:\((?:[^()\n]|\([^()\n]*\))*(?:\([^()\n]*)?|\[[^\]\n]*)?$/u;

/** Shows the text of a link before its address is complete, and no incomplete picture. */
function withoutHalfLink(source: string): string {
  const match = HALF_LINK.exec(source);
  if (match !== null && (match[0].includes('](') || match[0].includes(']['))) {
    return source.slice(0, match.index) + (match[1] === '!' ? '' : match[2]);
  }
  return source.replace(/!\[[^\]\n]*$/u, '');
}

/** The mark of inline code that is open at the end, or an empty text. */
function openCode(source: string): string {
  let open = '';
  for (const [run] of source.matchAll(/(?<!\\)`+/gu)) {
    if (open === '') open = run;
    else if (run === open) open = '';
  }
  return open;
}

/** Code, formulas, escapes and addresses, whose signs are no marks. */
const NO_MARKS = new RegExp(
  [
    '`+[^`]*`+',
    String.raw`\\\([\s\S]*?(?:\\\)|$)`,
    String.raw`\\\[[\s\S]*?(?:\\\]|$)`,
    String.raw`\$\$[\s\S]*?(?:\$\$|$)`,
    String.raw`\$(?!\s)[^$\n]*[^$\s]\$(?!\d)`,
    String.raw`\$(?![\s\d])(?:[^$\n*]|\*(?!\*))*$`,
    String.raw`\\.`,
    String.raw`\]\([^)]*\)`,
    String.raw`https?:\/\/[^\s*]*[^\s*_~]`,
  ].join('|'),
  'gu',
);

/** A letter and a sign: a mark between them opens nothing, except in languages without spaces. */
const BETWEEN =
  /^(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}])[\p{L}\p{N}](?![*_~<])[\p{P}\p{S}]$/u;

/** Marks that close the open ones, innermost first. */
function closersOf(source: string): string {
  const open: string[] = [];
  const plain = source.replaceAll(NO_MARKS, (found) => '.'.repeat(found.length));
  for (const { 0: run, index } of plain.matchAll(
    /\*{1,3}|_{1,3}|~~|<\/?(?:sub|sup|kbd|u|ins|mark|b|strong|i|em|s|del)>/giu,
  )) {
    const before = plain[index - 1] ?? ' ';
    const after = plain[index + run.length] ?? ' ';
    // an underscore within a word is none
    const isPart = (next: string) => run.startsWith('_') && /[\p{L}\p{N}]/u.test(next);
    if (run.startsWith('</')) {
      const begin = open.lastIndexOf(run.toLowerCase());
      if (begin >= 0) open.length = begin;
      continue;
    }
    if (run.startsWith('<')) {
      open.push(run.toLowerCase().replace('<', '</'));
      continue;
    }
    const at = open.lastIndexOf(run);
    if (at >= 0 && !/\s/u.test(before) && !isPart(after)) open.length = at;
    else if (!/\s/u.test(after) && !isPart(before) && !BETWEEN.test(before + after)) open.push(run);
  }
  return open.reverse().join('');
}
