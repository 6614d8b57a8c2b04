/** Passages of the corpus that have to do with a message. */
import { NOTES, type Passage, PROSE, SCRIPTS } from '../corpus/index.ts';
import { hashOf } from '../random.ts';

/** How a message in another language is known, by the title of the passage that answers it. */
const LANGUAGES: readonly (readonly [string, RegExp])[] = [
  ['日本語', /[\u3040-\u30ff]/u],
  ['中文', /\p{Script=Han}/u],
  ['Ελληνικά', /\p{Script=Greek}/u],
  ['Русский', /\p{Script=Cyrillic}/u],
  ['العربية', /\p{Script=Arabic}/u],
  ['हिन्दी', /\p{Script=Devanagari}/u],
  ['Deutsch', /[äöüß]|\b(?:ich|und|nicht|wie|bitte|eine?|schreib\w*)\b/iu],
  ['Français', /[àâçèêëîïôùœ]|\b(?:je|est|les|une|comment|pour|avec)\b/iu],
  ['Español', /[ñ¿¡]|\b(?:cómo|el|los|una|para|por favor)\b/iu],
];

const CODE = NOTES.filter(({ text }) => text.includes('```'));

/** The passage in the language of a message; none for English. */
export function passageInLanguage(message: string): Passage | undefined {
  const title = LANGUAGES.find(([, sign]) => sign.test(message))?.[0];
  return SCRIPTS.find((passage) => passage.title === title);
}

/**
 * Passages that have to do with some words, the closest first; when nothing does, some that are
 * always the same for these words.
 */
export function findPassages(keywords: readonly string[], count: number): readonly Passage[] {
  return closest(PROSE, keywords).slice(0, count);
}

/** The note with code that is closest to some words. */
export function findCode(keywords: readonly string[]): Passage | undefined {
  return closest(CODE, keywords)[0];
}

/** Words of a title count most; a word that is used often counts a little more. */
function closest(passages: readonly Passage[], keywords: readonly string[]): readonly Passage[] {
  const score = ({ title, text }: Passage): number => {
    const [inTitle, inText] = [stemsIn(title), stemsIn(text)];
    return keywords.map(stemOf).reduce((sum, stem) => {
      const uses = inText.filter((each) => each === stem).length;
      return sum + (inTitle.includes(stem) ? 4 : 0) + Math.min(uses, 4) / (1 + uses / 4);
    }, 0);
  };
  return (
    passages
      // a steady order where the score says nothing
      .map((passage) => ({
        passage,
        score: score(passage),
        order: hashOf(passage.title, ...keywords),
      }))
      .sort((a, b) => b.score - a.score || a.order - b.order)
      .map(({ passage }) => passage)
  );
}

function stemsIn(text: string): readonly string[] {
  return (text.toLowerCase().match(/\p{L}+/gu) ?? []).map(stemOf);
}

/** A word without its commonest endings; `color` and `colour` are the same. */
function stemOf(word: string): string {
  const stem = word.replace('color', 'colour').replace(/(?:ings?|ed|es|s|ly)$/u, '');
  return stem.length > 2 ? stem.replace(/e$/u, '') : word;
}
