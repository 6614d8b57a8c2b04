/** Starts a second Gesso that checks itself, and reads its lines. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { SelfCheckProcess } from '../backend/service/common/ports.ts';

/** @param program the program's file @param args its arguments, `--self-check` among them */
export function createStartSelfCheck(
  program: string,
  args: readonly string[],
): () => SelfCheckProcess {
  return () => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'ignore'] });
    const lines = createInterface({ input: child.stdout });
    let failure: string | undefined;
    child.once('error', ({ message }) => (failure = message));
    return {
      onLine: (listener) => void lines.on('line', listener),
      onEnd(listener) {
        // with its output read to the end
        child.once('close', (code) => listener(failure === undefined ? (code ?? 1) : 1));
      },
      kill: () => void child.kill(),
    };
  };
}
