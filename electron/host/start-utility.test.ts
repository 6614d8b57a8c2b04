import { afterEach, expect, it, vi } from 'vitest';
import { readGreedily } from '../testing/greedy-conversation.ts';
import { readInProcesses } from '../workers/start-reader.ts';
import { createStartReader } from './start-utility.ts';
import { createFakeElectron } from './testing/fake-electron.ts';

afterEach(() => readInProcesses(undefined));

it('S49 a utility process reads with a memory limit, and ends alone when it reaches it', async () => {
  const { electron } = createFakeElectron({ userData: '/none' });
  const fork = vi.spyOn(electron.utilityProcess, 'fork');
  readInProcesses(createStartReader(electron.utilityProcess));
  expect(await readGreedily()).toEqual([
    'read',
    'Reading this file takes too much memory. Select a smaller file, or split it first.',
    'read',
  ]);
  expect(fork).toHaveBeenCalledTimes(2);
  expect(fork.mock.calls[0]?.[0]).toMatch(/reading-worker\.ts$/u);
  expect(fork.mock.calls[0]?.[2]?.execArgv).toEqual(['--js-flags=--max-old-space-size=24']);
});
