import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeMemoryFolder } from './memory-folder.ts';

const MODULE = join(import.meta.dirname, 'memory-folder.ts');

/** What a process of its own makes, and its end: by itself, or by a signal. */
async function made(signal?: NodeJS.Signals): Promise<{ folder: string; code: unknown }> {
  const script = `
    import { existsSync } from 'node:fs';
    import { makeMemoryFolder } from ${JSON.stringify(MODULE)};
    const folder = makeMemoryFolder();
    process.stdout.write(folder !== undefined && existsSync(folder) ? folder : 'none');
    ${signal === undefined ? '' : 'setInterval(() => {}, 1000);'}`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const [folder] = await once(child.stdout, 'data');
  if (signal !== undefined) child.kill(signal);
  const [code] = await ended;
  return { folder: String(folder), code };
}

const hasMemory =
  existsSync('/dev/shm') &&
  statfsSync('/dev/shm').bavail * statfsSync('/dev/shm').bsize >= 2 ** 29 &&
  freemem() >= 2 ** 31;

describe('a folder in memory', () => {
  it.runIf(hasMemory)('exists until the process ends, by itself or by Ctrl+C', async () => {
    for (const [signal, code] of [
      [undefined, 0],
      ['SIGINT', 130],
      ['SIGTERM', 143],
    ] as const) {
      const end = await made(signal);
      expect(end.code).toBe(code);
      expect(dirname(end.folder)).toBe('/dev/shm');
      expect(existsSync(end.folder)).toBe(false);
    }
  });

  it('is not created when the system has none', () => {
    expect(makeMemoryFolder(join(tmpdir(), 'no such folder'))).toBeUndefined();
    expect(makeMemoryFolder('/proc')).toBeUndefined();
  });
});
