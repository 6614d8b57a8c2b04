/** Prints a line a part, and ends with an exit code; a page that is stuck is a failed part. */
import { writeFile } from 'node:fs/promises';
import { release } from 'node:os';
import type { SelfCheckLine } from '../../shared/contract/self-check.ts';
import type { SelfCheckListener } from '../backend/service/common/ports.ts';
import { printedLine, printedSum, printedTrial } from '../backend/api/self-check/report-lines.ts';

/** The keychain's name for the secrets of a check. */
export const SELF_CHECK_KEYS = 'Gesso self-check';

/** Times of a check, ms. */
export const SELF_CHECK_TIMES = {
  /** A page that has not begun by then does not work, also on a computer that has much else to do. */
  begins: 60_000,
  /** … and one that says nothing for so long is stuck; a part gives up by itself before. */
  silent: 150_000,
} as const;

interface SelfCheckRun {
  /** For the backend's ports. */
  readonly listener: SelfCheckListener;
  /** Resolves once, with the exit code. */
  readonly ended: Promise<0 | 1>;
  /** Something beside the page does not work, which ends the check. @param problem a sentence */
  fail(name: string, problem: string): void;
}

/**
 * The times begin with the call.
 * @param options.report path of a file for the same lines, beside what is known of the system
 */
export function createSelfCheckRun(options: {
  readonly version: string;
  readonly report: string | undefined;
  print(line: string): void;
}): SelfCheckRun {
  const began = Date.now();
  const lines: SelfCheckLine[] = [];
  const printed: string[] = [
    `Gesso ${options.version}`,
    `${process.platform} ${process.arch} ${release()}`,
    new Date(began).toISOString(),
    '',
  ];
  const { promise: ended, resolve } = Promise.withResolvers<0 | 1>();
  let isOver = false;
  let timer = setTimeout(
    () => fail('Starting the page', 'The page did not begin within a minute.'),
    SELF_CHECK_TIMES.begins,
  );

  function print(line: string): void {
    printed.push(line);
    options.print(line);
  }

  function say(line: SelfCheckLine): void {
    if (isOver) return;
    lines.push(line);
    print(printedLine(line));
    waitOn();
  }

  function waitOn(): void {
    clearTimeout(timer);
    timer = setTimeout(
      () => fail('Answering in time', 'The page has said nothing for two and a half minutes.'),
      SELF_CHECK_TIMES.silent,
    );
  }

  async function end(): Promise<void> {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    print(printedSum(lines));
    const isSound = lines.length > 0 && lines.every(({ problem }) => problem === undefined);
    try {
      if (options.report !== undefined) await writeFile(options.report, `${printed.join('\n')}\n`);
      resolve(isSound ? 0 : 1);
    } catch (error) {
      options.print(`The report could not be written: ${String(error)}`);
      resolve(1);
    }
  }

  function fail(name: string, problem: string): void {
    say({ name, milliseconds: Date.now() - began, problem });
    void end();
  }

  return {
    listener: {
      begin() {
        say({ name: 'Starting the page', milliseconds: Date.now() - began });
      },
      tries(part) {
        if (!isOver) print(printedTrial(part));
      },
      say,
      end: () => void end(),
    },
    ended,
    fail,
  };
}
