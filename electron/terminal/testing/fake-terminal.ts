/** A terminal in memory: what was printed, what was said, and what the user answers. */
import type { Terminal } from '../terminal.ts';

export type FakeTerminal = ReturnType<typeof createFakeTerminal>;

/** @param answers in their order; without any, there is no terminal to ask on */
export function createFakeTerminal(...answers: readonly string[]) {
  const printed: string[] = [];
  const said: string[] = [];
  const listeners: ((isHurried: boolean) => void)[] = [];
  const left = [...answers];
  const terminal: Terminal = {
    print: (line) => void printed.push(line),
    tell: (line) => void said.push(line),
    canAsk: answers.length > 0,
    ask(question) {
      said.push(question);
      return Promise.resolve(left.shift());
    },
    onStop: (listener) => void listeners.push(listener),
    flush: () => Promise.resolve(),
  };
  /** Ctrl+C. */
  function interrupt(): void {
    for (const listener of listeners) listener(false);
  }
  return { ...terminal, printed, said, interrupt };
}
