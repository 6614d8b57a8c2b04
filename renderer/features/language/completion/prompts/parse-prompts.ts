/** Prompts as they are typed: one text a line, token ids, or one list of token ids a line. */
import type { LanguageRequest } from '../../../../../shared/contract/language.ts';
import type { PromptForm } from '../../../../../shared/contract/default-settings.ts';
import { fromVisible } from '../../parameters/visible-text.ts';

type Prompt = Extract<LanguageRequest, { kind: 'completion' }>['prompt'];

/** The prompts, or the reason why there are none. */
export type ParsedPrompts =
  | {
      readonly prompt: Prompt;
      /** Each in words, in its order. */
      readonly names: readonly string[];
      readonly problem?: undefined;
    }
  | { readonly problem: string };

/** Characters of a prompt's name. */
const NAME = 80;

export function parsePrompts(form: PromptForm, typed: string): ParsedPrompts {
  const lines = typed.split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0) return { problem: 'Enter a prompt first.' };
  if (form === 'texts') {
    const texts = lines.map(fromVisible);
    return { prompt: texts, names: lines.map(shortened) };
  }
  const lists: number[][] = [];
  for (const [index, line] of lines.entries()) {
    const words = line
      .replaceAll(/[[\]]/gu, ' ')
      .split(/[\s,;]+/u)
      .filter(Boolean);
    const bad = words.find((word) => !/^\d{1,9}$/u.test(word));
    if (bad !== undefined) return { problem: `Line ${index + 1}: “${bad}” is not a token id.` };
    if (words.length > 0) lists.push(words.map(Number));
  }
  if (lists.length === 0) return { problem: 'Enter a token id first.' };
  if (form === 'token-lists') {
    return { prompt: lists, names: lists.map((list) => shortened(list.join(' '))) };
  }
  const tokens = lists.flat();
  return { prompt: tokens, names: [shortened(tokens.join(' '))] };
}

function shortened(text: string): string {
  const characters = Array.from(text);
  return characters.length <= NAME ? text : `${characters.slice(0, NAME).join('')}…`;
}

/** Which prompt an answer belongs to: services number the answers of the first prompt first. */
export function placeOfChoice(
  choice: number,
  answers: number,
): { readonly prompt: number; readonly answer: number } {
  return { prompt: Math.floor(choice / answers), answer: choice % answers };
}
