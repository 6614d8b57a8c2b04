import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { MenuItemConstructorOptions } from 'electron';
import { os } from '@orpc/server';
import { AppError } from '../../shared/errors/app-error.ts';
import type { Backend } from '../backend/create-backend.ts';
import type { HostPorts } from '../backend/service/common/ports.ts';
import { testFolder } from '../testing/test-folder.ts';
import { QUIET_SWITCHES } from '../web-host/quiet-chromium.ts';
import { createFakeTerminal } from '../terminal/testing/fake-terminal.ts';
import { RUNNING_LINE } from './running-line.ts';
import type { StartDeps } from './start-deps.ts';
import type { FakeElectronOptions } from './testing/fake-electron.ts';
import { beginGesso } from './testing/start-bench.ts';

let folder = '';

beforeEach(async () => {
  folder = testFolder();
  await mkdir(join(folder, 'out', 'renderer'), { recursive: true });
  await writeFile(join(folder, 'out', 'renderer', 'index.html'), '<p nonce="__CSP_NONCE__">Gesso');
});

async function picture(name: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, 'x');
  return path;
}

/** A backend with paid work under way. */
function busyBackend(closings: boolean[] = []): Backend {
  return {
    media: () => Promise.resolve(new Response()),
    whenIdle: () => new Promise<void>(() => undefined),
    close: ({ isHurried = false } = {}) => Promise.resolve(void closings.push(isHurried)),
  } as unknown as Backend;
}

async function start(options: Partial<FakeElectronOptions> = {}, changes: Partial<StartDeps> = {}) {
  const run = beginGesso(folder, options, changes);
  await run.started;
  return run;
}

it('hands uncaught errors to the backend, and continues', async () => {
  const { asked, caught, fake } = await start();
  caught.emit('uncaughtException', 'one');
  caught.emit('unhandledRejection', 'two');
  expect(asked.slice(-2)).toEqual([
    ['uncaught', 'one', true],
    ['uncaught', 'two', false],
  ]);
  expect(fake.events).not.toContain('exit 1');
});

describe('the progress of all work', () => {
  it('is shown at the window’s button, even of a later window, and at the dock', async () => {
    const { fake, ports } = await start({}, { platform: 'darwin' });
    ports[0]?.showProgress?.({ running: 2, fraction: 0.25 });
    fake.windows[0]?.close();
    fake.raise('activate');
    ports[0]?.showProgress?.(undefined);
    expect(fake.events.filter((event) => /^(?:progress|badge)/u.test(event))).toEqual([
      'progress 0.25',
      'badge 2',
      'progress 0.25',
      'progress -1',
      'badge 0',
    ]);
  });
});

describe('starting under Electron', () => {
  it('S1 S6 S26 sets up the sandbox before anything is loaded', async () => {
    const { fake, ports } = await start();
    const { events, windows } = fake;
    expect(events.indexOf('enableSandbox')).toBeLessThan(events.indexOf('ready'));
    expect(events.indexOf('schemes')).toBeLessThan(events.indexOf('ready'));
    for (const wall of ['permission handlers', 'request filter', 'handle app']) {
      expect(events.indexOf(wall), wall).toBeGreaterThan(events.indexOf('ready'));
      expect(events.indexOf(wall), wall).toBeLessThan(events.indexOf('window'));
    }
    expect(events).toContain('partition gesso'); // without "persist:" it is kept in memory
    expect(windows.map((window) => window.loaded)).toEqual([['app://gesso/']]);
    expect(ports[0]?.paths).toEqual({
      data: join(folder, 'user', 'data'),
      samples: join(folder, 'assets', 'samples'),
      notices: join(folder, 'node_modules', '@img'),
    });
  });

  it('S11 serves the page with its policy and a fresh nonce, media and a port of the contract', async () => {
    const { fake, served } = await start();
    const port = fake.askForPort();
    expect(served).toHaveLength(1);
    port?.close();
    const page = await fake.request('app://gesso/');
    const policy = page.headers.get('content-security-policy') ?? '';
    const nonce = /'nonce-([^']+)'/u.exec(policy)?.[1];
    expect(await page.text()).toBe(`<p nonce="${nonce}">Gesso`);
    expect(policy).toContain("default-src 'none'; script-src 'self'");
    expect(await (await fake.request('app://gesso/media/files/7')).text()).toBe(
      'media app://gesso/media/files/7',
    );
    expect((await fake.request('app://other/')).status).toBe(404);
  });

  it('S4 exits at once when a packaged program is started with a debugger', async () => {
    const { fake } = await start({ isPackaged: true, switches: { 'remote-debugging-port': '0' } });
    expect(fake.events).toEqual(['exit 1']);
  });

  it('S4 explains in a dialog that it needs its sandbox, and opens nothing without it', async () => {
    vi.stubEnv('APPIMAGE', '/home/u/Gesso.AppImage');
    const appImage = await start({ isPackaged: true, switches: { 'no-sandbox': '' } });
    expect(appImage.fake.events).toEqual([
      'ready',
      expect.stringMatching(/^error box Gesso can’t start without its sandbox .*\.deb.*AppArmor/su),
      'exit 1',
    ]);
    expect(appImage.ports).toEqual([]);
    vi.stubEnv('APPIMAGE', undefined);
    const other = await start({ isPackaged: true, switches: { 'no-sandbox': '' } });
    expect(other.fake.events[1]).toMatch(/without this option/u);
    // with a debugger there is no time for a dialog
    const switches = { 'no-sandbox': '', 'remote-debugging-port': '0' };
    const debugged = await start({ isPackaged: true, switches });
    expect(debugged.fake.events).toEqual(['exit 1']);
  });

  it('S29 exits when Gesso runs already, and shows it when it is started again', async () => {
    await mkdir(join(folder, 'user'));
    await symlink(`${hostname()}-${process.pid}`, join(folder, 'user', 'SingletonLock'));
    const second = await start({ isFirst: false });
    expect(second.fake.events.at(-1)).toBe('exit 0');
    expect(second.fake.events).not.toContain('ready');
    const { fake } = await start();
    fake.raise('second-instance', ['/opt/gesso'], '/');
    expect(fake.events.slice(-2)).toEqual(['show', 'focus']);
    expect(fake.windows).toHaveLength(1);
  });

  it('says that its folder can’t be locked when no other Gesso holds the lock', async () => {
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const { fake, ports } = await start({ isFirst: false });
    const sentence = `The folder “${join(folder, 'user')}” can’t be locked`;
    expect(fake.events.slice(-2)).toEqual([
      expect.stringContaining(`error box Gesso can’t start ${sentence}`),
      'exit 1',
    ]);
    expect(written.mock.lastCall?.[0]).toContain(`Gesso can’t start: ${sentence}`);
    expect(ports).toEqual([]);
  });

  it('keeps Chromium’s files out of a chosen library, and moves those of 1.0.0', async () => {
    const earlier = join(folder, 'stick', 'electron');
    const place = { display: '1 Fake 1920x1040', x: 90, y: 60, width: 1000, height: 700 };
    await mkdir(join(earlier, 'logs'), { recursive: true });
    await writeFile(
      join(earlier, 'window.json'),
      JSON.stringify([{ ...place, isMaximized: false }]),
    );
    await writeFile(join(earlier, 'logs', 'gesso.log'), 'an old line\n');
    const given = ['/gesso', '--data-dir', join(folder, 'stick')];
    const { fake } = await start({}, { given });
    const userData = fake.electron.app.getPath('userData');
    expect(userData).toMatch(/user.libraries.[\da-f]{16}$/u);
    expect(fake.windows[0]?.options).toMatchObject({ x: 90, y: 60, width: 1000, height: 700 });
    expect(await readFile(join(userData, 'logs', 'gesso.log'), 'utf8')).toContain('an old line');
    expect(await readdir(join(folder, 'stick'))).toEqual([]);
    const again = await start({}, { given });
    expect(again.fake.electron.app.getPath('userData')).toBe(userData);
  });

  it('holds back a request to quit until the backend is closed', async () => {
    const { fake } = await start();
    expect(fake.raise('before-quit')).toBe(true);
    await expect.poll(() => fake.events.at(-1)).toBe('exit 0');
  });

  it('at Ctrl+C closes the window, waits for paid work and says so; exits at the second', async () => {
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const closings: boolean[] = [];
    const createBackend: StartDeps['createBackend'] = (given) => {
      given.showProgress?.({ running: 2 });
      return Promise.resolve(busyBackend(closings));
    };
    const { fake, caught } = await start({}, { createBackend });
    caught.emit('SIGINT');
    expect(fake.windows[0]?.isDestroyed()).toBe(true);
    const waits = expect.stringContaining('Gesso still waits for 2 tasks.') as string;
    await vi.waitFor(() => expect(written).toHaveBeenCalledWith(waits));
    caught.emit('SIGINT');
    await expect.poll(() => fake.events.at(-1)).toBe('exit 0');
    expect(closings).toEqual([true]);
  });

  it('tells the user why it cannot start', async () => {
    const inUse = new AppError('in-use', 'Another Gesso is open.');
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const { fake } = await start({}, { createBackend: () => Promise.reject(inUse) });
    expect(fake.events.slice(-2)).toEqual([
      'error box Gesso can’t start Another Gesso is open.',
      'exit 1',
    ]);
    expect(written).toHaveBeenCalledWith('Gesso can’t start: Another Gesso is open.\n');
  });

  it('exits with 2 and a message when the command line is wrong, and opens no library', async () => {
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    for (const given of [['--data-dir='], ['--datadir', '/x']]) {
      const packaged = await start({ isPackaged: true }, { given });
      const sentence = given[0] === '--data-dir=' ? 'needs a folder' : 'doesn’t know the option';
      expect(packaged.fake.events).toEqual([
        'enableSandbox',
        'ready',
        expect.stringMatching(new RegExp(`^error box Gesso can’t start .*${sentence}`, 'u')),
        'exit 2',
      ]);
      expect(packaged.ports).toEqual([]);
      expect(written.mock.lastCall?.[0]).toContain(sentence);
      // npm start shows the line, and nobody may be there for a dialog of a check or a recipe
      const developed = await start({}, { given: ['/gesso', ...given] });
      expect(developed.fake.events).toEqual(['enableSandbox', 'exit 2']);
      const unseen = await start({ isPackaged: true }, { given: ['--self-check', ...given] });
      expect(unseen.fake.events).toEqual(['enableSandbox', 'exit 2']);
    }
  });

  it('S35 takes a folder and a backup from the dialogs, and drags files that the backend names', async () => {
    const backup = '/disk/all.gessobackup';
    const chosen = { chosenFolder: '/chosen “folder”', chosenFiles: [backup] };
    const { fake, ports } = await start(chosen);
    expect(await ports[0]?.chooseFolder?.()).toBe('/chosen “folder”');
    expect(await ports[0]?.chooseBackupFile?.()).toBe(backup);
    expect(fake.events).toContain('open dialog openFile gessobackup');
    ports[0]?.startDrag?.({ path: '/data/two dogs.png', icon: Buffer.from('icon') });
    expect(fake.events).toContain('drag /data/two dogs.png icon');
    const cancelled = await start();
    expect(await cancelled.ports[0]?.chooseFolder?.()).toBeUndefined();
    expect(await cancelled.ports[0]?.chooseBackupFile?.()).toBeUndefined();
  });

  it('restarts with its arguments except the pictures it has opened, by quitting in order', async () => {
    await picture('a.png');
    const { fake, ports } = await start({}, { given: ['/gesso', '--data-dir', 'mine', 'a.png'] });
    ports[0]?.restart?.();
    expect(fake.events.slice(-2)).toEqual([
      `relaunch /gesso --data-dir=${join(folder, 'mine')}`,
      'quit',
    ]);
  });

  it('opens the window at its last position', async () => {
    const first = await start();
    const place = { x: 100, y: 50, width: 1000, height: 700 };
    first.fake.windows[0]?.move(place);
    first.fake.windows[0]?.close();
    await expect.poll(async () => (await start()).fake.windows[0]?.options).toMatchObject(place);
  });

  it('S16 shows a file that the backend names in its folder, by its absolute path only', async () => {
    const { fake, ports } = await start();
    ports[0]?.showInFolder?.('/pictures/two dogs_video_1.mp4');
    expect(fake.events).toContain('show in folder /pictures/two dogs_video_1.mp4');
    expect(() => ports[0]?.showInFolder?.('dogs.mp4')).toThrow('absolute');
  });

  it('polls running tasks as soon as the computer wakes up', async () => {
    const { fake, polls } = await start();
    expect(polls).toEqual([]);
    fake.raisePower('resume');
    expect(polls).toEqual(['now']);
  });

  it.each([
    ['with a window', {}],
    [
      'at the terminal',
      { given: ['/gesso', '--recipe', 'Shop', '/a.jpg'], createTerminal: createFakeTerminal },
    ],
  ])('S52 keeps Chromium from making requests of its own %s', async (_how, changes) => {
    const { fake } = await start({}, changes);
    expect(fake.switches.get('host-resolver-rules')).toBe('MAP * ~NOTFOUND, EXCLUDE 127.0.0.1');
    for (const [name, value = ''] of QUIET_SWITCHES)
      expect(fake.switches.get(name), name).toBe(value);
  });

  it('tells the user why it cannot start, even when that fails before Electron is ready', async () => {
    const { fake } = await start({ earlyFailure: new Error('no schemes') });
    expect(fake.events).toEqual([
      'enableSandbox',
      'ready',
      expect.stringMatching(/^error box Gesso can’t start .*\n\nno schemes$/su),
      'exit 1',
    ]);
  });

  it('closes at once when the session ends, and does not cancel it', async () => {
    const createBackend = () => Promise.resolve(busyBackend());
    const { fake } = await start({}, { createBackend });
    expect(fake.raisePower('shutdown')).toBe(true); // for as long as the library is closed
    expect(fake.raise('before-quit')).toBe(false);
    await expect.poll(() => fake.events.at(-1)).toBe('exit 0');
    const windows = await start({}, { createBackend });
    windows.fake.windows[0]?.emit('session-end');
    await expect.poll(() => windows.fake.events.at(-1)).toBe('exit 0');
  });

  it('prints on stdout that Electron runs, for npm start', async () => {
    const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    await start();
    expect(written).toHaveBeenCalledWith(`${RUNNING_LINE}\n`);
    written.mockClear();
    await start({ isPackaged: true });
    expect(written).not.toHaveBeenCalled();
  });

  it('logs processes that end, and continues', async () => {
    const { fake } = await start();
    fake.raise('child-process-gone', { type: 'GPU', reason: 'crashed' });
    const log = join(folder, 'user', 'logs', 'gesso.log');
    await expect
      .poll(() => readFile(log, 'utf8').catch(() => ''))
      .toContain('GPU  ended (crashed)');
    expect(fake.events.filter((event) => event.startsWith('exit'))).toEqual([]);
  });
});

describe('pictures from outside', () => {
  it('S29 open in the running window: from the command line, a second start, the desktop', async () => {
    const [one, two, three] = await Promise.all(['1.png', '2.jpg', '3.avif'].map(picture));
    const data = join(folder, 'data');
    const given = ['/gesso', '--data-dir', data, one ?? '', 'https://example.com/a.png'];
    const { fake, asked } = await start({}, { given });
    expect(asked).toEqual([['files', one]]);
    const second = ['/opt/gesso', '--no-sandbox', two ?? '', 'relative.png'];
    fake.raise('second-instance', second, '/elsewhere', {});
    expect(fake.events.slice(-2)).toEqual(['show', 'focus']);
    fake.raise('open-file', three);
    expect(asked.slice(1)).toEqual([
      ['files', two],
      ['files', three],
    ]);
    expect(fake.windows).toHaveLength(1);
  });

  it('S29 are found from the folder of the first start, and from that of a second', async () => {
    const one = await picture('one.png');
    await mkdir(join(folder, 'elsewhere'));
    const two = await picture(join('elsewhere', 'two.png'));
    const { fake, asked } = await start({}, { given: ['/gesso', 'one.png', 'two.png'] });
    expect(asked).toEqual([['files', one]]);
    const second = ['/opt/gesso', 'one.png', 'two.png'];
    fake.raise('second-instance', second, join(folder, 'elsewhere'), {});
    expect(asked.slice(1)).toEqual([['files', two]]);
  });

  it('S29 are the only arguments of a second start that count', async () => {
    const { fake, asked } = await start();
    const second = ['/opt/gesso', '--open=/etc/passwd', '/etc/passwd', folder];
    fake.raise('second-instance', second, folder);
    expect(asked).toEqual([]);
    expect(fake.windows).toHaveLength(1);
  });

  it('wait until the backend is ready', async () => {
    const path = await picture('early.png');
    const opened: unknown[] = [];
    const openFiles = (paths: readonly string[]) => opened.push(...paths);
    const { fake, started } = beginGesso(folder, undefined, {
      async createBackend() {
        fake.raise('open-file', path);
        return { desktop: { openFiles } } as unknown as Backend;
      },
    });
    await started;
    expect(fake.windows).toHaveLength(1);
    expect(opened).toEqual([path]);
  });
});

describe('the menu', () => {
  it('runs the window’s commands, and opens pictures by the system’s dialog', async () => {
    const path = await picture('a.png');
    const { fake, ports, asked } = await start({ chosenFiles: [path] });
    ports[0]?.showMenu?.({
      commands: [{ id: 'studio.undo', title: 'Undo', group: 'Edit', isAvailable: true }],
      recentPhotos: [{ photoId: 'p', name: 'recent.png' }],
    });
    for (const label of ['Undo', 'recent.png', 'Open photos…']) press(fake.menu(), label);
    await expect
      .poll(() => asked)
      .toEqual([
        ['command', 'studio.undo', false],
        ['photo', 'p'],
        ['files', path],
      ]);
    // so that the page may open dialogs of its own
    expect(fake.events).toContain('keyDown F24');
  });

  it('closes the window when the page asks for it, like its own button', async () => {
    const { fake, ports, asked } = await start({}, { platform: 'darwin' });
    ports[0]?.showMenu?.({
      commands: [{ id: 'app.close', title: 'Close', group: 'Window', isAvailable: true }],
      recentPhotos: [],
    });
    const closings = () => fake.events.filter((event) => event === 'close');
    press(fake.menu(), 'Close');
    expect(asked).toEqual([['command', 'app.close', false]]);
    expect(closings()).toEqual([]); // the page decides
    ports[0]?.closeWindow?.();
    expect(closings()).toHaveLength(1);
    ports[0]?.closeWindow?.(); // there is none
    expect(closings()).toHaveLength(1);
  });

  it('opens a window first when there is none, as on macOS', async () => {
    const { fake, asked } = await start({}, { platform: 'darwin' });
    fake.windows[0]?.close();
    press(fake.menu(), 'Open photos…'); // cancelled
    expect(fake.windows).toHaveLength(1);
    const { fake: chosen, ports } = await start({}, { platform: 'darwin' });
    chosen.windows[0]?.close();
    ports[0]?.showMenu?.({ commands: [], recentPhotos: [{ photoId: 'p', name: 'recent.png' }] });
    press(chosen.menu(), 'recent.png');
    expect(chosen.windows).toHaveLength(2);
    expect(asked).toEqual([]);
    // the program goes on without a window, and has one again from the dock
    chosen.windows[1]?.close();
    chosen.raise('activate');
    expect(chosen.windows).toHaveLength(3);
    expect(chosen.events.join()).not.toContain('exit');
  });
});

/** Selects the entry with a label, wherever it is. */
function press(menu: readonly MenuItemConstructorOptions[], label: string): void {
  const all = menu.flatMap(function flat(item): MenuItemConstructorOptions[] {
    const { submenu } = item;
    return Array.isArray(submenu) ? [item, ...submenu.flatMap(flat)] : [item];
  });
  const entry = all.find((item) => item.label === label);
  if (entry?.click === undefined) throw new Error(`There is no ${label}.`);
  Reflect.apply(entry.click, entry, [entry, undefined, {}]);
}

describe('S29 a recipe from the command line', () => {
  const order = ['--recipe', '“Shop” 🦊', '--to', 'out', 'in', '--ozone-platform=x11'];

  /** A backend without recipes. */
  const backendOf = (closed: string[]): Backend =>
    ({
      router: { recipes: { list: os.handler(() => []) } },
      recipes: {},
      whenIdle: () => Promise.resolve(),
      close: () => Promise.resolve(void closed.push('closed')),
    }) as unknown as Backend;

  it('opens the library without a window or its own lock, and exits with its code', async () => {
    const terminal = createFakeTerminal('y');
    const closed: string[] = [];
    const opened: HostPorts[] = [];
    const createBackend = (ports: HostPorts) => {
      opened.push(ports);
      return Promise.resolve(backendOf(closed));
    };
    const given = ['/gesso', ...order, `--data-dir=${join(folder, 'mine')}`];
    const createTerminal = () => terminal;
    const { fake } = await start({ isFirst: false }, { given, createTerminal, createBackend });
    expect(opened.map(({ paths }) => paths.data)).toEqual([join(folder, 'mine')]);
    expect(terminal.said[0]).toBe('There is no recipe ““Shop” 🦊”. There are:');
    expect(closed).toEqual(['closed']);
    expect(fake.windows).toEqual([]);
    expect(fake.events).toEqual(['enableSandbox', 'ready', 'exit 2']);
  });

  it('says that Gesso is open, and passes nothing to it', async () => {
    const terminal = createFakeTerminal('y');
    const inUse = new AppError('in-use', 'Use that window.');
    const createTerminal = () => terminal;
    const createBackend = () => Promise.reject(inUse);
    const { fake } = await start(
      {},
      { given: ['/gesso', ...order], createTerminal, createBackend },
    );
    expect(terminal.said).toEqual([
      'Gesso is open. Quit it, or run the recipe there under Recipes.',
    ]);
    expect(fake.events).toEqual(['enableSandbox', 'ready', 'exit 1']);
  });
});
