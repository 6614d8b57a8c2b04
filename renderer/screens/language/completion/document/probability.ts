import type { TokenLogprob } from '../../../../../shared/api/language-answer.ts';

/** Minimum probability of each class, likeliest first; a class is an index. */
export const PROBABILITY_CLASSES = [0.6, 0.3, 0.1, 0.02, 0] as const;

/** Returns `undefined` if the service sent no number. */
export function classOf(tokens: readonly TokenLogprob[]): number | undefined {
  const probability = probabilityOf(tokens);
  if (probability === undefined) return undefined;
  const found = PROBABILITY_CLASSES.findIndex((least) => probability >= least);
  return found < 0 ? PROBABILITY_CLASSES.length - 1 : found;
}

/** Multiplies the probabilities of all tokens, 0 to 1. */
export function probabilityOf(tokens: readonly TokenLogprob[]): number | undefined {
  let sum = 0;
  for (const { logprob } of tokens) {
    if (logprob === undefined) return undefined;
    sum += logprob;
  }
  return tokens.length === 0 ? undefined : Math.min(1, Math.exp(sum));
}

/** Returns "93 %", "0.4 %" or "< 0.01 %". */
export function probabilityPercent(probability: number): string {
  const percent = probability * 100;
  if (percent >= 99.95) return '100 %';
  if (percent >= 10) return `${percent.toFixed(0)} %`;
  if (percent >= 0.1) return `${percent.toFixed(1)} %`;
  return percent >= 0.01 ? `${percent.toFixed(2)} %` : '< 0.01 %';
}

export interface TokenChoice {
  readonly token: string;
  readonly probability: number | undefined;
  readonly isWritten: boolean;
}

/**
 * Services send a map by text, so the written token may be missing or extra, and tokens with equal
 * text are one.
 */
export function tableOf(token: TokenLogprob) {
  const { token: written, logprob, alternatives } = token;
  const byText = new Map(alternatives.map((each) => [each.token, each.logprob]));
  const isListed = byText.has(written);
  if (logprob !== undefined) byText.set(written, logprob);
  const choices: TokenChoice[] = [...byText]
    .sort(([, a], [, b]) => b - a)
    .map(([text, value]) => ({
      token: text,
      probability: Math.min(1, Math.exp(value)),
      isWritten: text === written,
    }));
  if (!byText.has(written))
    choices.push({ token: written, probability: undefined, isWritten: true });
  const known = choices.flatMap(({ probability }) => probability ?? []);
  const place = choices.findIndex((choice) => choice.isWritten);
  const isLast = place === choices.length - 1;
  return {
    choices,
    coverage:
      known.length === 0
        ? undefined
        : Math.min(
            1,
            known.reduce((sum, each) => sum + each, 0),
          ),
    // the service may have left out others above an extra entry
    rank: logprob === undefined || (!isListed && isLast) ? undefined : place + 1,
  };
}

/** Puts another token of the table in place of the written one. */
export function otherToken(
  written: TokenLogprob,
  { token, probability }: TokenChoice,
): TokenLogprob {
  const { alternatives } = written;
  const isListed = alternatives.some((each) => each.token === written.token);
  const own =
    isListed || written.logprob === undefined
      ? []
      : [{ token: written.token, logprob: written.logprob }];
  return {
    token,
    logprob: probability === undefined ? undefined : Math.log(probability),
    alternatives: [...alternatives, ...own],
  };
}

const SIGNS: Readonly<Record<string, string>> = {
  ' ': '·',
  '\n': '↵',
  '\r': '␍',
  '\t': '⇥',
  '\u{A0}': '⍽',
  '\u{200B}': '[zero-width space]',
  '\u{200D}': '[zero-width joiner]',
  '\u{200E}': '[left-to-right mark]',
  '\u{200F}': '[right-to-left mark]',
  '\u{FEFF}': '[byte order mark]',
};

/** Shows spaces as ·, line breaks as ↵ and bytes as they are. */
export function visibleToken(token: string): string {
  if (token === '') return '[empty]';
  return token.replaceAll(
    /[ \n\r\t\u{A0}\u{200B}\u{200E}\u{200F}\u{FEFF}]|^\u{200D}$/gu,
    (each) => SIGNS[each] ?? each,
  );
}
