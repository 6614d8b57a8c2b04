/** Parses one text per line, token ids, or one list of token ids per line. */
import type { LanguageRequest } from '../../../../../shared/contract/language.ts';
import type { PromptForm } from '../../../../../shared/contract/screen-state.ts';
import { fromVisible } from '../../parameters/visible-text.ts';

type Prompt = Extract<LanguageRequest, { kind: 'completion' }>['prompt'];

export type ParsedPrompts =
  | { readonly prompt: Prompt; readonly count: number; readonly problem?: undefined }
  | { readonly problem: string; readonly count?: undefined };

/** Separates two lists, as in JSON. */
const BETWEEN_LISTS = /\]\s*[,;]?\s*\[/u;

export function parsePrompts(form: PromptForm, typed: string): ParsedPrompts {
  if (typed.trim() === '') return { problem: 'Enter a prompt first.' };
  if (form === 'texts') {
    const prompt = typed
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map(fromVisible);
    return { prompt, count: prompt.length };
  }
  const lists = listsOf(typed);
  if ('problem' in lists) return lists;
  const [first] = lists;
  if (first === undefined) return { problem: 'Enter a token id first.' };
  if (form === 'token-lists') return { prompt: lists, count: lists.length };
  if (BETWEEN_LISTS.test(typed)) {
    return { problem: 'These are several lists. Select “Lists of token ids” to send them.' };
  }
  return { prompt: lists.flat(), count: 1 };
}

/** Matches a line break, a bracket or a word. */
const PART = /\n|[[\]]|[^\s,;[\]]+/gu;

/** Returns one list per line or per pair of brackets. */
function listsOf(typed: string): number[][] | { readonly problem: string } {
  const lists: number[][] = [[]];
  let line = 1;
  let isInBrackets = false;
  for (const [part] of typed.matchAll(PART)) {
    if (part === '\n') line += 1;
    else if (part === '[' || part === ']') isInBrackets = part === '[';
    else if (/^\d{1,9}$/u.test(part)) lists.at(-1)?.push(Number(part));
    else return { problem: `Line ${line}: “${part}” is not a token id.` };
    const isBorder = part === '[' || part === ']' || (part === '\n' && !isInBrackets);
    if (isBorder) lists.push([]);
  }
  return lists.filter((list) => list.length > 0);
}

/** Finds the prompt of an answer: services number all answers of the first prompt first. */
export function placeOfChoice(
  choice: number,
  answers: number,
): { readonly prompt: number; readonly answer: number } {
  return { prompt: Math.floor(choice / answers), answer: choice % answers };
}
