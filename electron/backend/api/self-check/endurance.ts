/** Tests what only the real engine can prove: Electron doesn't run Node's tests of it. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import type { EndurancePart } from '../../../../shared/contract/self-check.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import type { HostPorts } from '../../service/common/ports.ts';
import type { ProcessHandle } from '../../../workers/fork-process.ts';
import { copyDatabase, type DatabaseCopyOptions } from '../../library/copy-database.ts';

const ROUNDS = 50;

/** Heap of the thread that runs out of memory; V8 starts with less. */
const FEW_MEGABYTES = 16;

const IDLE_THREAD = 'setInterval(() => undefined, 1000)';
const GREEDY_THREAD =
  'const all = []; for (;;) all.push(Array.from({ length: 10000 }, () => ({ a: 1 })))';

/** @returns what replaces a failed part, for the report */
export type Endurance = Readonly<Record<EndurancePart, () => Promise<string | undefined>>>;

/** @param deps.copy see {@link DatabaseCopyOptions} */
export function createEndurance(deps: {
  readonly database: DatabaseSync;
  readonly folder: string;
  readonly ports: Pick<HostPorts, 'startPerception' | 'writeLogLine'>;
  readonly copy?: DatabaseCopyOptions['copy'];
}): Endurance {
  const { database, folder, ports, copy } = deps;
  return {
    async copy() {
      const path = join(folder, 'self-check.db');
      const log = (line: string) => ports.writeLogLine(line);
      try {
        return await copyDatabase(database, path, copy === undefined ? { log } : { log, copy });
      } finally {
        await rm(path, { force: true });
      }
    },
    async threads() {
      for (let round = 0; round < ROUNDS; round += 1) {
        const thread = new Worker(IDLE_THREAD, { eval: true });
        const failed = new Promise<never>((_resolve, reject) => thread.once('error', reject));
        await Promise.race([new Promise((resolve) => thread.once('online', resolve)), failed]);
        await thread.terminate();
      }
      return undefined;
    },
    async helper() {
      const { startPerception } = ports;
      if (startPerception === undefined) return 'This program has no helper process.';
      for (let round = 1; round <= ROUNDS; round += 1) await startAndEnd(startPerception(), round);
      return undefined;
    },
    async memory() {
      const thread = new Worker(GREEDY_THREAD, {
        eval: true,
        resourceLimits: { maxOldGenerationSizeMb: FEW_MEGABYTES },
      });
      const error = await new Promise<unknown>((resolve) => {
        thread.once('error', resolve);
        thread.once('exit', resolve);
      });
      const { code } = error as { readonly code?: unknown };
      if (code === 'ERR_WORKER_OUT_OF_MEMORY') return undefined;
      throw failure(`A thread that ran out of memory ended in another way: ${String(error)}.`);
    },
  };
}

/** The process is up once it answers any request. */
async function startAndEnd(helper: ProcessHandle, round: number): Promise<void> {
  let hasAnswered = false;
  const ended = new Promise<string>((resolve) => helper.onEnd(resolve));
  const answered = new Promise<void>((resolve) => {
    helper.onMessage(() => {
      hasAnswered = true;
      resolve();
    });
  });
  helper.post({ id: round, kind: 'none', order: undefined });
  const reason = await Promise.race([answered, ended]);
  helper.kill();
  await ended;
  if (hasAnswered) return;
  throw failure(`Start ${round} of the helper process failed: ${reason ?? 'it ended'}.`);
}

function failure(message: string): AppError {
  return new AppError('unexpected', message);
}
