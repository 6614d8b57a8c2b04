/** Terminal of a recipe: output, one question, and Ctrl+C. */
import { createInterface } from 'node:readline';
import { onSignals } from './on-signals.ts';

export interface Terminal {
  /** Results, on stdout. */
  print(line: string): void;
  /** Everything else, on stderr. */
  tell(line: string): void;
  /** Whether a user can answer. */
  readonly canAsk: boolean;
  /** @returns the typed line; `undefined` at the end of the input, or after Ctrl+C */
  ask(question: string): Promise<string | undefined>;
  /**
   * Ctrl+C, the end of the session, or a closed output. Call when Electron is ready, see
   * `onSignals`.
   * @param listener `isHurried`: there is no time to wait for anything
   */
  onStop(listener: (isHurried: boolean) => void): void;
  /** Resolves when all lines are written. */
  flush(): Promise<void>;
}

type TerminalProcess = Pick<NodeJS.Process, 'on' | 'stdin' | 'stdout' | 'stderr'>;

/** Call once. */
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
        lines.once('SIGINT', () => stop(false)); // Readline gets the key while it asks.
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
 * SECURITY: S29 names come from folders and recipe files: none may move the cursor, overwrite other
 * lines or change the text direction.
 */
function visible(line: string): string {
  return line.replace(/[\p{Cc}\p{Bidi_Control}]/gu, '\u{FFFD}');
}
