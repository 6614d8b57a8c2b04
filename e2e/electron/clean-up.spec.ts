/** The clean-up under Electron, with its dialogs and its shutdown. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { createPracticeServer } from '../../electron/practice-service/server.ts';
import {
  connectAccount,
  paintStroke,
  resultEntry,
  runCleanUp,
  selectFormat,
  startPractising,
  waitUntilReady,
} from '../flows/studio.ts';
import { expect, launchGesso, test, type RunningGesso } from './launch.ts';

const SAMPLE = 'mountain-path.jpg';

async function openSample({ page }: RunningGesso): Promise<void> {
  await page.getByRole('button', { name: /Mountain path/u }).click();
  await waitUntilReady(page, SAMPLE);
}

/** Makes the save dialog answer with this path. */
async function answerSaveDialog({ application }: RunningGesso, path: string): Promise<void> {
  await application.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
  }, path);
}

test('cleans up a sample, saves it by the dialog, and keeps it after a restart', async ({
  gesso,
}) => {
  const { page, dataFolder } = gesso;
  await startPractising(page);
  await openSample(gesso);
  await paintStroke(page);
  await runCleanUp(page);

  const path = join(dataFolder, 'saved “file”.png');
  await answerSaveDialog(gesso, path);
  await page.keyboard.press('ControlOrMeta+s');
  const dialog = page.getByRole('dialog', { name: 'Save as' });
  await selectFormat(page, dialog, 'PNG');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog).toBeHidden();
  const saved = await sharp(await readFile(path)).metadata();
  expect(saved.format).toBe('png');
  expect((await readdir(dataFolder)).filter((name) => name.endsWith('.part'))).toEqual([]);

  await gesso.application.close();
  const again = await launchGesso(dataFolder);
  await waitUntilReady(again.page, SAMPLE);
  await expect(resultEntry(again.page, 1)).toBeVisible();
  await again.application.close();
});

test('loses nothing when the window is closed during a run', async ({ gesso }) => {
  const { page, dataFolder, application } = gesso;
  await startPractising(page);
  await openSample(gesso);
  await paintStroke(page);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('button', { name: 'Cancel' }).first()).toBeVisible();
  const ended = new Promise<void>((resolve) => application.once('close', () => resolve()));
  await application.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  await ended;
  const again = await launchGesso(dataFolder);
  await waitUntilReady(again.page, SAMPLE);
  await expect(resultEntry(again.page, 1)).toBeVisible();
  await again.application.close();
});

test('S20 S21 the key is nowhere to be found: no file, no command line, no environment, no page', async ({
  gesso,
}) => {
  const key = 'gesso-canary-7c41e0';
  const server = createPracticeServer({ key });
  const { port } = await server.listen(0);
  const { page, dataFolder, application } = gesso;
  await connectAccount(page, `http://127.0.0.1:${port}`, key);
  await openSample(gesso);
  await paintStroke(page);
  await runCleanUp(page);
  expect(await page.content()).not.toContain(key);
  for (const text of await processTexts(application.process().pid)) expect(text).not.toContain(key);
  await application.close();
  for (const entry of await readdir(dataFolder, { recursive: true })) {
    const path = join(dataFolder, entry);
    if (!(await stat(path)).isFile()) continue;
    expect((await readFile(path)).includes(key), entry).toBe(false);
  }
  expect(gesso.output()).not.toContain(key);
  await server.close();
});

/** Command lines and environments of a process and its children, where the system shows them. */
async function processTexts(parent: number | undefined): Promise<readonly string[]> {
  if (process.platform !== 'linux' || parent === undefined) return [];
  const texts: string[] = [];
  for (const name of (await readdir('/proc')).filter((entry) => /^\d+$/u.test(entry))) {
    const read = (file: string) => readFile(`/proc/${name}/${file}`, 'utf8').catch(() => '');
    const isOurs = Number(name) === parent || (await read('status')).includes(`PPid:\t${parent}\n`);
    if (isOurs) texts.push(await read('cmdline'), await read('environ'));
  }
  return texts;
}
