/** Rules of `docs/security.md` that only a real Electron can check. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { startPractising, waitUntilReady } from '../flows/studio.ts';
import { PROJECT, requireElectron } from './find-electron.ts';
import { commandLine, electronEnvironment, expect, test } from './launch.ts';

/** A server that counts its requests; there should be none. */
async function startWitness() {
  let requests = 0;
  const server = createServer((_request, response) => {
    requests += 1;
    response.setHeader('access-control-allow-origin', '*').end('seen');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    requests: () => requests,
    close: () => server.close(),
  };
}

test('S1 S2 the page is sandboxed and isolated', async ({ gesso }) => {
  const preferences = await gesso.application.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    // Not in the types, yet the only way to ask what a page was really given.
    const ask: unknown = Reflect.get(window?.webContents ?? {}, 'getLastWebPreferences');
    if (typeof ask !== 'function') return 'unknown';
    const last = ask.call(window?.webContents) as Record<string, unknown>;
    return {
      sandbox: last['sandbox'],
      contextIsolation: last['contextIsolation'],
      nodeIntegration: last['nodeIntegration'],
      webSecurity: last['webSecurity'],
    };
  });
  expect(preferences).toEqual({
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webSecurity: true,
  });
});

test('S5 the window shows app://gesso only', async ({ gesso }) => {
  expect(gesso.page.url()).toBe('app://gesso/');
  expect(gesso.application.windows()).toHaveLength(1);
});

test('S6 another origin of the same session cannot read the scheme', async ({ gesso }) => {
  const outcome = await gesso.application.evaluate(async ({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    if (window === undefined) return 'no window';
    const other = new BrowserWindow({
      show: false,
      webPreferences: { session: window.webContents.session, sandbox: true },
    });
    await other.loadURL('data:text/html,<title>other</title>');
    const read = 'fetch("app://gesso/").then((answer) => answer.text(), () => "refused")';
    const text: unknown = await other.webContents.executeJavaScript(read);
    other.destroy();
    return text;
  });
  expect(outcome).toBe('refused');
});

test('S11 runs nothing inline, and evaluates nothing', async ({ gesso }) => {
  const outcome = await gesso.page.evaluate(async () => {
    const script = document.createElement('script');
    script.append('window.inlineRan = true'); // its text may be set, but does not run
    document.head.append(script);
    // Outside the debugger's call, which is exempt from the policy.
    const evaluated = await new Promise((resolve) => {
      setTimeout(() => {
        try {
          const evaluate = Reflect.get(globalThis, 'eval') as (text: string) => unknown;
          resolve(evaluate('1 + 1'));
        } catch (error) {
          resolve(error instanceof Error ? error.name : error);
        }
      });
    });
    return { inlineRan: 'inlineRan' in window, evaluated };
  });
  expect(outcome).toEqual({ inlineRan: false, evaluated: 'EvalError' });
});

test('S12 denies the page camera, location and devices', async ({ gesso }) => {
  const states = await gesso.page.evaluate(async () => {
    const names = ['camera', 'microphone', 'geolocation', 'notifications'] as PermissionName[];
    const queried = await Promise.all(
      names.map(async (name) => (await navigator.permissions.query({ name })).state),
    );
    const media = await navigator.mediaDevices.getUserMedia({ video: true }).then(
      () => 'given',
      () => 'refused',
    );
    return [...queried, media];
  });
  expect(states).toEqual(['denied', 'denied', 'denied', 'denied', 'refused']);
});

test('S13 opens no other window', async ({ gesso }) => {
  const opened = await gesso.page.evaluate(() => window.open('https://example.com/') === null);
  expect(opened).toBe(true);
  expect(gesso.application.windows()).toHaveLength(1);
});

test('S14 the window cannot be navigated away', async ({ gesso }) => {
  const { page } = gesso;
  const ways = [
    () => location.assign('https://example.com/'),
    () => location.assign('app://gesso/media/files/1'),
    () => {
      const link = document.createElement('a');
      link.href = 'file:///etc/passwd';
      document.body.append(link);
      link.click();
    },
    () => {
      const form = document.createElement('form');
      form.action = 'https://example.com/';
      document.body.append(form);
      form.submit();
    },
  ];
  for (const way of ways) {
    await page.evaluate(way);
    // A second call that is answered shows that the page is still there.
    expect(await page.evaluate(() => location.href)).toBe('app://gesso/');
  }
});

test('S19 the preload leaves nothing in the page', async ({ gesso }) => {
  const found = await gesso.page.evaluate(() => ({
    node: [typeof Reflect.get(window, 'require'), typeof Reflect.get(window, 'process')],
    own: Object.keys(window).filter((name) => /gesso|electron|ipc/iu.test(name)),
  }));
  expect(found).toEqual({ node: ['undefined', 'undefined'], own: [] });
});

test('S25 the page has no network access', async ({ gesso }) => {
  const witness = await startWitness();
  const outcome = await gesso.page.evaluate(async (url) => {
    const fetched = await fetch(url).then(
      () => 'answered',
      () => 'refused',
    );
    const shown = await new Promise((resolve) => {
      const image = new Image();
      image.addEventListener('load', () => resolve('shown'));
      image.addEventListener('error', () => resolve('refused'));
      image.src = url;
    });
    return [fetched, shown];
  }, witness.url);
  expect(outcome).toEqual(['refused', 'refused']);
  expect(witness.requests()).toBe(0);
  witness.close();
});

test('S26 the page stores nothing outside the backend', async ({ gesso }) => {
  await gesso.page.evaluate(() => localStorage.setItem('canary', 'gesso-canary-storage'));
  const userData = await gesso.application.evaluate(({ app }) => app.getPath('userData'));
  await gesso.application.close();
  for (const folder of [gesso.dataFolder, userData]) {
    for (const entry of await readdir(folder, { recursive: true })) {
      const path = join(folder, entry);
      if (!(await stat(path)).isFile()) continue;
      expect((await readFile(path)).includes('gesso-canary-storage'), entry).toBe(false);
    }
  }
});

test('S29 a second start exits, and its pictures open in the first', async ({ gesso }) => {
  const picture = join(PROJECT, 'assets', 'samples', 'mountain-path.jpg');
  const given = [...commandLine(gesso.dataFolder), picture, 'https://example.com/a.png'];
  const second = spawn(await requireElectron(), given, {
    env: electronEnvironment(),
    stdio: 'ignore',
  });
  const [code] = (await once(second, 'exit')) as [number | null];
  expect(code).toBe(0);
  expect(gesso.application.windows()).toHaveLength(1);
  expect(await gesso.page.evaluate(() => location.href)).toBe('app://gesso/');
  await gesso.page.getByRole('button', { name: 'start without a photo' }).click();
  await waitUntilReady(gesso.page, 'mountain-path.jpg');
});

test('the menu has the window’s commands, which may open dialogs', async ({ gesso }) => {
  const { application, page } = gesso;
  await startPractising(page);
  await page.getByRole('button', { name: /Mountain path/u }).click();
  await waitUntilReady(page, 'mountain-path.jpg');
  const isAvailable = async (id: string) => {
    await towardsMenu(page);
    return await application.evaluate(
      ({ Menu }, asked) => Menu.getApplicationMenu()?.getMenuItemById(asked)?.enabled,
      id,
    );
  };
  await expect.poll(() => isAvailable('studio.loadMask')).toBe(true);
  const chooser = page.waitForEvent('filechooser');
  await application.evaluate(({ Menu }) =>
    Menu.getApplicationMenu()?.getMenuItemById('studio.loadMask')?.click(),
  );
  await chooser;
  // with a photo open, the key that closes windows closes the photo
  await page.keyboard.press('ControlOrMeta+w');
  await expect(page.getByRole('heading', { name: 'Remove anything from a photo' })).toBeVisible();
});

test('the page gets its connection to the backend', async ({ gesso }) => {
  // Anything that the backend answered is enough: the page shows more than an empty frame.
  await expect(gesso.page.locator('#root')).not.toBeEmpty();
  expect(gesso.output()).not.toContain('Unhandled');
});

/** Simulates the pointer leaving the page at the top, which a test's pointer never does. */
async function towardsMenu(page: Page): Promise<void> {
  await page.locator('html').dispatchEvent('pointerleave');
}
