/** Answers to a chat, laid out from passages of the corpus before a token is made. */
import type { Passage } from '../corpus/index.ts';
import { hashOf } from '../random.ts';
import { PHRASES } from './phrases.ts';
import { findCode, findPassages, passageInLanguage } from './retrieval.ts';
import { readTopic, type Topic } from './topic.ts';

/** Different answers that are laid out; the model follows one of them. */
const VARIANTS = 10;

/** Passages that an answer draws on, by its length. */
const PASSAGES = { short: 1, usual: 3, long: 8 } as const;

/** Sentences that tell somebody to do something begin with one of these. */
const IMPERATIVE =
  /^(?:Add|Ask|Be|Begin|Build|Choose|Clean|Compare|Count|Cut|Decide|Divide|Do|Draw|Focus|Follow|Give|Grow|Hang|Hold|Keep|Leave|Let|Look|Make|Match|Name|Paint|Pick|Put|Read|Remove|Save|Say|Scan|Set|Sharpen|Show|Take|Talk|Use|Wait|Walk|Work|Write|Zoom)\b/u;

/**
 * Plans some answers to a message, which the model then follows as loosely as its temperature
 * lets it. The same messages always have the same plan.
 *
 * @param message the last one of the user
 * @param instructions the system messages
 */
export function planAnswers(message: string, instructions: string): readonly string[] {
  const foreign = passageInLanguage(message);
  if (foreign !== undefined) return [foreign.text];
  const topic = readTopic(message, instructions);
  return Array.from({ length: VARIANTS }, (_none, variant) => layOut(topic, variant));
}

function layOut(topic: Topic, variant: number): string {
  const { wish, length, phrase, keywords } = topic;
  const fill = (text: string, word = keywords[0] ?? 'picture'): string =>
    text
      .replaceAll('{topic}', phrase)
      .replaceAll('{word}', word)
      .replaceAll('{Word}', word.charAt(0).toUpperCase() + word.slice(1));
  const pick = (from: readonly string[]): string =>
    fill(from[Math.abs(hashOf(phrase, variant, ...from)) % from.length] ?? '');
  const { openings, headings, closings, ideaNames } = PHRASES;
  if (wish === 'greeting') return pick(openings.greeting);

  const passages = findPassages(keywords, PASSAGES[length]);
  const sentences = passages.flatMap(sentencesOf);
  if (length === 'short') return sentences.slice(0, 2).join(' ');
  const paragraphs = passages.map(({ text }) => text.split('\n\n', 1)[0] ?? '');
  const [first = '', ...others] = paragraphs;
  const careful = pick(headings.careful);
  const body: Record<Exclude<Topic['wish'], 'greeting'>, () => readonly string[]> = {
    'how-to': () => [
      `## ${pick(headings.before)}\n\n${first}`,
      `## ${pick(headings.steps)}\n\n${steps(sentences, variant % 2)}`,
      `## ${careful}\n\n${bullets(sentences)}`,
    ],
    list: () =>
      sentences.slice(0, 5).map((sentence, index) => {
        const name = ideaNames[(variant + index) % ideaNames.length] ?? '';
        const word = keywords[index % Math.max(1, keywords.length)];
        return `${index + 1}. **${fill(name, word)}** — ${sentence}`;
      }),
    draft: () => [
      (passages[0]?.text ?? '').replaceAll(/^/gmu, '> '),
      `### ${careful}\n\n${bullets(passages.slice(1).flatMap(sentencesOf))}`,
    ],
    code: () => [findCode(keywords)?.text ?? '', `## ${pick(headings.more)}\n\n${first}`],
    explanation: () => [
      first,
      ...others.map((text, index) => `## ${passages[index + 1]?.title}\n\n${text}`),
      `## ${careful}\n\n${bullets(sentences)}`,
    ],
  };
  const parts = body[wish]().join(wish === 'list' ? '\n' : '\n\n');
  return [pick(openings[wish]), parts, pick(closings)].join('\n\n');
}

/** Numbered steps: the sentences that tell somebody to do something. */
function steps(sentences: readonly string[], from: number): string {
  const all = sentences.filter((sentence) => IMPERATIVE.test(sentence)).slice(from);
  return PHRASES.stepNames
    .slice(0, all.length)
    .map((name, index) => `${index + 1}. **${name}.** ${all[index]}`)
    .join('\n');
}

/** Short sentences as a list. */
function bullets(sentences: readonly string[]): string {
  return sentences
    .filter((sentence) => sentence.length < 90 && !IMPERATIVE.test(sentence))
    .slice(0, 4)
    .map((sentence) => `- ${sentence}`)
    .join('\n');
}

function sentencesOf({ text }: Passage): readonly string[] {
  return text.match(/[^.!?\n]+[.!?]+"?/gu)?.map((sentence) => sentence.trim()) ?? [];
}
