/** Gesso sends nothing unasked: it runs in a network whose only way out is monitored. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium, type Page } from 'playwright';
import sharp from 'sharp';
import { findInstalledBrowser } from '../../electron/browser-host/find-browser.ts';
import { buildIfChanged } from '../../scripts/start/build-cache.ts';
import { rendererTarget } from '../../scripts/start/targets.ts';
import { sendMessage, showChat } from '../flows/chat.ts';
import { loopAroundTheFig } from '../flows/objects.ts';
import { chooseArea, openPhoto, resultEntry, runButton, startPractising } from '../flows/studio.ts';
import { expect, test } from '../support/gesso.ts';
import { PROJECT } from '../support/host-process.ts';
import type { Asked } from '../support/watched-network.ts';

/** Practice runs at its usual speed here: a clip takes up to a minute, during which the test goes on. */
const LONG = { timeout: 150_000 };
/** Files that docs/security.md names (S52). */
const MAY_BE =
  /^home\/\.local\/share\/gesso-browser\/|^tmp\/org\.chromium\.Chromium\.\w+\/Singleton(?:Cookie|Socket)$/u;
/** Mounts its own list of name servers; other users become root inside. */
const NAMESPACE = [
  '--net',
  '--mount',
  '--fork',
  '--kill-child',
  ...(process.getuid?.() === 0 ? [] : ['--map-root-user']),
];

/** @returns why such a network cannot be created here */
function whyNot(): string | undefined {
  if (process.platform !== 'linux') return 'only Linux has network namespaces';
  if (findInstalledBrowser() === undefined) return 'the program finds no Chromium of its own';
  const tried = spawnSync('unshare', [
    ...NAMESPACE,
    'sh',
    '-c',
    'ip link add out type veth peer name nowhere && mount --bind /etc/hosts /etc/resolv.conf',
  ]);
  if (tried.status === 0) return undefined;
  return `no network of its own can be made: ${tried.error?.message ?? tried.stderr.toString()}`;
}

interface Watched {
  readonly page: Page;
  /** Files below its home folder and its temporary one. */
  files(): Promise<readonly string[]>;
  /** Ends the program. @returns what was asked of the outside */
  asked(): Promise<Asked>;
}

async function openWatched(folder: string): Promise<Watched> {
  for (const name of ['home', 'tmp', 'bin']) await mkdir(join(folder, name));
  const inside = spawn(
    'unshare',
    [
      ...NAMESPACE,
      process.execPath,
      join(PROJECT, 'e2e/support/watched-network.ts'),
      folder,
      findInstalledBrowser() ?? '',
    ],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const lines = createInterface(inside.stdout)[Symbol.asyncIterator]();
  const nextLine = async (wanted: RegExp): Promise<string> => {
    for (;;) {
      const { done, value } = await lines.next();
      if (done === true) throw new Error('The program has ended.');
      if (wanted.test(value)) return value;
    }
  };
  const bridge = createServer((outer) => {
    const inner = connect(join(folder, 'window.sock'));
    outer.pipe(inner).pipe(outer);
    for (const end of [outer, inner])
      end.on('error', () => [outer, inner].forEach((each) => each.destroy()));
  });
  await new Promise<void>((done) => bridge.listen(0, '127.0.0.1', done));
  await nextLine(/^open$/u);
  const { port } = bridge.address() as AddressInfo;
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`, { timeout: 0 });
  const page = browser.contexts()[0]?.pages()[0];
  if (page === undefined) throw new Error('There is no window.');
  await page.emulateMedia({ reducedMotion: 'reduce' }); // a minute of frames costs much
  return {
    page,
    async files() {
      const found = await Promise.all(
        ['home', 'tmp'].map(async (name) =>
          (await readdir(join(folder, name), { recursive: true, withFileTypes: true }))
            .filter((entry) => !entry.isDirectory())
            .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1)),
        ),
      );
      return found.flat();
    },
    async asked() {
      await browser.close();
      inside.stdin.end();
      const asked = JSON.parse(await nextLine(/^\{/u)) as Asked;
      bridge.close();
      return asked;
    },
  };
}

test('S52 makes no unasked network request, and writes no file outside the data folder @second', async ({}, testInfo) => {
  const reason = whyNot();
  test.skip(reason !== undefined, reason);
  testInfo.setTimeout(900_000);
  await buildIfChanged(PROJECT, rendererTarget()); // or the program does
  // a socket's path has room for a hundred bytes
  const folder = await mkdtemp('/tmp/gesso-watched-');
  const { page, files, asked } = await openWatched(folder);
  const go = (name: string) => page.getByRole('button', { name, exact: true }).click();

  await test.step('Studio finds and cleans up an object, and finds and removes text', async () => {
    await startPractising(page);
    await openPhoto(page, await reduced(folder, 'fig-in-a-bowl.jpg'));
    await page.getByRole('application').focus();
    await page.keyboard.press('o');
    await loopAroundTheFig(page);
    const add = page.getByRole('button', { name: 'Add selection to mask' });
    await expect(add).toBeEnabled(LONG);
    await page.keyboard.press('Enter');
    await expect(runButton(page)).toBeEnabled();
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(resultEntry(page, 1)).toBeVisible(LONG);
    await openPhoto(page, await reduced(folder, 'postcard.jpg'));
    await page.getByText('Remove text', { exact: true }).click();
    await chooseArea(page, 'Selected areas');
    await page.getByRole('button', { name: 'Find text' }).click();
    await expect(page.getByRole('group', { name: /^Text 1:/u })).toBeVisible(LONG);
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(page.getByRole('region', { name: 'Judge Text removal 1' })).toBeVisible(LONG);
  });

  await test.step('Faces finds faces and merges one', async () => {
    await go('Faces');
    await go('Use the sample');
    await expect(page.getByText('astronaut.jpg', { exact: true }).last()).toBeVisible();
    await go('Merge faces');
    await expect(page.getByRole('region', { name: 'This result' })).toBeVisible(LONG);
  });

  await test.step('Upscale and Training complete a job, and Video starts one', async () => {
    await go('Upscale');
    await go('Use the sample');
    await page
      .getByRole('complementary', { name: 'Settings' })
      .getByRole('button', { name: /^Upscale to/u })
      .click();
    await expect(page.getByRole('region', { name: 'Result', exact: true })).toBeVisible(LONG);
    await go('Video');
    await go('Use the sample');
    await go('Make clip');
    await go('Training');
    await go('Use samples');
    await expect(page.getByText('broken.jpg').first()).toBeVisible(LONG);
  });

  await test.step('runs a recipe on the samples', async () => {
    await go('Recipes');
    await go('Use sample pictures');
    const run = page.getByRole('button', { name: /^Run on \d$/u });
    await expect(run).toBeEnabled(LONG);
    await run.click();
    await expect(page.getByRole('complementary', { name: 'Recipe' })).toContainText(
      /\d of \d pictures/u,
      LONG,
    );
  });

  await test.step('answers in the chat', async () => {
    await showChat(page);
    await sendMessage(page, 'Name three colours for a kitchen.');
    await expect(page.getByRole('article', { name: 'Answer' })).toContainText(/\w/u, LONG);
  });

  await test.step('Video has its clip', async () => {
    await go('Video');
    const frame = page
      .getByRole('region', { name: 'Player' })
      .getByRole('slider', { name: /frame/iu });
    await expect(frame).toBeVisible(LONG);
  });

  await test.step('opens the guide, Spend and Activity, and makes a backup', async () => {
    await page.keyboard.press('F1');
    const guide = page.getByRole('dialog', { name: 'Guide' });
    await expect(guide).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(guide).toBeHidden();
    await go('Spend');
    await expect(page.getByRole('group', { name: 'Spend' })).toBeVisible(LONG);
    await go('Activity');
    await expect(page.getByRole('grid', { name: 'Calls' })).toBeVisible();
    await go('Settings');
    const storage = page.getByRole('region', { name: 'Backups' });
    await storage.getByRole('button', { name: 'Back up to one file…' }).click();
    await storage.getByLabel('File or folder for the backup').fill(join(folder, 'all.gessobackup'));
    await storage.getByRole('button', { name: 'Start', exact: true }).click();
    await expect(storage.getByText('The backup is complete.')).toBeVisible(LONG);
  });

  expect(await asked()).toEqual({ names: [], packets: 0, addresses: [] });
  const outside = (await files()).filter((path) => !MAY_BE.test(path));
  expect(outside).toEqual([]);
  await rm(folder, { recursive: true });
});

/** A smaller copy of a sample: practice fills holes at its usual, slow quality here. */
async function reduced(folder: string, name: string): Promise<string> {
  const path = join(folder, name);
  await sharp(join(PROJECT, 'assets/samples', name))
    .resize(900)
    .toFile(path);
  return path;
}
