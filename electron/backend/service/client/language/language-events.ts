import type {
  LanguageAnswer,
  TokenLogprob,
  TokenUsage,
} from '../../../../../shared/api/language-answer.ts';

export type LanguageEvent =
  /** `pieces`: number of chunks, for measuring speed. */
  | {
      readonly is: 'text';
      readonly choice: number;
      readonly text: string;
      readonly pieces: number;
      readonly logprobs: readonly TokenLogprob[];
    }
  /** Reasoning before the answer. */
  | {
      readonly is: 'thoughts';
      readonly choice: number;
      readonly text: string;
      readonly pieces: number;
    }
  /** The request is repeated at this time, Unix ms. */
  | { readonly is: 'waiting'; readonly until: number; readonly why: 'busy' | 'unreachable' }
  | { readonly is: 'finish'; readonly choice: number; readonly reason: string }
  | { readonly is: 'usage'; readonly usage: TokenUsage }
  /** Once per answer. `created`: Unix seconds. */
  | {
      readonly is: 'origin';
      readonly id?: string | undefined;
      readonly model?: string | undefined;
      readonly created?: number | undefined;
    }
  /** A frame that is not JSON, redacted. The stream continues. */
  | { readonly is: 'unreadable'; readonly excerpt: string };

export interface LanguageEnd {
  /** `finish`: without `[DONE]`, but every choice had ended. `whole`: not streamed. */
  readonly by: 'marker' | 'finish' | 'whole';
}

/** Joins consecutive texts of a choice: 20,000 tokens become a few events. */
export class EventCollector {
  #events: LanguageEvent[] = [];
  #hasOrigin = false;
  readonly #seen = new Set<number>();
  readonly #ended = new Set<number>();
  #texts: string[] = [];
  #pieces = 0;
  #choice = 0;

  addText(choice: number, text: string, pieces: number): void {
    if (choice !== this.#choice) this.#closeText();
    this.#choice = choice;
    this.#pieces += pieces;
    this.#texts.push(text);
  }

  addAnswer(answer: LanguageAnswer): void {
    const { id, model, created } = answer;
    if (!this.#hasOrigin && (id ?? model ?? created) !== undefined) {
      this.#hasOrigin = true;
      this.#add({ is: 'origin', id, model, created });
    }
    for (const { index: choice, text, thoughts, logprobs, finishReason } of answer.choices) {
      this.#seen.add(choice);
      if (thoughts !== '') this.#addThoughts(choice, thoughts);
      if (logprobs.length > 0) this.#add({ is: 'text', choice, text, pieces: 1, logprobs });
      else if (text !== '') this.addText(choice, text, 1);
      if (finishReason !== undefined) {
        this.#ended.add(choice);
        this.#add({ is: 'finish', choice, reason: finishReason });
      }
    }
    if (answer.usage !== undefined) this.#add({ is: 'usage', usage: answer.usage });
  }

  addUnreadable(excerpt: string): void {
    this.#add({ is: 'unreadable', excerpt });
  }

  take(): readonly LanguageEvent[] {
    this.#closeText();
    const events = this.#events;
    this.#events = [];
    return events;
  }

  /** There was a choice, and every one has ended. */
  isComplete(): boolean {
    return this.#seen.size > 0 && this.#ended.size === this.#seen.size;
  }

  #addThoughts(choice: number, text: string): void {
    this.#closeText();
    const last = this.#events.at(-1);
    if (last?.is === 'thoughts' && last.choice === choice) {
      const { pieces } = last;
      this.#events[this.#events.length - 1] = {
        ...last,
        text: last.text + text,
        pieces: pieces + 1,
      };
    } else this.#events.push({ is: 'thoughts', choice, text, pieces: 1 });
  }

  #add(event: LanguageEvent): void {
    this.#closeText();
    this.#events.push(event);
  }

  #closeText(): void {
    const pieces = this.#pieces;
    if (pieces === 0) return;
    const text = this.#texts.join('');
    this.#events.push({ is: 'text', choice: this.#choice, text, pieces, logprobs: [] });
    this.#texts = [];
    this.#pieces = 0;
  }
}
