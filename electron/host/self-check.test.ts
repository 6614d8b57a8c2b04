/** Tests the self-check, and ways out of a broken window, under the fake Electron. */
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '../../shared/errors/app-error.ts';
import { testFolder } from '../testing/test-folder.ts';
import type { FakeElectronOptions } from './testing/fake-electron.ts';
import { beginGesso } from './testing/start-bench.ts';

let folder = '';
beforeEach(() => {
  folder = testFolder();
});

/** @param failure of the backend */
function start(
  options: Partial<FakeElectronOptions> = {},
  given: readonly string[] = ['photo.jpg'],
  failure?: AppError,
) {
  const run = beginGesso(folder, options, {
    given: ['/gesso', ...given],
    ...(failure && { createBackend: () => Promise.reject(failure) }),
  });
  const printed = () => run.printed.map((line) => line.replace(/\(\d+ ms\)/u, '(… ms)'));
  return { ...run, printed };
}

describe('--self-check', () => {
  it('opens a hidden window with a library of its own, prints, removes the library, and exits', async () => {
    const report = join(folder, 'report.txt');
    const { fake, ports, printed, keychains, closed, started } = start({}, [
      '--self-check',
      '--report',
      'report.txt',
    ]);
    await expect.poll(() => fake.windows.length).toBe(1);
    expect(fake.windows[0]?.loaded).toEqual(['app://gesso/#self-check']);
    expect(keychains).toEqual(['Gesso self-check']);
    const data = ports[0]?.paths.data ?? '';
    expect(data.startsWith(join(tmpdir(), 'gesso-self-check-'))).toBe(true);
    const { selfCheck } = ports[0] ?? {};
    selfCheck?.begin();
    // a file is saved without a question
    const saved = await ports[0]?.saveFile({
      suggestedName: 'a.txt',
      mediaType: 'text/plain',
      write: (path) => writeFile(path, 'a'),
    });
    expect(saved?.kind).toBe('saved');
    selfCheck?.tries('memory');
    selfCheck?.say({ name: 'Painting a mask', milliseconds: 1 });
    selfCheck?.end();
    await started;
    await expect.poll(() => fake.events.at(-1)).toBe('exit 0');
    expect(closed).toEqual([true]);
    expect(fake.events).not.toContain('show');
    expect(existsSync(join(data, '..'))).toBe(false);
    expect(printed()).toEqual([
      'ok  Starting the page (… ms)',
      'trying memory',
      'ok  Painting a mask (… ms)',
      '2 of 2 parts work.',
    ]);
    expect(await readFile(report, 'utf8')).toContain('ok  Painting a mask');
  });

  it.each([
    [{ WAYLAND_DISPLAY: 'wayland-0' }, [], true],
    [{ WAYLAND_DISPLAY: 'wayland-0' }, ['--ozone-platform=x11'], false],
    [{ WAYLAND_DISPLAY: '' }, [], false],
  ])(
    'shows its window only when it would not be drawn otherwise: %j %j',
    async (env, given, isSeen) => {
      vi.stubEnv('WAYLAND_DISPLAY', env.WAYLAND_DISPLAY);
      const { fake, ports, started } = start({}, ['--self-check', ...given]);
      await expect.poll(() => fake.windows.length).toBe(1);
      expect(fake.windows[0]?.options).toHaveProperty('backgroundColor');
      expect(fake.events.includes('show inactive')).toBe(isSeen);
      ports[0]?.selfCheck?.end();
      await started;
      await expect.poll(() => fake.events.at(-1)).toMatch(/^exit/u);
    },
  );

  it('exits with 1 without a dialog when the program cannot start', async () => {
    const { fake, printed, started } = start(
      {},
      ['--self-check'],
      new AppError('storage', 'The folder can’t be written.'),
    );
    await started;
    expect(fake.events.at(-1)).toBe('exit 1');
    expect(printed()).toEqual([
      'not ok  Starting the program (… ms): The folder can’t be written.',
      '0 of 1 parts work.',
    ]);
    expect(fake.events.join()).not.toContain('error box');
  });

  it.each([
    ['a page that crashes', 'render-process-gone', [{}, { reason: 'crashed' }], 'keeps crashing'],
    ['a preload that fails', 'preload-error', [{}, '/p', new Error('x')], 'has no connection'],
    ['a page that cannot be loaded', 'did-fail-load', [{}, -6, 'X', 'app://gesso/', true], 'load'],
  ])('exits with 1 after %s', async (_name, event, details, sentence) => {
    const { fake, printed, started } = start({}, ['--self-check']);
    await expect.poll(() => fake.windows.length).toBe(1);
    fake.windows[0]?.webContents.emit(event, ...details);
    await started;
    await expect.poll(() => fake.events.at(-1)).toBe('exit 1');
    expect(printed()[0]).toMatch(new RegExp(`^not ok {2}Keeping the window .*${sentence}`, 'u'));
    expect(fake.events.join()).not.toContain('message box');
  });
});

describe('a window that does not work', () => {
  async function broken(
    pressedButton: (number | string)[],
    more: Partial<FakeElectronOptions> = {},
    given?: readonly string[],
  ) {
    const run = start({ pressedButton, ...more }, given);
    await run.started;
    run.fake.windows[0]?.webContents.emit('preload-error', {}, '/p', new Error('no module'));
    return run;
  }

  it('B6 opens in the browser only when the user asks, and stays until the user quits', async () => {
    const idle = await broken(['none']);
    expect(idle.opened).toEqual([]);
    const { fake, opened, closed } = await broken(['Open in browser', 'Quit Gesso']);
    await expect.poll(() => fake.events.at(-1)).toBe('quit');
    expect(opened).toEqual([join(folder, 'out', 'renderer')]);
    expect(fake.events).toContain('open http://127.0.0.1:4000/?token=t');
    expect(fake.events).toContain('message box Gesso is open in your browser.');
    expect(closed).toEqual([]); // the window is gone, the program is not
  });

  it('quits with its last window when no browser could be opened', async () => {
    const { fake, started, closed } = start({
      pressedButton: ['Open in browser', 0, 'Close window'],
    });
    await started;
    const openExternal = () => Promise.reject(new Error('no browser'));
    Object.assign(fake.electron.shell, { openExternal });
    const [window] = fake.windows;
    window?.webContents.emit('preload-error', {}, '/p', new Error('no module'));
    await expect.poll(() => window?.isDestroyed()).toBe(true);
    await expect.poll(() => closed).toEqual([false]);
  });

  it('restarts without extras', async () => {
    await writeFile(join(folder, 'photo.jpg'), 'x');
    const { fake } = await broken(['Restart without extras']);
    await expect.poll(() => fake.events.at(-1)).toBe('quit');
    expect(fake.events).toContain(`relaunch /gesso --plain ${join(folder, 'photo.jpg')}`);
  });

  it('runs without menu, helper process and graphics card, and offers no second restart', async () => {
    const plain = await broken(['Restart without extras'], {}, ['--plain']);
    const { events } = plain.fake;
    expect(events.indexOf('disableHardwareAcceleration')).toBeGreaterThan(-1);
    expect(events.indexOf('disableHardwareAcceleration')).toBeLessThan(events.indexOf('ready'));
    expect(plain.ports[0]?.showMenu).toBeUndefined();
    expect(plain.ports[0]?.startPerception).toBeUndefined();
    expect(events.join()).not.toContain('relaunch');
    const usual = start();
    await usual.started;
    expect(usual.ports[0]?.showMenu).toBeTypeOf('function');
    expect(usual.ports[0]?.startPerception).toBeTypeOf('function');
    expect(usual.fake.events).not.toContain('disableHardwareAcceleration');
  });

  it('saves a report, and asks again', async () => {
    const savedAs = join(folder, 'my report.txt');
    const { fake } = await broken(['Save report…', 'Close window'], { savedAs });
    const question = 'message box Gesso’s window has no connection to the program.';
    await expect.poll(() => fake.events.filter((event) => event === question).length).toBe(2);
    const report = await readFile(savedAs, 'utf8');
    expect(report).toContain('Gesso 1.2.3');
    expect(report).toContain('gpu_compositing');
    expect(report).toContain('the preload failed (no module)');
  });

  it('gives the reason when an action fails, and asks again', async () => {
    const { fake } = await broken(['Save report…', 0, 'Close window'], {
      savedAs: join(folder, 'nowhere', 'report.txt'),
    });
    const boxes = () => fake.events.filter((event) => event.startsWith('message box'));
    await expect.poll(() => boxes().length).toBe(3);
    expect(boxes()[2]).toBe(boxes()[0]);
  });
});
