/** Answers to a chat, laid out from passages of the corpus before a token is made. */
import type { Passage } from '../corpus/passage.ts';
import { hashOf } from '../random.ts';
import { PHRASES } from './phrases.ts';
import { findCode, findPassages, passageInLanguage } from './retrieval.ts';
import { readTopic, type Topic } from './topic.ts';

const EXTENT = {
  /** Different answers that are laid out; the model finds its way between them. */
  variants: 10,
  /** Passages an answer draws on, by its length. */
  passages: { short: 1, usual: 3, long: 8 },
} as const;

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
  if (foreign !== null) return [foreign.text];
  const topic = readTopic(message, instructions);
  const answers = Array.from({ length: EXTENT.variants }, (_none, variant) =>
    layOut(topic, variant),
  );
  return [...new Set(answers)];
}

function layOut(topic: Topic, variant: number): string {
  const pick = picker(topic, variant);
  const opening = fill(pick(PHRASES.openings[topic.wish]), topic);
  if (topic.wish === 'greeting') return opening;
  const passages = findPassages(topic.keywords, EXTENT.passages[topic.length]);
  const closing = fill(pick(PHRASES.closings), topic);
  if (topic.length === 'short') {
    return sentencesOf(passages[0]).slice(0, 2).join(' ');
  }
  return [opening, ...bodyOf(topic, passages, pick), closing].join('\n\n');
}

type Pick = (from: readonly string[]) => string;

function bodyOf(topic: Topic, passages: readonly Passage[], pick: Pick): readonly string[] {
  switch (topic.wish) {
    case 'list':
      return [ideas(topic, passages, pick)];
    case 'draft':
      return [
        quoted(passages[0]),
        `### ${pick(PHRASES.headings.careful)}`,
        bullets(passages.slice(1)),
      ];
    case 'code': {
      const code = findCode(topic.keywords);
      return [code?.text ?? '', ...section(pick(PHRASES.headings.more), passages[0])];
    }
    case 'how-to':
      return [
        ...section(pick(PHRASES.headings.before), passages[0]),
        `## ${pick(PHRASES.headings.steps)}`,
        steps(passages, pick),
        `## ${pick(PHRASES.headings.careful)}`,
        bullets(passages),
      ];
    default:
      return passages
        .flatMap((passage, index) =>
          index === 0 ? [firstParagraph(passage)] : section(passage.title, passage),
        )
        .concat([`## ${pick(PHRASES.headings.careful)}`, bullets(passages)]);
  }
}

function section(heading: string, passage: Passage | undefined): readonly string[] {
  return passage === undefined ? [] : [`## ${heading}`, firstParagraph(passage)];
}

/** Numbered steps: the sentences of the passages that tell somebody to do something. */
function steps(passages: readonly Passage[], pick: Pick): string {
  const all = passages.flatMap(sentencesOf).filter((sentence) => IMPERATIVE.test(sentence));
  const first = hashOf(pick(PHRASES.stepNames)) & 1;
  return all
    .slice(first, first + PHRASES.stepNames.length)
    .map((sentence, index) => `${index + 1}. **${PHRASES.stepNames[index]}.** ${sentence}`)
    .join('\n');
}

/** Short sentences of the passages as a list. */
function bullets(passages: readonly Passage[]): string {
  const short = passages
    .flatMap(sentencesOf)
    .filter((sentence) => sentence.length < 90 && !IMPERATIVE.test(sentence));
  return short
    .slice(0, 4)
    .map((sentence) => `- ${sentence}`)
    .join('\n');
}

function ideas(topic: Topic, passages: readonly Passage[], pick: Pick): string {
  const sentences = passages.flatMap(sentencesOf);
  const first = Math.abs(hashOf(pick(PHRASES.ideaNames)));
  return sentences
    .slice(0, 5)
    .map((sentence, index) => {
      const name = PHRASES.ideaNames[(first + index) % PHRASES.ideaNames.length] ?? '';
      const word = topic.keywords[index % Math.max(1, topic.keywords.length)];
      return `${index + 1}. **${fill(name, topic, word)}** — ${sentence}`;
    })
    .join('\n');
}

function quoted(passage: Passage | undefined): string {
  const paragraphs = passage?.text.split('\n\n') ?? [];
  return paragraphs.map((paragraph) => `> ${paragraph}`).join('\n>\n');
}

function firstParagraph(passage: Passage): string {
  return passage.text.split('\n\n', 1)[0] ?? '';
}

function sentencesOf(passage: Passage | undefined): readonly string[] {
  return passage?.text.match(/[^.!?\n]+[.!?]+"?/gu)?.map((sentence) => sentence.trim()) ?? [];
}

/** Chooses by topic and variant, so that variants differ and calls do not. */
function picker(topic: Topic, variant: number): Pick {
  const hash = hashOf(topic.phrase, variant);
  return (from) => from[Math.abs(hashOf(hash, ...from)) % from.length] ?? '';
}

function fill(text: string, topic: Topic, word = topic.keywords[0] ?? 'picture'): string {
  return text
    .replaceAll('{topic}', topic.phrase)
    .replaceAll('{word}', word)
    .replaceAll('{Word}', word.charAt(0).toUpperCase() + word.slice(1));
}
