/** Ctrl+C and the system's end during a recipe under Electron, which may keep the signals. */
import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { startScriptedBackend } from '../testing/scripted-backend.ts';
import { pictureFile } from '../testing/recipes.ts';
import { createKeychain } from '../backend/service/vault/keychain.ts';
import { processTerminal } from '../terminal/terminal.ts';
import { readStartOrder } from '../terminal/start-order.ts';
import { testFolder } from '../testing/test-folder.ts';
import { runOnTerminal } from './run-on-terminal.ts';
import { createFakeElectron } from './testing/fake-electron.ts';

let folder = '';
beforeEach(() => {
  folder = testFolder();
});

const WAITS = 'Waiting for calls already sent. Press Ctrl+C again to end at once.';

/** A recipe whose call has left and is not answered. */
async function runningRecipe() {
  const left = Promise.withResolvers<void>();
  const { fixture } = await startScriptedBackend({ folder, script: () => left.resolve() });
  await fixture.connectAccount({ 'remove-text': 1 });
  await fixture.client().recipes.save({
    name: 'Clean',
    steps: [{ kind: 'remove-text', detail: 'full', where: 'whole' }],
  });
  await pictureFile(join(folder, 'in'), 'one.png', { width: 60, height: 40 });
  const fake = createFakeElectron({ userData: join(folder, 'user') });
  const said: string[] = [];
  const stream = () =>
    Object.assign(new EventEmitter(), {
      write(text: string, done?: () => void) {
        if (text !== '') said.push(text.trimEnd());
        done?.();
        return true;
      },
    });
  const listening: string[] = [];
  const program = Object.assign(new EventEmitter(), {
    stdin: { isTTY: false },
    stdout: stream(),
    stderr: stream(),
    exit: () => undefined,
  });
  program.on('newListener', (event) => {
    if (fake.events.includes('ready')) listening.push(String(event));
    else throw new Error(`${String(event)} is listened to before Electron has taken it.`);
  });
  const given = ['--recipe=Clean', 'in', '--to', 'out', '--yes', '--limit', '1'];
  const { recipe } = readStartOrder(given, { folder, isProgram: true });
  if (recipe === undefined) throw new Error('This is no order for a recipe.');
  const closings: boolean[] = [];
  const ended = runOnTerminal(fake.electron, {
    order: recipe,
    createBackend: () =>
      Promise.resolve({
        ...fixture.backend(),
        close({ isHurried = false } = {}) {
          closings.push(isHurried);
          return Promise.resolve();
        },
      }),
    createKeychain: () => createKeychain(),
    startPracticeService: () => Promise.reject(new Error('not asked for')),
    createTerminal: () => processTerminal(program as unknown as NodeJS.Process),
    process: program,
    mainFolder: join(folder, 'out', 'main'),
  });
  await Promise.race([left.promise, ended]);
  return {
    fake,
    said,
    listening,
    program,
    closings,
    ended,
  };
}

describe('a recipe on the terminal under Electron', () => {
  it.each([
    ['the process has Ctrl+C', 'SIGINT'],
    ['Electron has it, and asks to quit', 'before-quit'],
  ])('pauses at the first Ctrl+C and aborts at the second, where %s', async (_who, event) => {
    const run = await runningRecipe();
    const press = () => {
      if (event === 'SIGINT') run.program.emit('SIGINT');
      else expect(run.fake.raise('before-quit')).toBe(true);
    };
    press();
    await expect.poll(() => run.said).toContain(WAITS);
    expect(run.closings).toEqual([]);
    press();
    await run.ended;
    expect(run.fake.events.at(-1)).toBe('exit 130');
    expect(run.closings).toEqual([true]);
    expect(run.listening).toEqual(expect.arrayContaining(['SIGINT', 'SIGTERM', 'SIGHUP']));
  });

  it('waits for nothing when the terminal is gone', async () => {
    const run = await runningRecipe();
    run.program.emit('SIGHUP');
    await run.ended;
    expect(run.said).not.toContain(WAITS);
    expect(run.closings).toEqual([true]);
  });
});
