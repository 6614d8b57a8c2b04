/**
 * Frames of a stream as text of a choice, or as everything they say. Frames are alike but for their
 * text, so one that equals an earlier one but for the inside of that string is read where it stands,
 * without parser and JSON: at full speed those are most of the cost of a stream.
 */
import { tellsOfError } from '../../../../shared/api/error-body.ts';
import {
  isLanguageAnswer,
  readLanguageAnswer,
  type LanguageAnswer,
} from '../../../../shared/api/language-answer.ts';
import { parseExactJson } from '../../../../shared/parse-json.ts';
import { isNestedBeyond } from '../http/json-depth.ts';

/** A frame that holds anything but text alone. */
export type Frame =
  | { readonly is: 'answer'; readonly answer: LanguageAnswer }
  | { readonly is: 'error'; readonly json: unknown }
  /** JSON of something else: a service may say more than anybody knows. */
  | { readonly is: 'other'; readonly json: unknown }
  | { readonly is: 'unreadable' };

/** The reader of one stream's frames. */
export interface FrameReader {
  /** Reads the data of one frame. */
  read(data: string): Frame;
  /**
   * Reads events that stand one after the other, as far as they are frames like earlier ones.
   *
   * @param from where an event begins
   * @returns where the last of them ends; `from` when the first one is another
   */
  skim(text: string, from: number): number;
}

/** Everything of a frame but its text. */
interface Template {
  /** Matches whole events, one after the other, from `lastIndex` on. */
  readonly events: RegExp;
  /** Characters of the frame before its text. */
  readonly headLength: number;
  /** Characters after the text, to the event's end. */
  readonly tailLength: number;
  readonly choice: number;
}

/** Templates that are kept: choices that are written side by side take turns. */
const MOST_TEMPLATES = 4;

/** A longer frame is no template, characters: its pattern would be as long. */
const LONGEST_TEMPLATE = 4000;

/** Templates of a stream whose frames are never alike: no more are tried then. */
const MOST_USELESS = 100;

/** Events that are matched at once. */
const MOST_AT_ONCE = 400;

/** The inside of a JSON string. */
const INSIDE = String.raw`[^"\\\u0000-\u001f]*(?:\\[^\u0000-\u001f][^"\\\u0000-\u001f]*)*`;

/** Texts with escapes that are remembered, mostly ends of lines, and their characters. */
const MOST_READ = 200;
const LONGEST_READ = 12;

/** The field that a frame stands in; a space may follow. */
const FIELD = 'data:';
const SPACE = 0x20;

/** Empty line that ends an event. */
const AFTER = '\n\n';

/** @param onText called with the text of one choice that `skim` reads, and the number of its pieces */
export function createFrameReader(
  onText: (choice: number, text: string, pieces: number) => void,
): FrameReader {
  let templates: readonly Template[] = [];
  let made = 0;
  let used = 0;
  const insideAt = new RegExp(INSIDE, 'y');
  /** By the inside of their string; one that ends at an escaped quote is never among them. */
  const readBefore = new Map<string, string>();

  /** @returns where the last event of the template ends; `from` when there is none */
  function skimAs(template: Template, text: string, from: number): number {
    const { events, headLength, tailLength, choice } = template;
    events.lastIndex = from;
    // without groups: an array of matches costs more than the match
    if (!events.test(text)) return from;
    const { lastIndex: last } = events;
    let joined = ''; // a list of pieces that is joined afterwards costs more
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
          insideAt.lastIndex = begin; // the quote may be a part of the text
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
    read(data) {
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
      // making a pattern that fits nothing costs more than reading the frame
      const template = made - used > MOST_USELESS ? undefined : templateOf(data, answer);
      if (template !== undefined) {
        made += 1;
        templates = [template, ...templates].slice(0, MOST_TEMPLATES);
      }
      return { is: 'answer', answer };
    },
    skim(text, from) {
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

/** `undefined` unless the frame is one choice with nothing but text. */
function templateOf(data: string, answer: LanguageAnswer): Template | undefined {
  const [choice, ...others] = answer.choices;
  if (data.length > LONGEST_TEMPLATE) return undefined;
  if (choice === undefined || others.length > 0 || choice.text === '') return undefined;
  if (choice.finishReason !== undefined || choice.logprobs.length > 0) return undefined;
  if (choice.thoughts !== '') return undefined;
  if (answer.usage !== undefined) return undefined;
  const inside = JSON.stringify(choice.text);
  const at = data.indexOf(inside);
  // The same text somewhere else in the frame: it could be the wrong one.
  if (at < 0 || data.indexOf(inside, at + 1) >= 0) return undefined;
  // several lines of data are joined by line ends, and stand otherwise in the stream
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

/** The text as a pattern that matches itself. */
function escaped(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/gu, String.raw`\$&`);
}
