/**
 * Highlights code off the main thread. The grammar state of a block is kept between orders, so that
 * each line is read only once.
 */
import {
  createCssVariablesTheme,
  createHighlighterCore,
  type GrammarState,
  type HighlighterCore,
} from '@shikijs/core';
import { createJavaScriptRegexEngine } from '@shikijs/engine-javascript';
import {
  CODE_COLOURS,
  type CodeAnswer,
  type CodeOrder,
  type ColouredLine,
} from './code-protocol.ts';
import { COMMON_CODE, grammarOf } from './languages.ts';

/** Beyond them, a line stays plain; characters and ms. */
const LIMITS = { tokenizeMaxLineLength: 2_000, tokenizeTimeLimit: 5_000 } as const;

const THEME = 'gesso';
const states = new Map<number, GrammarState>();
const colours = new Map<string, number>(
  CODE_COLOURS.map((colour, index) => [`var(--code-token-${colour})`, index]),
);
/** Created with the worker, before the first code comes. */
const starting: Promise<HighlighterCore> = createHighlighterCore({
  themes: [createCssVariablesTheme({ name: THEME, variablePrefix: '--code-', fontStyle: false })],
  engine: createJavaScriptRegexEngine({ forgiving: true }),
});
let before: Promise<void> = Promise.resolve();
void readAhead();

self.addEventListener('message', ({ data }: MessageEvent<CodeOrder>) => {
  before = before.then(() => answer(data));
});

async function answer(order: CodeOrder): Promise<void> {
  const { blockId } = order;
  const lines = await colour(order).catch(() => undefined);
  if (order.isEnd || lines === undefined) states.delete(blockId);
  self.postMessage({ blockId, lines } satisfies CodeAnswer, { transfer: [] });
}

/**
 * Loads the most frequent grammars before their first code comes. Waiting code goes first; a
 * grammar that failed to load is tried again with its code.
 */
async function readAhead(): Promise<void> {
  const highlighter = await starting;
  for (const [language, line] of COMMON_CODE) {
    await before;
    try {
      await load(highlighter, language);
      // compiles the grammar's expressions, which otherwise happens on first use
      highlighter.codeToTokensBase(line, { lang: language, theme: THEME, ...LIMITS });
    } catch {
      return;
    }
  }
}

async function load(highlighter: HighlighterCore, language: string): Promise<void> {
  const grammar = grammarOf(language);
  if (grammar === undefined || highlighter.getLoadedLanguages().includes(language)) return;
  await highlighter.loadLanguage(grammar);
}

async function colour(order: CodeOrder): Promise<readonly ColouredLine[] | undefined> {
  if (grammarOf(order.language) === undefined) return undefined;
  const highlighter = await starting;
  await load(highlighter, order.language);
  const state = states.get(order.blockId);
  const tokens = highlighter.codeToTokensBase(order.lines.join('\n'), {
    lang: order.language,
    theme: THEME,
    ...LIMITS,
    ...(state !== undefined && { grammarState: state }),
  });
  const next = highlighter.getLastGrammarState(tokens);
  if (next !== undefined) states.set(order.blockId, next);
  return tokens.map((line) => {
    const runs: number[] = [];
    for (const { content, color } of line) {
      const index = colours.get(color ?? '') ?? 0;
      if (runs.at(-1) === index) runs[runs.length - 2] = (runs.at(-2) ?? 0) + content.length;
      else runs.push(content.length, index);
    }
    return runs;
  });
}
