/** The corpus as models know it: tokens, counts and a background. */
import { CORPUS } from './corpus/index.ts';
import type { Passage } from './corpus/passage.ts';
import { type Background, createBackground } from './distribution.ts';
import { countNgrams, type NgramCounts } from './ngrams.ts';
import { createTokenizer, type Tokenizer } from './tokenizer.ts';
import { buildVocabulary, SPECIAL_TOKENS } from './vocabulary.ts';

/** The tokens and the counted texts that all models have in common. */
export interface Library {
  readonly tokenizer: Tokenizer;
  readonly counts: NgramCounts;
  readonly background: Background;
}

const SMOOTHING = {
  /** Added to every count, so that nothing is impossible. */
  added: 0.05,
  /** The same for a byte that is only a part of a character: alone it makes no sense. */
  addedForPart: 0.0005,
} as const;

/** Reads the corpus; takes about a tenth of a second. */
export function readLibrary(): Library {
  const tokenizer = createTokenizer(buildVocabulary(CORPUS.map((passage) => passage.text)));
  const texts = CORPUS.flatMap((passage, index) => [passage.text, asAnswer(passage, index)]);
  const counts = countNgrams(
    texts.map((text) => [SPECIAL_TOKENS.end, ...tokenizer.encode(text), SPECIAL_TOKENS.end]),
  );
  return { tokenizer, counts, background: backgroundOf(counts, tokenizer.vocabulary.size) };
}

/** The beginning of a passage as the answer to a question, so that questions get answers. */
function asAnswer(passage: Passage, index: number): string {
  const title = passage.title.charAt(0).toLowerCase() + passage.title.slice(1);
  const questions = [
    `What should I know about ${title}?`,
    `How do I begin with ${title}?`,
    `Write a few lines about ${title}.`,
    `Can you tell me about ${title}?`,
    `# ${passage.title}`,
  ];
  return `${questions[index % questions.length]}\n\n${passage.text.split('\n\n', 1)[0]}`;
}

function backgroundOf(counts: NgramCounts, size: number): Background {
  const weights = Float64Array.from({ length: size }, (_none, token) => {
    const isPart = token >= 0x80 && token <= 0xff;
    const added = isPart ? SMOOTHING.addedForPart : SMOOTHING.added;
    return (isPart ? 0 : (counts.single.get(token) ?? 0)) + added;
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return createBackground(weights.map((weight) => weight / total));
}
