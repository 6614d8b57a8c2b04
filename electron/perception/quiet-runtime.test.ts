/** ONNX Runtime with nothing around it that would keep it quiet, as continuous integration does. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createStartPerception } from '../host/start-perception.ts';
import { createFakeElectron } from '../host/testing/fake-electron.ts';
import { forkPerception, type ForkedPerception } from './fork.ts';
import { DEVELOPMENT_MODELS } from './model-files.ts';
import { loadRuntime, NotLoaded } from './models.ts';

let home = '';

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'gesso-home-'));
  vi.stubEnv('HOME', home);
  vi.stubEnv('XDG_CACHE_HOME', join(home, 'cache'));
  for (const name of ['CI', 'ORT_RUNNING_UNIT_TESTS', 'ORT_DISABLE_TELEMETRY'])
    vi.stubEnv(name, undefined);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(home, { recursive: true });
});

type Starts = () => Pick<ForkedPerception, 'post' | 'onMessage' | 'onEnd' | 'kill'>;

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

it('S52 a process that was not told to keep it quiet does not load it', async () => {
  await expect(loadRuntime()).rejects.toThrow(NotLoaded);
});
