/** The terminal that a recipe is run from: lines out, one question, and Ctrl+C. */
import { createInterface } from 'node:readline';
import { onSignals } from './on-signals.ts';

export interface Terminal {
  /** A result, for people and programs: stdout. */
  print(line: string): void;
  /** All else: stderr. */
  tell(line: string): void;
  /** Somebody sits there who can be asked. */
  readonly canAsk: boolean;
  /** @returns the line typed; `undefined` for none: the end of the input, or Ctrl+C */
  ask(question: string): Promise<string | undefined>;
  /**
   * Ctrl+C, the end of the session, or a reader of the lines that has gone. Call when Electron is ready, see `onSignals`.
   *
   * @param listener `isHurried`: there is no time to wait for anything
   */
  onStop(listener: (isHurried: boolean) => void): void;
  /** Resolves when all lines are out. */
  flush(): Promise<void>;
}

/** The process, as far as its terminal is used. */
export type TerminalProcess = Pick<NodeJS.Process, 'on' | 'stdin' | 'stdout' | 'stderr'>;

/** The terminal of this process. Call once. */
export function processTerminal(from: TerminalProcess): Terminal {
  const { stdin, stdout, stderr } = from;
  const listeners: ((isHurried: boolean) => void)[] = [];
  const stop = (isHurried: boolean) => {
    for (const listener of listeners) listener(isHurried);
  };
  let isHeard = false;
  for (const stream of [stdout, stderr]) stream.on('error', () => stop(true));
  return {
    print: (line) => void stdout.write(`${visible(line)}\n`),
    tell: (line) => void stderr.write(`${visible(line)}\n`),
    canAsk: stdin.isTTY,
    ask(question) {
      const lines = createInterface({ input: stdin, output: stderr });
      return new Promise((resolve) => {
        lines.once('SIGINT', () => stop(false)); // the terminal hands the key over while it asks
        listeners.push(() => lines.close());
        lines.once('close', () => resolve(undefined));
        lines.question(visible(question), (answer) => {
          resolve(answer);
          lines.close();
        });
      });
    },
    onStop(listener) {
      listeners.push(listener);
      if (!isHeard) onSignals(from, stop);
      isHeard = true;
    },
    async flush() {
      for (const stream of [stdout, stderr]) {
        await new Promise<void>((resolve) => stream.write('', () => resolve()));
      }
    },
  };
}

/**
 * SECURITY: S29 names come from folders and from files of recipes: none of them moves the cursor, writes over other
 * lines or turns their direction.
 */
function visible(line: string): string {
  return line.replace(/[\p{Cc}\u{200E}\u{200F}\u{202A}-\u{202E}\u{2066}-\u{2069}]/gu, '\u{FFFD}');
}
