/** Ends the process as `kill -9` does, at one step of its work with files. */
import fs from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

/** The step, which is not carried out. */
export interface Death {
  readonly call: 'copyFile' | 'open' | 'rename' | 'renameSync' | 'rmSync' | 'writeFileSync';
  /** A part of one of its paths, with `/` on each system. */
  readonly of: string;
  /** 1: the first such step. */
  readonly at: number;
}

type Call = (...values: readonly unknown[]) => unknown;

export function dieBefore({ call, of, at }: Death): void {
  const calls = (call.endsWith('Sync') ? fs : promises) as unknown as Record<Death['call'], Call>;
  const real = calls[call];
  let left = at;
  calls[call] = (...values) => {
    const isMeant = values.some(
      (value) => typeof value === 'string' && value.replaceAll('\\', '/').includes(of),
    );
    if (isMeant && --left === 0) process.kill(process.pid, 'SIGKILL');
    return real(...values);
  };
  syncBuiltinESMExports(); // those who imported it by its name get this one
}
