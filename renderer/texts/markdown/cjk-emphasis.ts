/**
 * Emphasis next to Chinese, Japanese and Korean, which have no spaces. CommonMark distinguishes
 * opening and closing marks by spaces and punctuation, so that in `**「確認」**してください` the closing mark
 * would be an opening one. Follows markdown-cjk-friendly: CJK punctuation counts as letters, and
 * CJK letters next to other punctuation as spaces.
 */
import type { Lexer } from 'marked';

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
