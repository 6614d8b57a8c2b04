import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readStartOrder } from '../terminal/start-order.ts';
import { testFolder } from '../testing/test-folder.ts';
import { relaunch, spawnDetached } from './relaunch.ts';
import { createFakeElectron } from './testing/fake-electron.ts';

const MOUNT = '/tmp/.mount_GessoX';
const IMAGE = '/home/u/Gesso 1.AppImage';

/** @returns what happens until the program has ended */
function restart(env: NodeJS.ProcessEnv, execPath: string): readonly string[] {
  const fake = createFakeElectron({ userData: '/u', isPackaged: true });
  const order = readStartOrder(['--data-dir', 'mine'], { folder: '/work', isProgram: true });
  const spawn = (program: string, args: readonly string[]) =>
    void fake.events.push(`spawn ${program} ${args.join(' ')}`);
  relaunch({ app: fake.electron.app, process: { env, execPath }, spawn }, order);
  fake.raise('quit');
  return fake.events;
}

it('starts the AppImage itself, as the last action, without the lock', () => {
  expect(restart({ APPIMAGE: IMAGE, APPDIR: MOUNT }, `${MOUNT}/gesso`)).toEqual([
    'quit',
    'release lock',
    `spawn ${IMAGE} --data-dir=/work/mine`,
  ]);
});

it.each([
  ['without an AppImage', {}],
  [
    'from a terminal that is another AppImage',
    { APPIMAGE: '/x/Terminal.AppImage', APPDIR: '/tmp/.mount_T' },
  ],
])('leaves it to Electron %s', (_where, env) => {
  expect(restart(env, '/opt/Gesso/gesso')).toEqual(['relaunch --data-dir=/work/mine', 'quit']);
});

it('starts a program in its own process group, outside of every folder', async () => {
  const folder = testFolder();
  const program = join(folder, 'program');
  const said = join(folder, 'said');
  const script = `#!/bin/sh\nkill -0 -$$ && echo "$(pwd) $1 leads" > '${said}.part'\nmv '${said}.part' '${said}'\n`;
  await writeFile(program, script, { mode: 0o755 });
  spawnDetached(program, ['“a” b'], (error) => {
    throw error;
  });
  await expect.poll(() => readFile(said, 'utf8').catch(() => '')).toBe('/ “a” b leads\n');
  const errors: string[] = [];
  spawnDetached(join(folder, 'nothing'), [], ({ message }) => errors.push(message));
  await expect.poll(() => errors).toEqual([expect.stringContaining('ENOENT')]);
});
