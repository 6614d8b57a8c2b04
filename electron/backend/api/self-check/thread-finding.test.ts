import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ProcessHandle } from '../../../workers/fork-process.ts';
import { readInProcesses, startReader } from '../../../workers/start-reader.ts';
import { createSettingsStore } from '../../library/settings/settings-store.ts';
import { createThreadFinding } from './self-check.ts';

const handle: ProcessHandle = {
  post: () => undefined,
  onMessage: () => undefined,
  onEnd: () => undefined,
  kill: () => undefined,
};
const startProcess = vi.fn(() => handle);

let database: DatabaseSync;
beforeEach(() => {
  startProcess.mockClear();
  database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT)');
});
afterEach(() => {
  readInProcesses(undefined);
  database.close();
});

/** @returns whether a worker that starts now is a process */
async function isProcess(): Promise<boolean> {
  const before = startProcess.mock.calls.length;
  const worker = startReader(new URL('data:text/javascript,'), 64);
  if (startProcess.mock.calls.length > before) return true;
  await worker.terminate();
  return false;
}

/** As a start of the program does. */
function open() {
  readInProcesses(undefined);
  return createThreadFinding(createSettingsStore(database), startProcess);
}

it('reads files in processes from the finding on, even after a restart, until threads pass', async () => {
  const first = open();
  expect(await isProcess()).toBe(false);
  expect(first.note(false)).toBe('Gesso reads such files in a process of its own instead.');
  expect(await isProcess()).toBe(true);
  const second = open();
  expect(await isProcess()).toBe(true);
  expect(second.note(true)).toBeUndefined();
  expect(await isProcess()).toBe(false);
  open();
  expect(await isProcess()).toBe(false);
});

it('a host without processes offers none', async () => {
  const finding = createThreadFinding(createSettingsStore(database), undefined);
  expect(finding.note(false)).toBeUndefined();
  expect(await isProcess()).toBe(false);
});
