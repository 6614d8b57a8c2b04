import type { LanguageMessage } from '../contract/language.ts';

export type AnswerEvent = LanguageMessage['events'][number];

type TextEvent = Extract<AnswerEvent, { is: 'text' }>;
type ThoughtsEvent = Extract<AnswerEvent, { is: 'thoughts' }>;
type Growing = TextEvent | ThoughtsEvent;

function isGrowing(event: AnswerEvent): event is Growing {
  return event.is === 'text' || event.is === 'thoughts';
}

function streamOf({ is, choice }: Growing): string {
  return `${is} ${choice}`;
}

/** Order is kept within a choice; between choices it has no meaning. */
export function joinEvents(events: readonly AnswerEvent[]): readonly AnswerEvent[] {
  if (events.length < 2) return events;
  const joined: AnswerEvent[] = [];
  const pieces = new Map<string, { readonly at: number; readonly list: Growing[] }>();
  for (const event of events) {
    const known = isGrowing(event) ? pieces.get(streamOf(event)) : undefined;
    if (isGrowing(event) && known !== undefined) known.list.push(event);
    else {
      const at = joined.push(event) - 1;
      if (isGrowing(event)) pieces.set(streamOf(event), { at, list: [event] });
    }
  }
  for (const { at, list } of pieces.values()) joined[at] = oneOf(list);
  return joined;
}

function oneOf(list: readonly Growing[]): Growing {
  const [first] = list;
  if (first === undefined) throw new Error('A text has at least one piece.');
  if (list.length === 1) return first;
  const whole = {
    choice: first.choice,
    text: list.map(({ text }) => text).join(''),
    pieces: list.reduce((sum, { pieces }) => sum + pieces, 0),
  };
  if (first.is === 'thoughts') return { is: 'thoughts', ...whole };
  return {
    is: 'text',
    ...whole,
    logprobs: list.flatMap((each) => (each.is === 'text' ? each.logprobs : [])),
  };
}

export function thoughtsOf(events: readonly AnswerEvent[], choice = 0): string {
  return events
    .map((event) => (event.is === 'thoughts' && event.choice === choice ? event.text : ''))
    .join('');
}

export function textOfEvents(events: readonly AnswerEvent[], choice = 0): string {
  return events
    .map((event) => (event.is === 'text' && event.choice === choice ? event.text : ''))
    .join('');
}

/** Counts events, so that a full replay can be reduced to the missing part. */
export class EventCount {
  readonly #texts = new Map<string, { length: number; pieces: number; logprobs: number }>();
  #others = 0;

  add(events: readonly AnswerEvent[]): void {
    for (const event of events) {
      if (!isGrowing(event)) {
        this.#others += 1;
        continue;
      }
      const known = this.#texts.get(streamOf(event)) ?? { length: 0, pieces: 0, logprobs: 0 };
      this.#texts.set(streamOf(event), {
        length: known.length + event.text.length,
        pieces: known.pieces + event.pieces,
        logprobs: known.logprobs + (event.is === 'text' ? event.logprobs.length : 0),
      });
    }
  }

  rest(whole: readonly AnswerEvent[]): readonly AnswerEvent[] {
    let others = this.#others;
    return joinEvents(whole).flatMap((event): readonly AnswerEvent[] => {
      if (!isGrowing(event)) {
        others -= 1;
        return others >= 0 ? [] : [event];
      }
      const known = this.#texts.get(streamOf(event));
      if (known === undefined) return [event];
      const text = event.text.slice(known.length);
      const pieces = Math.max(0, event.pieces - known.pieces);
      if (event.is === 'thoughts') return text === '' ? [] : [{ ...event, text, pieces }];
      const logprobs = event.logprobs.slice(known.logprobs);
      return text === '' && logprobs.length === 0 ? [] : [{ ...event, text, pieces, logprobs }];
    });
  }
}
