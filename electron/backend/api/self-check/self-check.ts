/** In the user's Gesso, `run` starts another program, without touching the user's library. */
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { os } from '../../service/common/procedures.ts';
import {
  SELF_CHECK_LIMITS,
  type SelfCheckLine,
  type SelfCheckNews,
} from '../../../../shared/contract/self-check.ts';
import { AppError, invalidInput, notFound } from '../../../../shared/errors/app-error.ts';
import type { HostPorts, SelfCheckListener } from '../../service/common/ports.ts';
import { saveByHost } from '../../service/common/save-by-host.ts';
import type { Endurance } from './endurance.ts';
import { PRINTED_SUM, printedLine, printedTrial, readPrintedLine } from './report-lines.ts';
import { readInProcesses } from '../../../workers/start-reader.ts';
import type { SettingsStore } from '../../library/settings/settings-store.ts';

type ThreadFinding = ReturnType<typeof createThreadFinding>;

/** Settings key that exists where threads are unsafe. */
const NAME = 'reads-in-processes';

/** Switches to processes if threads without memory are unsafe on this computer. */
export function createThreadFinding(
  settings: Pick<SettingsStore, 'getInternal' | 'setInternal'>,
  startReader: HostPorts['startReader'],
) {
  const apply = (): void =>
    readInProcesses(settings.getInternal(NAME) === undefined ? undefined : startReader);
  apply();
  return {
    /** @param isSafe such a thread ends without the process */
    note(isSafe: boolean): string | undefined {
      settings.setInternal(NAME, isSafe ? undefined : 'yes');
      apply();
      if (isSafe || startReader === undefined) return undefined;
      return 'Gesso reads such files in a process of its own instead.';
    },
  };
}

const MEMORY_TRIAL = printedTrial('memory');

type Ports = Pick<HostPorts, 'keychain' | 'selfCheck' | 'startSelfCheck' | 'saveFile'>;

export function selfCheckProcedures(
  ports: Ports,
  heading: readonly string[],
  endurance: Endurance,
  threads: ThreadFinding,
) {
  let isRunning = false;
  let report: readonly string[] | undefined;

  /** SECURITY: S18 nothing here can be reached in a program with the user's library. */
  function checking(): SelfCheckListener {
    if (ports.selfCheck !== undefined) return ports.selfCheck;
    throw invalidInput('Gesso checks itself only when it was started with --self-check.');
  }

  /** @throws AppError `invalid-input` */
  async function* run(signal?: AbortSignal): AsyncGenerator<SelfCheckNews, void, void> {
    if (ports.startSelfCheck === undefined || isRunning) {
      throw invalidInput(
        isRunning ? 'A self-check is running already.' : 'This Gesso can’t start a self-check.',
      );
    }
    isRunning = true;
    const lines: string[] = [];
    const waiting: SelfCheckNews[] = [];
    let wake: () => void = () => undefined;
    const put = (news: SelfCheckNews): void => {
      waiting.push(news);
      wake();
    };
    const child = ports.startSelfCheck();
    let isStopped = false;
    let isTrying = false;
    const take = (line: SelfCheckLine): SelfCheckLine => {
      const instead = isTrying ? threads.note(line.problem === undefined) : undefined;
      isTrying = false;
      return shortened(
        instead === undefined ? line : { ...line, problem: `${line.problem} ${instead}` },
      );
    };
    child.onLine((text) => {
      if (text === MEMORY_TRIAL) isTrying = true;
      const found = readPrintedLine(text);
      const line = found && take(found);
      lines.push(line === undefined ? text : printedLine(line));
      if (line !== undefined) put({ kind: 'line', line });
    });
    child.onEnd((code) => {
      // It crashed without its last line: with the part it was testing.
      const isWhole = lines.some((text) => PRINTED_SUM.test(text));
      if (code !== 0 && !isWhole && !isStopped) {
        const line = take(brokenOff(lines, code));
        lines.push(printedLine(line));
        put({ kind: 'line', line });
      }
      put({ kind: 'end', isSound: code === 0 });
    });
    const stop = (): void => {
      isStopped = true;
      child.kill();
    };
    signal?.addEventListener('abort', stop);
    try {
      for (;;) {
        const next = waiting.shift();
        if (next === undefined) {
          await new Promise<void>((resolve) => (wake = resolve));
          continue;
        }
        yield next;
        if (next.kind === 'end') return;
      }
    } finally {
      signal?.removeEventListener('abort', stop);
      stop();
      report = lines;
      isRunning = false;
    }
  }

  return {
    begin: os.selfCheck.begin.handler(() => checking().begin()),
    say: os.selfCheck.say.handler(({ input }) => checking().say(input)),
    end: os.selfCheck.end.handler(() => checking().end()),
    endure: os.selfCheck.endure.handler(async ({ input: { part } }) => {
      const listener = checking();
      if (part === 'memory') listener.tries(part);
      const note = await endurance[part]();
      return note === undefined ? {} : { note };
    }),
    keychain: os.selfCheck.keychain.handler(async () => {
      checking();
      const account = `self-check-${randomUUID()}`;
      const { kept, reason } = await ports.keychain.set(account, account);
      try {
        if (kept !== 'keychain') throw keychainError(reason ?? 'There is no keychain.');
        const found = await ports.keychain.get(account);
        if (found.state !== 'stored' || found.secret !== account) {
          throw keychainError('The keychain lost a key that Gesso stored in it.');
        }
      } finally {
        await ports.keychain.delete(account);
      }
    }),
    run: os.selfCheck.run.handler(({ signal }) => run(signal)),
    saveReport: os.selfCheck.saveReport.handler(async () => {
      const lines = report;
      if (lines === undefined) throw notFound('Run the self-check first.');
      return await saveByHost(ports, {
        suggestedName: 'gesso-self-check.txt',
        mediaType: 'text/plain',
        write: (path) => writeFile(path, `${[...heading, '', ...lines].join('\n')}\n`),
      });
    }),
  };
}

function brokenOff(lines: readonly string[], code: number): SelfCheckLine {
  const last = lines.flatMap((text) => readPrintedLine(text)?.name ?? []).at(-1);
  const where = last === undefined ? 'before the first part' : `after “${last}”`;
  return {
    name: 'Going on to the end',
    milliseconds: 0,
    problem: `The program that checked itself ended ${where}, with exit code ${code}.`,
  };
}

function keychainError(message: string): AppError {
  return new AppError('keychain', message);
}

/** Another process wrote it. */
function shortened(line: SelfCheckLine): SelfCheckLine {
  return {
    ...line,
    name: line.name.slice(0, SELF_CHECK_LIMITS.nameCharacters),
    ...(line.problem === undefined
      ? {}
      : { problem: line.problem.slice(0, SELF_CHECK_LIMITS.problemCharacters) }),
    ...(line.note === undefined
      ? {}
      : { note: line.note.slice(0, SELF_CHECK_LIMITS.problemCharacters) }),
  };
}
