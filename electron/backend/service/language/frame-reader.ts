/**
 * The data of one frame as text of a choice, or as everything it says. Frames of a stream are alike
 * but for their text, so one that equals the last but for the inside of that string is not parsed: at
 * full speed this is most of what reading a stream costs.
 */
import {
  isLanguageAnswer,
  readLanguageAnswer,
  type LanguageAnswer,
} from '../../../../shared/api/language-answer.ts';
import { tellsOfError } from '../../../../shared/api/error-body.ts';

/** What a frame holds. */
export type Frame =
  | { readonly is: 'text'; readonly choice: number; readonly text: string }
  | { readonly is: 'answer'; readonly answer: LanguageAnswer }
  | { readonly is: 'error'; readonly json: unknown }
  /** JSON of something else: a service may say more than anybody knows. */
  | { readonly is: 'other' }
  | { readonly is: 'unreadable' };

/** Everything of a frame but its text. */
interface Template {
  readonly head: string;
  readonly tail: string;
  readonly choice: number;
}

/** Templates that are kept: choices that are written side by side take turns. */
const MOST_TEMPLATES = 4;

/** @returns a reader for the frames of one stream, in their order */
export function createFrameReader(): (data: string) => Frame {
  let templates: readonly Template[] = [];

  return (data) => {
    for (const template of templates) {
      const text = textBetween(data, template);
      if (text !== undefined) return { is: 'text', choice: template.choice, text };
    }
    let json: unknown;
    try {
      json = JSON.parse(data);
    } catch {
      return { is: 'unreadable' };
    }
    if (tellsOfError(json)) return { is: 'error', json };
    if (!isLanguageAnswer(json)) return { is: 'other' };
    const answer = readLanguageAnswer(json);
    const template = templateOf(data, answer);
    if (template !== undefined) templates = [template, ...templates].slice(0, MOST_TEMPLATES);
    return { is: 'answer', answer };
  };
}

/**
 * The inside of the string, when the frame is the template around one. Without a quote or a backslash
 * in it, it can be nothing but the characters of that string.
 */
function textBetween(data: string, { head, tail }: Template): string | undefined {
  if (data.length < head.length + tail.length) return undefined;
  if (!data.startsWith(head) || !data.endsWith(tail)) return undefined;
  const text = data.slice(head.length, data.length - tail.length);
  // eslint-disable-next-line no-control-regex -- JSON strings have no control characters
  return /["\\\u0000-\u001f]/u.test(text) ? undefined : text;
}

/** `undefined` unless the frame is one choice with nothing but text. */
function templateOf(data: string, answer: LanguageAnswer): Template | undefined {
  const [choice, ...others] = answer.choices;
  if (choice === undefined || others.length > 0 || choice.text === '') return undefined;
  if (choice.finishReason !== undefined || choice.logprobs.length > 0) return undefined;
  if (answer.usage !== undefined) return undefined;
  const inside = JSON.stringify(choice.text);
  const at = data.indexOf(inside);
  // The same text somewhere else in the frame: it could be the wrong one.
  if (at < 0 || data.indexOf(inside, at + 1) >= 0) return undefined;
  return {
    head: data.slice(0, at + 1),
    tail: data.slice(at + inside.length - 1),
    choice: choice.index,
  };
}
