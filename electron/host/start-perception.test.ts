/** The detection process without the variable that quiets ONNX Runtime in automatic checks. */
import { EventEmitter } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { UtilityProcess } from 'electron';
import { beforeEach, expect, it, vi } from 'vitest';
import { testFolder } from '../testing/test-folder.ts';
import { createStartPerception } from './start-utility.ts';
import { createFakeElectron } from './testing/fake-electron.ts';
import { forkPerception } from '../perception/fork.ts';
import { DEVELOPMENT_MODELS } from '../perception/model-files.ts';
import { loadRuntime, NotLoaded } from '../perception/models.ts';
import type { ProcessHandle } from '../workers/fork-process.ts';

let home = '';

beforeEach(() => {
  home = testFolder();
  vi.stubEnv('HOME', home);
  vi.stubEnv('XDG_CACHE_HOME', join(home, 'cache'));
  for (const name of ['CI', 'ORT_RUNNING_UNIT_TESTS', 'ORT_DISABLE_TELEMETRY'])
    vi.stubEnv(name, undefined);
});

type Starts = () => ProcessHandle;

it.each<[string, Starts]>([
  ['Node', () => forkPerception(DEVELOPMENT_MODELS)],
  [
    'Electron',
    () => {
      const { electron } = createFakeElectron({ userData: home });
      return createStartPerception(electron.utilityProcess, DEVELOPMENT_MODELS)();
    },
  ],
])('S52 finding text leaves nothing in the home folder, under %s', async (_host, starts) => {
  const child = starts();
  const answer = await new Promise((resolve) => {
    child.onMessage(resolve);
    const picture = { width: 64, height: 64, rgb: new Uint8Array(64 * 64 * 3) };
    child.post({ id: 1, kind: 'text', order: { picture } });
  });
  expect(answer).toEqual({ id: 1, answer: [] });
  const ended = new Promise<string>((resolve) => child.onEnd(resolve));
  child.kill();
  await ended;
  expect(await readdir(home, { recursive: true })).toEqual([]);
});

it('S52 a process that was not told to silence it does not load it', async () => {
  await expect(loadRuntime()).rejects.toThrow(NotLoaded);
});

it('reports a fatal error of the helper process in its last words, and throws it nowhere', () => {
  const child = Object.assign(new EventEmitter(), { stderr: new EventEmitter() });
  const fork = () => child as unknown as UtilityProcess;
  const helper = createStartPerception({ fork }, '/models')();
  const ends: string[] = [];
  helper.onEnd((reason) => ends.push(reason));
  child.stderr.emit('data', Buffer.from('a native library says this'));
  child.emit('error', 'FatalError', 'v8::ToLocalChecked', '{}');
  expect(ends).toEqual([]);
  child.emit('exit', 5);
  expect(ends).toEqual(['5 a native library says this FatalError at v8::ToLocalChecked']);
});
