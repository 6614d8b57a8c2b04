/** Texts of one choice become one text, also where several choices are written side by side. */
import { MOST_CHOICES } from '../../../shared/api/language-answer.ts';
import type { LanguageEvent } from '../service/index.ts';

type TextEvent = Extract<LanguageEvent, { is: 'text' }>;

/** See the file comment. The order within a choice is kept; between choices it means nothing. */
export class EventJoiner {
  #events: LanguageEvent[] = [];
  /** The growing text of each choice. */
  readonly #texts = new Map<number, number>();
  #characters = 0;

  add(event: LanguageEvent): void {
    if (event.is !== 'text') {
      this.#events.push(event);
      return;
    }
    this.#characters += event.text.length;
    const at = this.#texts.get(event.choice);
    const known = at === undefined ? undefined : this.#events[at];
    if (at === undefined || known?.is !== 'text') {
      this.#texts.set(event.choice, this.#events.push(event) - 1);
    } else this.#events[at] = joined(known, event);
  }

  /** Characters of text since the last `take`. */
  characters(): number {
    return this.#characters;
  }

  isEmpty(): boolean {
    return this.#events.length === 0;
  }

  /** Everything so far; it stays. */
  events(): readonly LanguageEvent[] {
    return this.#events;
  }

  /** Everything so far, and begins anew. */
  take(): readonly LanguageEvent[] {
    const events = this.#events;
    this.#events = [];
    this.#texts.clear();
    this.#characters = 0;
    return events;
  }
}

/** The whole text of each choice, by its index. */
export function textsOf(events: readonly LanguageEvent[]): readonly string[] {
  const texts: string[] = [];
  for (const event of events) {
    if (event.is !== 'text') continue;
    while (texts.length <= event.choice && texts.length < MOST_CHOICES) texts.push('');
    if (event.choice < texts.length) texts[event.choice] += event.text;
  }
  return texts;
}

function joined(before: TextEvent, next: TextEvent): TextEvent {
  return {
    ...before,
    text: before.text + next.text,
    pieces: before.pieces + next.pieces,
    logprobs: next.logprobs.length === 0 ? before.logprobs : [...before.logprobs, ...next.logprobs],
  };
}
