/**
 * The data of one frame as text of a choice, or as everything it says. Frames of a stream are alike
 * but for their text, so one that equals an earlier one but for the inside of that string is not
 * parsed: at full speed parsing is most of the cost of a stream.
 */
import { tellsOfError } from '../../../../shared/api/error-body.ts';
import {
  isLanguageAnswer,
  readLanguageAnswer,
  type LanguageAnswer,
} from '../../../../shared/api/language-answer.ts';

/** A frame that holds anything but text alone. */
export type Frame =
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

/** Characters that cannot stand in a JSON string as they are. */
// eslint-disable-next-line no-control-regex -- JSON strings have no control characters
const NEEDS_READING = /["\\\u0000-\u001f]/;

/**
 * @param onText called for a frame that is text of one choice and nothing else
 * @returns a reader for the frames of one stream, in their order; `undefined` when `onText` was told
 */
export function createFrameReader(
  onText: (choice: number, text: string) => void,
): (data: string) => Frame | undefined {
  let templates: readonly Template[] = [];

  return (data) => {
    for (const template of templates) {
      const text = textBetween(data, template);
      if (text === undefined) continue;
      onText(template.choice, text);
      return undefined;
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
 * The string, when the frame is the template around one. The part between head and tail must be
 * the inside of exactly one JSON string, else the frame is another one.
 */
function textBetween(data: string, { head, tail }: Template): string | undefined {
  const { length } = data;
  if (length < head.length + tail.length) return undefined;
  // Cutting and comparing is several times as fast as `startsWith` and `endsWith` on such strings.
  if (data.slice(0, head.length) !== head) return undefined;
  if (data.slice(length - tail.length) !== tail) return undefined;
  const inside = data.slice(head.length, length - tail.length);
  if (!NEEDS_READING.test(inside)) return inside;
  try {
    const text: unknown = JSON.parse(`"${inside}"`);
    return typeof text === 'string' ? text : undefined;
  } catch {
    return undefined;
  }
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
