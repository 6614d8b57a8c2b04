/** Events of an answer: their pieces of text joined, and the part of a whole answer that is new. */
import type { LanguageMessage } from '../contract/language.ts';

/** An event of an answer, see `shared/contract/language.ts`. */
export type AnswerEvent = LanguageMessage['events'][number];

type TextEvent = Extract<AnswerEvent, { is: 'text' }>;

/**
 * The text of each choice becomes one event, where its first piece stood; the order within a choice
 * stays, between choices it means nothing.
 */
export function joinEvents(events: readonly AnswerEvent[]): readonly AnswerEvent[] {
  if (events.length < 2) return events;
  const joined: AnswerEvent[] = [];
  const pieces = new Map<number, { readonly at: number; readonly list: TextEvent[] }>();
  for (const event of events) {
    const known = event.is === 'text' ? pieces.get(event.choice) : undefined;
    if (event.is === 'text' && known !== undefined) known.list.push(event);
    else {
      const at = joined.push(event) - 1;
      if (event.is === 'text') pieces.set(event.choice, { at, list: [event] });
    }
  }
  for (const { at, list } of pieces.values()) joined[at] = oneOf(list);
  return joined;
}

function oneOf(list: readonly TextEvent[]): TextEvent {
  const [first] = list;
  if (first === undefined) throw new Error('A text has at least one piece.');
  if (list.length === 1) return first;
  return {
    is: 'text',
    choice: first.choice,
    text: list.map(({ text }) => text).join(''),
    pieces: list.reduce((sum, { pieces }) => sum + pieces, 0),
    logprobs: list.flatMap(({ logprobs }) => logprobs),
  };
}

/** The text of one choice. */
export function textOf(events: readonly AnswerEvent[], choice = 0): string {
  return events
    .map((event) => (event.is === 'text' && event.choice === choice ? event.text : ''))
    .join('');
}

/**
 * Counts the events that a reader has, so that the same answer, read again from its beginning, can be
 * cut down to the part that the reader lacks.
 */
export class EventCount {
  readonly #texts = new Map<number, { length: number; pieces: number; logprobs: number }>();
  #others = 0;

  add(events: readonly AnswerEvent[]): void {
    for (const event of events) {
      if (event.is !== 'text') {
        this.#others += 1;
        continue;
      }
      const known = this.#texts.get(event.choice) ?? { length: 0, pieces: 0, logprobs: 0 };
      this.#texts.set(event.choice, {
        length: known.length + event.text.length,
        pieces: known.pieces + event.pieces,
        logprobs: known.logprobs + event.logprobs.length,
      });
    }
  }

  /** The part of a whole answer after the events that were added. */
  rest(whole: readonly AnswerEvent[]): readonly AnswerEvent[] {
    let others = this.#others;
    return joinEvents(whole).flatMap((event): readonly AnswerEvent[] => {
      if (event.is !== 'text') {
        others -= 1;
        return others >= 0 ? [] : [event];
      }
      const known = this.#texts.get(event.choice);
      if (known === undefined) return [event];
      const rest: TextEvent = {
        ...event,
        text: event.text.slice(known.length),
        pieces: Math.max(0, event.pieces - known.pieces),
        logprobs: event.logprobs.slice(known.logprobs),
      };
      return rest.text === '' && rest.logprobs.length === 0 ? [] : [rest];
    });
  }
}
