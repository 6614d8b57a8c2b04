import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import type { HashAnswer, HashOrder } from './hash-threads.ts';

const port = parentPort;
if (port === null) throw new Error('This file is started as a worker.');

const buffer = Buffer.allocUnsafe(1024 * 1024);

port.on('message', ({ id, path }: HashOrder) => {
  port.postMessage({ id, ...answer(path) } satisfies HashAnswer);
});

function answer(path: string): { readonly hash: string } | { readonly error: unknown } {
  try {
    return { hash: hashOf(path) };
  } catch (error) {
    return { error };
  }
}

function hashOf(path: string): string {
  const hash = createHash('sha256');
  const file = openSync(path, 'r');
  try {
    for (;;) {
      const length = readSync(file, buffer);
      if (length === 0) return hash.digest('hex');
      hash.update(buffer.subarray(0, length));
    }
  } finally {
    closeSync(file);
  }
}
