/** A small JSON file that the next start reads. Losing it costs the user nothing but a default. */
import { readFileSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { z } from 'zod';

export function createKeptJson<Value>(
  path: string,
  schema: z.ZodType<Value>,
  empty: Value,
  writeFailed: (error: unknown) => void,
) {
  let value = read();
  let writing: Promise<void> = Promise.resolve();

  function read(): Value {
    try {
      return schema.parse(JSON.parse(readFileSync(path, 'utf8')));
    } catch {
      return empty; // The first start, or an invalid file.
    }
  }

  async function write(text: string): Promise<void> {
    try {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await writeFile(`${path}.part`, text, { mode: 0o600 });
      await rename(`${path}.part`, path);
    } catch (error) {
      writeFailed(error);
    }
  }

  return {
    get: (): Value => value,
    /** Writes in the background, one after another. */
    set(next: Value): void {
      value = next;
      const text = JSON.stringify(next);
      writing = writing.then(() => write(text));
    },
  };
}
