/** The page under a host with a system menu. The browser host has none, so the test provides it. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Page } from 'playwright';
import type {
  FromMenuProcess,
  ToMenuProcess,
} from '../../electron/browser-host/testing/menu-messages.ts';
import type { Menu, MenuCommand } from '../../shared/contract/desktop.ts';
import { paintStroke, runCleanUp, startPractising, waitUntilReady } from '../flows/studio.ts';
import { pickItem, searchCommands } from '../flows/window.ts';
import { expect, test as base } from '../support/gesso.ts';
import { PROJECT } from '../support/host-process.ts';

interface MenuSystem {
  readonly url: string;
  /** Selects an entry, or sends another request of the desktop. */
  ask(request: ToMenuProcess): void;
  /** Returns the current state of a command in the menu. */
  command(id: string): MenuCommand | undefined;
  menu(): Menu | undefined;
  /** Returns how often the page has requested to close the window. */
  closed(): number;
}

const test = base.extend<{ readonly system: MenuSystem }>({
  system: async ({ folder }, use) => {
    const script = join(PROJECT, 'electron/browser-host/testing/menu-process.ts');
    const child = fork(script, [join(folder, 'data')], { stdio: 'inherit' });
    let menu: Menu | undefined;
    let closed = 0;
    const url = await new Promise<string>((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`The host ended with code ${code}.`)));
      child.on('message', (message: FromMenuProcess) => {
        if (message.kind === 'running') resolve(message.url);
        else if (message.kind === 'menu') ({ menu } = message);
        else closed += 1;
      });
    });
    await use({
      url,
      ask: (request) => void child.send(request),
      command: (id) => menu?.commands.find((each) => each.id === id),
      menu: () => menu,
      closed: () => closed,
    });
    child.kill();
    await once(child, 'exit');
  },
});

test('the menu lists the commands of the current screen', async ({ system, browser }) => {
  const page = await browser.newPage();
  await page.goto(system.url);
  await startPractising(page);
  await expect.poll(() => system.command('studio.undo')?.isAvailable).toBe(false);
  for (const id of ['studio.open', 'studio.save', 'app.palette', 'go.settings']) {
    expect(system.command(id), id).toBeDefined();
  }
  await page.getByRole('button', { name: /Mountain path/u }).click();
  await waitUntilReady(page, 'mountain-path.jpg');
  await paintStroke(page);
  await expect.poll(() => canUndo(page, system)).toBe(true);
  expect(system.menu()?.recentPhotos).toMatchObject([{ name: 'mountain-path.jpg' }]);

  system.ask({ kind: 'run-command', commandId: 'studio.undo', isByKey: false });
  await expect.poll(() => canUndo(page, system)).toBe(false);
  system.ask({ kind: 'run-command', commandId: 'go.tasks', isByKey: false });
  await expect(page.getByRole('heading', { name: 'Tasks' })).toBeVisible();
  await expect.poll(() => system.command('studio.undo')).toBeUndefined();
  // a photo from “Open recent” brings its screen to the front
  const [recent] = system.menu()?.recentPhotos ?? [];
  system.ask({ kind: 'open-photo', photoId: recent?.photoId ?? '' });
  await waitUntilReady(page, 'mountain-path.jpg');
  await expect(page.getByRole('heading', { name: 'Tasks' })).toBeHidden();
  await page.close();
});

test('handles each key once, and closes what is in front @second', async ({ system, browser }) => {
  const page = await browser.newPage();
  await page.goto(system.url);
  await startPractising(page);

  await test.step('handles each key once, and runs nothing behind a dialog', async () => {
    const reason = page.getByText('Fit photo to window: Open a photo first.');
    const missing = (name: string) => page.getByText(`could not read “${name}.png”`);
    // the page received the key and declined it: the menu, which gets it next, changes nothing
    await page.keyboard.press('ControlOrMeta+0');
    system.ask({ kind: 'run-command', commandId: 'studio.fit', isByKey: true });
    system.ask({ kind: 'open-files', paths: [join(PROJECT, 'missing-1.png')] });
    await expect(missing('missing-1')).toBeVisible(); // by now the previous command was handled
    await expect(reason).toHaveCount(0);
    // selected in the menu, it says why it cannot run
    system.ask({ kind: 'run-command', commandId: 'studio.fit', isByKey: false });
    await expect(reason).toBeVisible();

    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(dialog).toBeVisible();
    system.ask({ kind: 'run-command', commandId: 'go.tasks', isByKey: true });
    system.ask({ kind: 'open-files', paths: [join(PROJECT, 'missing-2.png')] });
    await expect(missing('missing-2')).toHaveCount(1);
    await expect(page.getByRole('heading', { name: 'Tasks' })).toHaveCount(0);
    // this command works in dialogs
    system.ask({ kind: 'run-command', commandId: 'app.close', isByKey: false });
    await expect(dialog).toBeHidden();
    expect(system.closed()).toBe(0);
  });

  await test.step('Ctrl or Cmd+W closes the front panel each time, and the window last', async () => {
    await openToClose(page, system);
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(keys).toBeVisible();
    await page.getByRole('textbox', { name: 'Search' }).first().focus(); // a field does not use the key
    await close(page);
    await expect(keys).toBeHidden();
    const colour = page.getByRole('dialog', { name: 'Mask colour and opacity' });
    await pickItem(
      page.getByRole('button', { name: 'Mask', exact: true }),
      'Mask colour and opacity…',
    );
    await expect(colour).toBeVisible();
    await close(page);
    await expect(colour).toBeHidden();
    await expect(page.getByRole('button', { name: /^Document: /u })).toBeVisible();
    await paintStroke(page);
    await runCleanUp(page);
    await page.keyboard.press('c');
    const comparison = page.getByRole('region', { name: 'Comparison' });
    await expect(comparison).toBeVisible();
    await close(page);
    await expect(comparison).toBeHidden();
    await expect(page.getByRole('button', { name: /^Document: /u })).toBeVisible();
    await close(page);
    await expect(page.getByRole('button', { name: /^Document: /u })).toBeHidden();
    expect(system.closed()).toBe(0);
    await close(page);
    await expect.poll(() => system.closed()).toBe(1);
  });

  await test.step('Close from the palette skips the palette, and a held key closes one panel', async () => {
    await openToClose(page, system);
    await searchCommands(page, 'close');
    await page
      .getByRole('button', { name: /^Close(?! (?:photo|all))/u })
      .first()
      .click();
    await expect(page.getByRole('button', { name: /^Document: /u })).toBeHidden();
    await page.keyboard.down('ControlOrMeta');
    await page.keyboard.down('w');
    await page.keyboard.down('w');
    await page.keyboard.up('w');
    await page.keyboard.up('ControlOrMeta');
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    await expect.poll(() => system.closed()).toBe(2);
  });
  await page.close();
});

/** Opens a photo under a system that has the key for closing. */
async function openToClose(page: Page, system: MenuSystem): Promise<void> {
  await page.getByRole('button', { name: /Mountain path/u }).click();
  await waitUntilReady(page, 'mountain-path.jpg');
  await expect.poll(() => system.command('app.close')?.shortcut).toBe('Mod+W');
}

async function close(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+w');
}

/** Returns whether the menu would offer Undo if it were opened now. */
async function canUndo(page: Page, system: MenuSystem): Promise<boolean | undefined> {
  await towardsMenu(page);
  return system.command('studio.undo')?.isAvailable;
}

/** Simulates the pointer leaving the page at the top, which a test's pointer never does. */
async function towardsMenu(page: Page): Promise<void> {
  await page.locator('html').dispatchEvent('pointerleave');
}
