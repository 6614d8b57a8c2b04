import { readdir } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { testFolder } from '../../../testing/test-folder.ts';
import type { ProcessHandle } from '../../../workers/fork-process.ts';
import { createEndurance } from './endurance.ts';

let folder: string;
let database: DatabaseSync;
beforeEach(() => {
  folder = testFolder();
  database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE t (a)');
});
afterEach(() => database.close());

const enduranceWith = (
  changes: Partial<Parameters<typeof createEndurance>[0]> = {},
  startPerception?: () => ProcessHandle,
) =>
  createEndurance({
    database,
    folder,
    ports: {
      writeLogLine: () => undefined,
      ...(startPerception === undefined ? {} : { startPerception }),
    },
    ...changes,
  });

it('copies the library and leaves no copy; names the fallback when the backup fails', async () => {
  expect(await enduranceWith().copy()).toBeUndefined();
  const copy = () => Promise.reject(new Error('not here'));
  expect(await enduranceWith({ copy }).copy()).toMatch(/VACUUM INTO/u);
  expect(await readdir(folder)).toEqual([]);
});

it('reports a helper process that exits by itself with its start, and a missing one', async () => {
  let starts = 0;
  const start = (): ProcessHandle => {
    starts += 1;
    const isBroken = starts === 3;
    let end: (reason: string) => void = () => undefined;
    let answer: (message: unknown) => void = () => undefined;
    return {
      post: () => (isBroken ? end('assertion failed') : answer({})),
      onMessage: (listener) => (answer = listener),
      onEnd: (listener) => (end = listener),
      kill: () => end('killed'),
    };
  };
  await expect(enduranceWith({}, start).helper()).rejects.toThrow(
    'Start 3 of the helper process failed: assertion failed.',
  );
  expect(await enduranceWith().helper()).toBe('This program has no helper process.');
});
