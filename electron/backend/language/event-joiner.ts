import { MOST_CHOICES } from '../../../shared/api/language-answer.ts';
import type { LanguageEvent } from '../service/client/index.ts';

type TextEvent = Extract<LanguageEvent, { is: 'text' }>;
type ThoughtsEvent = Extract<LanguageEvent, { is: 'thoughts' }>;

/** Order is kept within a choice. */
export class EventJoiner {
  #events: LanguageEvent[] = [];
  /** Indices of the growing text and reasoning of each choice. */
  readonly #growing = {
    text: new Map<number, number>(),
    thoughts: new Map<number, number>(),
  };
  #characters = 0;

  add(event: LanguageEvent): void {
    if (event.is !== 'text' && event.is !== 'thoughts') {
      this.#events.push(event);
      return;
    }
    this.#characters += event.text.length;
    const places = this.#growing[event.is];
    const at = places.get(event.choice);
    const known = at === undefined ? undefined : this.#events[at];
    const grown = known === undefined ? undefined : joined(known, event);
    if (at === undefined || grown === undefined) {
      places.set(event.choice, this.#events.push(event) - 1);
    } else this.#events[at] = grown;
  }

  characters(): number {
    return this.#characters;
  }

  isEmpty(): boolean {
    return this.#events.length === 0;
  }

  events(): readonly LanguageEvent[] {
    return this.#events;
  }

  take(): readonly LanguageEvent[] {
    const events = this.#events;
    this.#events = [];
    this.#growing.text.clear();
    this.#growing.thoughts.clear();
    this.#characters = 0;
    return events;
  }
}

export function choiceTexts(
  events: readonly LanguageEvent[],
  what: 'text' | 'thoughts' = 'text',
): readonly string[] {
  const texts: string[] = [];
  for (const event of events) {
    if (event.is !== what) continue;
    const { choice, text } = event;
    while (texts.length <= choice && texts.length < MOST_CHOICES) texts.push('');
    if (choice < texts.length) texts[choice] += text;
  }
  return texts;
}

function joined(
  before: LanguageEvent,
  next: TextEvent | ThoughtsEvent,
): TextEvent | ThoughtsEvent | undefined {
  if (before.is === 'thoughts' && next.is === 'thoughts') {
    return { ...before, text: before.text + next.text, pieces: before.pieces + next.pieces };
  }
  if (before.is !== 'text' || next.is !== 'text') return undefined;
  return {
    ...before,
    text: before.text + next.text,
    pieces: before.pieces + next.pieces,
    logprobs: next.logprobs.length === 0 ? before.logprobs : [...before.logprobs, ...next.logprobs],
  };
}
