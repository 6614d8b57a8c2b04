/**
 * Emphasis beside Chinese, Japanese and Korean. CommonMark tells beginning and end of emphasis by the
 * spaces and punctuation around it, and these scripts have no spaces: in `**「確認」**してください` the end
 * would be a beginning. Rules of markdown-cjk-friendly: their punctuation counts as letters, and their
 * letters beside other punctuation as spaces.
 */
import type { Lexer } from 'marked';

const CJK_PUNCTUATION = String.raw`[\u3000-\u303F\u30FB\uFE10-\uFE1F\uFE30-\uFE6F\uFF00-\uFFEF]`;
/** Letters of these scripts, and their punctuation. */
const CJK = String.raw`(?:[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Bopomofo}\u30FC]|${CJK_PUNCTUATION})`;
/** Punctuation of other scripts but for the marks of emphasis and deletion. */
const PUNCTUATION = String.raw`(?:(?![*~]|${CJK_PUNCTUATION})[\p{P}\p{S}])`;
const LETTER = String.raw`(?:${CJK_PUNCTUATION}|~|[^\s\p{P}\p{S}])`;

/** As in marked: the beginning of emphasis; groups 1 and 3 are punctuation behind it. */
const BEGIN = new RegExp(
  String.raw`^(?:\*+(?:(${PUNCTUATION})|([^\s*]))?)|^_+(?:((?!_)[\p{P}\p{S}])|([^\s_]))?`,
  'u',
);

/**
 * As in marked, the runs of stars after a beginning: groups 1 and 2 can only end emphasis, 3 and 4 only
 * begin it, 5 and 6 do either.
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

/** Characters before a beginning that punctuation follows. */
const BEFORE = new RegExp(String.raw`^(?:(?![*_])[\s\p{P}\p{S}]|${CJK})`, 'u');

/** Changes the rules of a lexer that has just been made. */
export function withCjkEmphasis({ options: { tokenizer } }: Pick<Lexer, 'options'>): void {
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
