/** Log: the current file and one earlier one, readable by the user only. */
import { mkdirSync } from 'node:fs';
import { appendFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';

export const LOG = {
  /** Size after which the next start begins a new file. */
  maxBytes: 2_000_000,
  fileName: 'gesso.log',
  earlierName: 'gesso.1.log',
} as const;

/** Writes lines in order; failures never stop the program. */
export type LogFile = ReturnType<typeof openLogFile>;

/** @param folder created with mode 0700 if missing */
export function openLogFile(folder: string) {
  const path = join(folder, LOG.fileName);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  let queue: Promise<void> = rotate(folder, path).catch(() => undefined);
  return {
    /** @param line already redacted */
    write(line: string): void {
      const text = `${new Date().toISOString()} ${line.replace(/[\r\n]+/gu, ' ')}\n`;
      queue = queue
        .then(() => appendFile(path, text, { mode: 0o600 }))
        // A full disk must not end the program that could free it.
        .catch(() => undefined);
    },
    /** Resolves when everything written is in the file. */
    flush: (): Promise<void> => queue,
  };
}

async function rotate(folder: string, path: string): Promise<void> {
  const { size } = await stat(path);
  if (size > LOG.maxBytes) await rename(path, join(folder, LOG.earlierName));
}
