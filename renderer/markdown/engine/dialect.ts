/**
 * The Markdown dialect of answers: GitHub's, with formulas and footnotes, and with HTML as plain
 * text.
 */
import {
  Lexer,
  Marked,
  type Token,
  type Tokens,
  type TokenizerExtension,
  type TokenizerThis,
} from 'marked';
import { nestedFence } from './open-fence.ts';

const CJK_PUNCTUATION = String.raw`[\u3000-\u303F\u30FB\uFE10-\uFE1F\uFE30-\uFE6F\uFF00-\uFFEF]`;
/** CJK letters and punctuation. */
const CJK = String.raw`(?:[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Bopomofo}\u30FC]|${CJK_PUNCTUATION})`;
/** Other punctuation, except for marks of emphasis and deletion. */
const PUNCTUATION = String.raw`(?:(?![*~]|${CJK_PUNCTUATION})[\p{P}\p{S}])`;
const LETTER = String.raw`(?:${CJK_PUNCTUATION}|~|[^\s\p{P}\p{S}])`;

/** As in marked, an opening mark; groups 1 and 3 are punctuation after it. */
const BEGIN = new RegExp(
  String.raw`^(?:\*+(?:(${PUNCTUATION})|([^\s*]))?)|^_+(?:((?!_)[\p{P}\p{S}])|([^\s_]))?`,
  'u',
);

/**
 * As in marked, runs of asterisks after an opening mark: groups 1 and 2 can only close emphasis, 3
 * and 4 only open it, 5 and 6 do either.
 */
const END = new RegExp(
  [
    String.raw`^[^_*]*?__[^_*]*?\*[^_*]*?(?=__)`,
    String.raw`[^*]+(?=[^*])`,
    String.raw`${PUNCTUATION}(\*+)(?=\s|$)`,
    String.raw`(?!${CJK}\*+${PUNCTUATION})${LETTER}(\*+)(?!\*)(?=\s|${PUNCTUATION}|$)`,
    String.raw`(?!${PUNCTUATION}\*+${CJK})(?:\s|${PUNCTUATION})(\*+)(?=${LETTER})`,
    String.raw`\s(\*+)(?!\*)(?=${PUNCTUATION})`,
    String.raw`${PUNCTUATION}(\*+)(?!\*)(?=${PUNCTUATION}|${CJK})`,
    String.raw`(?:${LETTER}(?=\*+${LETTER})|${CJK}(?=\*+${PUNCTUATION}))(\*+)`,
  ].join('|'),
  'gu',
);

/** Characters before an opening mark that is followed by punctuation. */
const BEFORE = new RegExp(String.raw`^(?:(?![*_])[\s\p{P}\p{S}]|${CJK})`, 'u');

/** Changes the rules of a new lexer. */
function withCjkEmphasis({ options: { tokenizer } }: Pick<Lexer, 'options'>): void {
  if (tokenizer == null) return;
  const { inline } = tokenizer.rules;
  tokenizer.rules = {
    ...tokenizer.rules,
    inline: {
      ...inline,
      emStrongLDelim: BEGIN,
      emStrongRDelimAst: END,
      punctuation: BEFORE,
    },
  };
}

/** Link definitions by label; an object without a prototype. */
export type LinkRules = Lexer['tokens']['links'];

export interface MathToken {
  readonly type: 'math';
  readonly raw: string;
  readonly text: string;
  readonly isDisplay: boolean;
}

export interface TaggedToken {
  readonly type: 'tagged';
  readonly raw: string;
  readonly tag: keyof typeof TAGGED;
  readonly tokens: Token[];
}

export interface FootnoteToken {
  readonly type: 'footnote';
  readonly raw: string;
  readonly label: string;
}

export interface FootnoteTextToken {
  readonly type: 'footnoteText';
  readonly raw: string;
  readonly label: string;
  readonly tokens: Token[];
}

/** Longer inline texts are parsed in pieces, so that the cost grows linearly. */
const INLINE_PIECE = 4_000;

/**
 * Most opening marks in a piece: the parser searches for the end of each, so that the cost grows
 * with the square.
 */
const PIECE_MARKS = 384;
const MARKS = /[[*_~]/gu;

const DISPLAY_MATH =
  /^ {0,3}(?:\$\$((?:(?!\n[ \t]*(?:\n|```|~~~))(?:\\[^\n]|\\(?=\n)|[^\\$]))+?)\$\$|\\\[((?:(?!\n[ \t]*(?:\n|```|~~~)|\\\])[\s\S])+?)\\\])[ \t]*(?:\n|$)/u;
const DISPLAY_START = /\n {0,3}(?:\$\$|\\\[)/u;

const mathBlock: TokenizerExtension = {
  name: 'mathBlock',
  level: 'block',
  start(source) {
    const found = DISPLAY_START.exec(source);
    return found === null ? undefined : found.index + 1;
  },
  tokenizer(source) {
    const match = DISPLAY_MATH.exec(source);
    if (match === null) return undefined;
    return mathToken(match[0], match[1] ?? match[2] ?? '', true);
  },
};

/**
 * Pandoc's rules: no white space inside the dollar signs, so that sums of money are no formulas.
 */
const INLINE_MATH = [
  { rule: /^\$\$((?:\\[\s\S]|[^\\$`])+?)\$\$/u, isDisplay: true },
  { rule: /^\$(?![\s$])((?:\\.|[^\\$`\n])*?(?:\\.|[^\\$`\s]))\$(?!\d)/u, isDisplay: false },
  { rule: /^\\\(((?:(?!\\\))[\s\S])+?)\\\)/u, isDisplay: false },
  { rule: /^\\\[((?:(?!\\\])[\s\S])+?)\\\]/u, isDisplay: true },
] as const;
const MONEY = /^[\d.,]+(?:,\s+[\d.,]+|\s+\p{L}{2,}.*)$/u;
/** "10$-20$" and "US$5" are money, too. */
const BEFORE_MONEY = /[\p{L}\p{N}]$/u;

const mathInline: TokenizerExtension = {
  name: 'mathInline',
  level: 'inline',
  start(source) {
    const at = source.search(/\$|\\[([]/u);
    return at < 0 ? undefined : at;
  },
  tokenizer(source, before) {
    for (const { rule, isDisplay } of INLINE_MATH) {
      const match = rule.exec(source);
      const text = match?.[1];
      if (match === null || text === undefined) continue;
      if (!isDisplay && source.startsWith('$')) {
        if (MONEY.test(text) || BEFORE_MONEY.test(before.at(-1)?.raw ?? '')) return undefined;
      }
      return mathToken(match[0], text, isDisplay);
    }
    return undefined;
  },
};

function mathToken(raw: string, text: string, isDisplay: boolean): Tokens.Generic {
  return { type: 'math', raw, text: text.trim(), isDisplay } satisfies MathToken;
}

const FOOTNOTE_TEXT =
  /^\[\^([^\]\s]{1,80})\]:[ \t]+([^\n]+(?:\n(?![ \t]*(?:\n|$)|\[\^[^\]\s]{1,80}\]:)[^\n]+)*)(?:\n|$)/u;

const footnoteText: TokenizerExtension = {
  name: 'footnoteText',
  level: 'block',
  start(source) {
    const found = /\n\[\^[^\]\s]{1,80}\]:[ \t]/u.exec(source);
    return found === null ? undefined : found.index + 1;
  },
  tokenizer(source) {
    const match = FOOTNOTE_TEXT.exec(source);
    if (match === null) return undefined;
    const [raw, label = '', text = ''] = match;
    const tokens = this.lexer.inline(text);
    return { type: 'footnoteText', raw, label, tokens } satisfies FootnoteTextToken;
  },
};

const footnote: TokenizerExtension = {
  name: 'footnote',
  level: 'inline',
  start(source) {
    const at = source.indexOf('[^');
    return at < 0 ? undefined : at;
  },
  tokenizer(source) {
    const match = /^\[\^([^\]\s]{1,80})\](?!\()/u.exec(source);
    if (match === null) return undefined;
    return { type: 'footnote', raw: match[0], label: match[1] ?? '' } satisfies FootnoteToken;
  },
};

/** Tags that models use where Markdown has no mark, by kind of element. */
export const TAGGED = {
  sub: 'subscript',
  sup: 'superscript',
  kbd: 'key',
  u: 'underlined',
  ins: 'underlined',
  mark: 'marked',
  b: 'strong',
  strong: 'strong',
  i: 'emphasis',
  em: 'emphasis',
  s: 'deleted',
  del: 'deleted',
} as const;

/** Characters between a tag and its end. */
const LONGEST_TAGGED = 1000;
const BEGIN_TAG = /^<(sub|sup|kbd|u|ins|mark|b|strong|i|em|s|del)>/iu;
const LINE_BREAK_TAG = /^<br ?\/?>/iu;

/** SECURITY: S15 a tag with anything else in it is text. */
const tagged: TokenizerExtension = {
  name: 'tagged',
  level: 'inline',
  start(source) {
    const at = source.search(/<(?:br|sub|sup|kbd|u|ins|mark|b|strong|i|em|s|del)[ />]/iu);
    return at < 0 ? undefined : at;
  },
  tokenizer(this: TokenizerThis, source) {
    const [lineBreak] = LINE_BREAK_TAG.exec(source) ?? [];
    if (lineBreak !== undefined) return { type: 'br', raw: lineBreak };
    const [begin, name = ''] = BEGIN_TAG.exec(source) ?? [];
    if (begin === undefined) return undefined;
    const end = `</${name}>`;
    const to = source.slice(0, LONGEST_TAGGED).toLowerCase().indexOf(end.toLowerCase());
    if (to < 0) return undefined;
    const tag = name.toLowerCase() as keyof typeof TAGGED;
    const tokens = this.lexer.inlineTokens(source.slice(begin.length, to), []);
    return {
      type: 'tagged',
      raw: source.slice(0, to + end.length),
      tag,
      tokens,
    } satisfies TaggedToken;
  },
};

/** SECURITY: S15 HTML in an answer is text: no rule makes an element of it. */
function noTag(): undefined {
  return undefined;
}

const { defaults: OPTIONS } = new Marked({
  gfm: true,
  extensions: [mathBlock, footnoteText, mathInline, footnote, tagged],
  tokenizer: { html: noTag, tag: noTag, fences: (source) => nestedFence(source) ?? false },
});

/**
 * Parses a text with all blocks and their content.
 * @param known further definitions; the first one of a label counts
 */
export function readBlocks(source: string, known?: LinkRules) {
  const lexer = newLexer();
  const links = Object.assign(Object.create(null), known) as LinkRules;
  lexer.tokens.links = links;
  const tokens = orPlain(source, () => lexer.blockTokens(source, []));
  for (let index = 0; index < lexer.inlineQueue.length; index++) {
    const entry = lexer.inlineQueue[index];
    if (entry === undefined) continue;
    entry.tokens.push(...inlineTokens(lexer, entry.src));
  }
  return { tokens, links };
}

/** Parses the inline marks of a block's text. @param known as for {@link readBlocks} */
export function readInline(source: string, known: LinkRules): Token[] {
  const lexer = newLexer();
  lexer.tokens.links = known;
  return inlineTokens(lexer, source);
}

function newLexer(): Lexer {
  const lexer = new Lexer(OPTIONS);
  withCjkEmphasis(lexer);
  return lexer;
}

function inlineTokens(lexer: Lexer, source: string): Token[] {
  return piecesOf(source).flatMap((piece) => orPlain(piece, () => lexer.inlineTokens(piece, [])));
}

/** Marks nested thousands of times exhaust the parser's stack; they are shown as text. */
function orPlain(source: string, read: () => Token[]): Token[] {
  try {
    return read();
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown;
    return [{ type: 'text', raw: source, text: source }];
  }
}

/**
 * Splits a long text after white space. A prefix of a text has the same pieces, except for the
 * last.
 */
function piecesOf(text: string): readonly string[] {
  const pieces: string[] = [];
  let from = 0;
  for (;;) {
    const to = manyMarks(text, from) ?? manyCharacters(text, from);
    if (to === undefined) break;
    pieces.push(text.slice(from, to));
    from = to;
  }
  if (from < text.length) pieces.push(text.slice(from));
  return pieces;
}

/** The end of a piece by its marks; `undefined` for a piece with fewer. */
function manyMarks(text: string, from: number): number | undefined {
  MARKS.lastIndex = from;
  let to = from;
  for (let marks = 0; marks <= PIECE_MARKS; marks++) {
    const at = MARKS.exec(text)?.index;
    if (at === undefined || at - from > INLINE_PIECE) return undefined;
    to = at;
  }
  const space = text.slice(from, to).search(/\s\S*$/u);
  return space > 0 ? from + space + 1 : to;
}

/** The end of a piece by its length; `undefined` for a shorter rest. */
function manyCharacters(text: string, from: number): number | undefined {
  if (text.length - from <= INLINE_PIECE) return undefined;
  const found = text.slice(from + INLINE_PIECE / 2, from + INLINE_PIECE + 1).search(/\s/u);
  return found < 0 ? from + INLINE_PIECE : from + INLINE_PIECE / 2 + found + 1;
}

/** Normalises a label for comparison. */
export function linkLabel(label: string): string {
  return label.replaceAll(/\s+/gu, ' ').toLowerCase();
}
