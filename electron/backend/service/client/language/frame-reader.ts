/** Most frames equal an earlier one except for the text; parsing JSON is most of the cost. */
import { tellsOfError } from '../../../../../shared/api/error-body.ts';
import {
  isLanguageAnswer,
  readLanguageAnswer,
  type LanguageAnswer,
} from '../../../../../shared/api/language-answer.ts';
import { parseExactJson } from '../../../../../shared/parse-json.ts';
import { isNestedBeyond } from '../http/json-depth.ts';

/** A frame with more than text. */
type StreamFrame =
  | { readonly is: 'answer'; readonly answer: LanguageAnswer }
  | { readonly is: 'error'; readonly json: unknown }
  /** Unknown JSON. */
  | { readonly is: 'other'; readonly json: unknown }
  | { readonly is: 'unreadable' };

/** A frame without its text. */
interface Template {
  readonly events: RegExp;
  readonly headLength: number;
  readonly tailLength: number;
  readonly choice: number;
}

/** Kept templates: parallel choices alternate. */
const MOST_TEMPLATES = 4;

/** Characters of a frame above which it is no template, because its pattern would be as long. */
const LONGEST_TEMPLATE = 4000;

/** Unused templates after which a stream counts as irregular. */
const MOST_USELESS = 100;

/** Events per match. */
const MOST_AT_ONCE = 400;

/** Content of a JSON string. */
const INSIDE = String.raw`[^"\\\u0000-\u001f]*(?:\\[^\u0000-\u001f][^"\\\u0000-\u001f]*)*`;

const MOST_READ = 200;
const LONGEST_READ = 12;

/** May be followed by a space. */
const FIELD = 'data:';
const SPACE = 0x20;

const AFTER = '\n\n';

/** @param onText called with text of one choice from `skim`, and the number of its pieces */
export function createFrameReader(onText: (choice: number, text: string, pieces: number) => void) {
  let templates: readonly Template[] = [];
  let made = 0;
  let used = 0;
  const insideAt = new RegExp(INSIDE, 'y');
  /** By raw string content; never ends at an escaped quote. */
  const readBefore = new Map<string, string>();

  /** @returns where the template's last event ends; `from` if there is none */
  function skimAs(template: Template, text: string, from: number): number {
    const { events, headLength, tailLength, choice } = template;
    events.lastIndex = from;
    // Without groups, because an array of matches costs more than the match.
    if (!events.test(text)) return from;
    const { lastIndex: last } = events;
    let joined = ''; // Joining a list of pieces later costs more.
    let pieces = 0;
    let at = from;
    while (at < last) {
      const begin =
        at + FIELD.length + headLength + (text.charCodeAt(at + FIELD.length) === SPACE ? 1 : 0);
      let end = text.indexOf('"', begin);
      let inside = text.slice(begin, end);
      if (inside.includes('\\')) {
        let read = readBefore.get(inside);
        if (read === undefined) {
          insideAt.lastIndex = begin; // The quote may be part of the text.
          insideAt.test(text);
          end = insideAt.lastIndex;
          inside = text.slice(begin, end);
          read = unescaped(inside);
          if (read === undefined) break;
          if (readBefore.size < MOST_READ && inside.length <= LONGEST_READ)
            readBefore.set(inside, read);
        }
        inside = read;
      }
      joined += inside;
      pieces += 1;
      at = end + tailLength;
    }
    used += pieces;
    if (pieces > 0) onText(choice, joined, pieces);
    return at;
  }

  return {
    read(data: string): StreamFrame {
      let json: unknown;
      if (data.length > LONGEST_TEMPLATE && isNestedBeyond(data)) return { is: 'unreadable' };
      try {
        json = parseExactJson(data);
      } catch {
        return { is: 'unreadable' };
      }
      if (tellsOfError(json)) return { is: 'error', json };
      if (!isLanguageAnswer(json)) return { is: 'other', json };
      const answer = readLanguageAnswer(json);
      // A pattern that matches nothing costs more than parsing the frame.
      const template = made - used > MOST_USELESS ? undefined : templateOf(data, answer);
      if (template !== undefined) {
        made += 1;
        templates = [template, ...templates].slice(0, MOST_TEMPLATES);
      }
      return { is: 'answer', answer };
    },
    /** @returns where the last event ends; `from` if the first one differs */
    skim(text: string, from: number): number {
      let at = from;
      for (;;) {
        let end = at;
        for (const template of templates) {
          end = skimAs(template, text, at);
          if (end > at) break;
        }
        if (end === at) return at;
        at = end;
      }
    },
  };
}

function unescaped(inside: string): string | undefined {
  try {
    const text: unknown = JSON.parse(`"${inside}"`);
    return typeof text === 'string' ? text : undefined;
  } catch {
    return undefined;
  }
}

/** `undefined` unless the frame is one choice with only text. */
function templateOf(data: string, answer: LanguageAnswer): Template | undefined {
  const [choice, ...others] = answer.choices;
  if (data.length > LONGEST_TEMPLATE) return undefined;
  if (choice === undefined || others.length > 0 || choice.text === '') return undefined;
  if (choice.finishReason !== undefined || choice.logprobs.length > 0) return undefined;
  if (choice.thoughts !== '') return undefined;
  if (answer.usage !== undefined) return undefined;
  const inside = JSON.stringify(choice.text);
  const at = data.indexOf(inside);
  // The same text elsewhere in the frame could be the wrong one.
  if (at < 0 || data.indexOf(inside, at + 1) >= 0) return undefined;
  // Several data lines are joined by line breaks and differ in the raw stream.
  if (!data.startsWith('{') || data.includes('\n')) return undefined;
  const [head, tail] = [data.slice(0, at + 1), `${data.slice(at + inside.length - 1)}${AFTER}`];
  return {
    events: new RegExp(
      `(?:${FIELD} ?${escaped(head)}${INSIDE}${escaped(tail)}){1,${MOST_AT_ONCE}}`,
      'y',
    ),
    headLength: head.length,
    tailLength: tail.length,
    choice: choice.index,
  };
}

function escaped(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/gu, String.raw`\$&`);
}
