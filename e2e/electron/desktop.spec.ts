/**
 * What only a machine with Electron can tell: checks 2, 3, 5, 6, 9 and 10 of `docs/electron.md`, in that
 * order. Checks 7 and 8 are parts of the self-check.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { CANNOT_START, RUNNING_LINE } from '../../electron/host/running-line.ts';
import {
  CTRL_C,
  onPseudoTerminal,
  whyNoPseudoTerminal,
} from '../../electron/testing/pseudo-terminal.ts';
import { openPhoto, startPractising, waitUntilReady } from '../flows/studio.ts';
import { PROJECT, requireElectron } from './find-electron.ts';
import { commandLine, electronEnvironment, expect, launchGesso, test } from './launch.ts';

const SAMPLE = join(PROJECT, 'assets', 'samples', 'mountain-path.jpg');
/** npm start has no switch for root, so it opens a browser there. */
const IS_ROOT = process.getuid?.() === 0;
/** How long a start may take, ms. */
const START = 20_000;

let folder: string;
test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gesso desktop-'));
});
test.afterEach(() => rm(folder, { recursive: true, force: true }));

test('check 2: Electron decodes a hundred pictures with sharp in its process and in a worker', async () => {
  const decode = `
    import { createRequire } from 'node:module';
    import { Worker, isMainThread } from 'node:worker_threads';
    const sharp = createRequire(${JSON.stringify(join(PROJECT, 'out/main/main.js'))})('sharp');
    const before = process.memoryUsage().rss;
    for (let i = 0; i < 100; i += 1) {
      await sharp(await sharp(${JSON.stringify(SAMPLE)}).resize(500 + i).blur(1).png().toBuffer()).raw().toBuffer();
    }
    if (isMainThread) {
      await new Promise((resolve) => new Worker(new URL(import.meta.url)).once('exit', resolve));
      console.log('grown by', process.memoryUsage().rss - before);
      process.exit(0);
    }`;
  const script = join(folder, 'decode.mjs');
  await writeFile(script, decode);
  const run = (program: string, args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(program, [...args, script], {
      encoding: 'utf8',
      env: electronEnvironment(),
    });
    return { status, stderr, grown: Number(/grown by (\d+)/u.exec(stdout)?.[1]) };
  };
  const inElectron = run(await requireElectron(), IS_ROOT ? ['--no-sandbox'] : []);
  const inNode = run(process.execPath, []);
  expect(inElectron).toMatchObject({ status: 0 });
  expect(inElectron.stderr).not.toMatch(/GLib/u);
  expect(inElectron.grown).toBeLessThan(inNode.grown * 1.5);
});

test.describe('check 3: npm start', () => {
  test.skip(IS_ROOT, 'Electron does not run as root without a switch');

  function npmStart() {
    const args = ['scripts/start.mjs', '--host', 'electron', '--data-dir', join(folder, 'data')];
    const child = spawn(process.execPath, args, { cwd: PROJECT, env: electronEnvironment() });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    }
    return { child, output: () => output, ended: once(child, 'close') };
  }

  test('says that Gesso runs, and exits with code 0 when asked to', async () => {
    const { child, output, ended } = npmStart();
    await expect.poll(output, { timeout: START }).toContain(RUNNING_LINE);
    child.kill('SIGTERM');
    expect((await ended)[0]).toBe(0);
  });

  test('exits with a message when sharp’s library is missing', async () => {
    const copied = process.platform === 'linux' ? 'out/node_modules' : 'node_modules';
    const library = join(PROJECT, copied, '@img', `sharp-${process.platform}-${process.arch}`);
    await rename(library, `${library}-away`);
    try {
      const { output, ended } = npmStart();
      expect((await ended)[0]).not.toBe(0);
      expect(output()).toContain(CANNOT_START);
    } finally {
      await rename(`${library}-away`, library);
    }
  });
});

test.describe('check 5: files', () => {
  test('sends a picture that was chosen in the page by its path', async ({ gesso }) => {
    await startPractising(gesso.page);
    const path = join(folder, 'two words “ä”.jpg');
    await cp(SAMPLE, path);
    await openPhoto(gesso.page, path);
  });

  test('answers a range of a file with 206', async ({ gesso }) => {
    await startPractising(gesso.page);
    await gesso.page.getByRole('button', { name: /Mountain path/u }).click();
    await waitUntilReady(gesso.page, basename(SAMPLE));
    const answer = await gesso.page.evaluate(async () => {
      const picture = performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .find((name) => name.includes('/media/'));
      const part = await fetch(picture ?? '', { headers: { range: 'bytes=10-19' } });
      return [part.status, (await part.arrayBuffer()).byteLength];
    });
    expect(answer).toEqual([206, 10]);
  });

  test('reports files of 200 MB and 0 bytes, and Gesso continues', async ({ gesso }) => {
    const { page } = gesso;
    await startPractising(page);
    const large = join(folder, 'large.jpg');
    await writeFile(large, '');
    await truncate(large, 200_000_000);
    const empty = join(folder, 'empty.jpg');
    await writeFile(empty, '');
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Open photos…', exact: true }).click();
    await (await chooser).setFiles([large, empty]);
    for (const name of ['large.jpg', 'empty.jpg']) {
      await expect(page.getByText(name).first()).toBeVisible();
    }
    await openPhoto(page, SAMPLE);
  });

  test('offers Paste on a right click in a field, and pastes', async ({ gesso }) => {
    const { application, page } = gesso;
    await application.evaluate(({ clipboard, Menu }) => {
      void clipboard.writeText('pasted-by-menu');
      // a native menu cannot be clicked from outside: its entry is clicked where it would open
      Menu.prototype.popup = function popup() {
        this.items.find(({ role }) => role?.toLowerCase() === 'paste')?.click();
      };
    });
    await page.keyboard.press('ControlOrMeta+k');
    const field = page.getByRole('textbox').first();
    await field.click({ button: 'right' });
    await expect(field).toHaveValue('pasted-by-menu');
  });
});

test('check 6: Ctrl+C ends npm start in order', async () => {
  test.skip(IS_ROOT, 'Electron does not run as root without a switch');
  const reason = whyNoPseudoTerminal();
  test.skip(reason !== undefined, reason ?? '');
  await using terminal = onPseudoTerminal(
    [process.execPath, 'scripts/start.mjs', '--host', 'electron', '--data-dir', folder],
    { cwd: PROJECT },
  );
  await expect.poll(terminal.output, { timeout: START }).toContain(RUNNING_LINE);
  terminal.type(CTRL_C);
  expect(await terminal.ended).toBe(0);
});

test('check 9: the library opens on a disk without links', async () => {
  // a mounted exFAT volume, which the workflow makes
  const { GESSO_TEST_EXFAT: volume = '' } = process.env;
  test.skip(volume === '', 'GESSO_TEST_EXFAT names no folder on an exFAT volume');
  const data = join(volume, 'library');
  const { application, page } = await launchGesso(data);
  await startPractising(page);
  await openPhoto(page, SAMPLE);
  await application.close();
  const again = await launchGesso(data);
  await waitUntilReady(again.page, basename(SAMPLE));
  await again.application.close();
});

test.describe('check 10: pictures and arguments', () => {
  test('a second start hands over two pictures with relative names', async ({ gesso }) => {
    await startPractising(gesso.page);
    const names = ['one.jpg', 'two.jpg'];
    for (const name of names) await cp(SAMPLE, join(folder, name));
    const second = spawn(await requireElectron(), [...commandLine(gesso.dataFolder), ...names], {
      cwd: folder,
      env: electronEnvironment(),
      stdio: 'ignore',
    });
    expect((await once(second, 'exit'))[0]).toBe(0);
    for (const name of names) await expect(gesso.page.getByText(name).first()).toBeVisible();
  });

  test('--data-dir takes its folder after a space, and reports a missing one', async () => {
    const data = join(folder, 'a library');
    await mkdir(data);
    const start = async (args: readonly string[]) => {
      const given = commandLine(data).filter((argument) => !argument.startsWith('--data-dir'));
      const child = spawn(await requireElectron(), [...given, ...args], {
        env: electronEnvironment(),
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      let said = '';
      child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
      const [code] = (await once(child, 'close')) as [number | null];
      return { code, said };
    };
    const { application } = await launchGesso(data);
    expect((await start(['--data-dir', data])).code, 'the open Gesso takes over').toBe(0);
    await application.close();
    const without = await start(['--data-dir']);
    expect(without.code).toBe(2);
    expect(without.said).toContain('--data-dir needs a folder');
  });
});
