/** A terminal in memory: what was printed, what was said, and what the user answers. */
import type { Terminal } from '../terminal.ts';

export interface FakeTerminal extends Terminal {
  readonly printed: readonly string[];
  readonly said: readonly string[];
  /** Ctrl+C. */
  interrupt(): void;
}

/** @param answers in their order; without any, there is no terminal to ask on */
export function createFakeTerminal(...answers: readonly string[]): FakeTerminal {
  const printed: string[] = [];
  const said: string[] = [];
  const listeners: ((isHurried: boolean) => void)[] = [];
  const left = [...answers];
  return {
    printed,
    said,
    print: (line) => void printed.push(line),
    tell: (line) => void said.push(line),
    canAsk: answers.length > 0,
    ask(question) {
      said.push(question);
      return Promise.resolve(left.shift());
    },
    onStop: (listener) => void listeners.push(listener),
    flush: () => Promise.resolve(),
    interrupt() {
      for (const listener of listeners) listener(false);
    },
  };
}
