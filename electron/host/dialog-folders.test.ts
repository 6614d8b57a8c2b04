import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { testFolder } from '../testing/test-folder.ts';
import { createDialogFolders } from './dialog-folders.ts';
import { createFakeElectron } from './testing/fake-electron.ts';
import { foldersFrom } from './testing/folders.ts';
import { createWindowKeeper } from './window-keeper.ts';

let folder = '';
beforeEach(() => {
  folder = testFolder();
});

const fail = (line: string): never => {
  throw new Error(line);
};

it('a dialog starts where the last one of its kind ended, even after a restart', async () => {
  const path = join(folder, 'new', 'dialogs.json');
  const folders = createDialogFolders(path, '/pictures', fail);
  expect(folders.get('save')).toBe('/pictures');
  folders.keep('save', '/shoot');
  folders.keep('pictures', '/card');
  expect(folders.get('save')).toBe('/shoot');
  await expect
    .poll(() => readFile(path, 'utf8').catch(() => ''))
    .toBe('{"save":"/shoot","pictures":"/card"}');
  const again = createDialogFolders(path, '/pictures', fail);
  expect([again.get('save'), again.get('pictures'), again.get('backup')]).toEqual([
    '/shoot',
    '/card',
    '/pictures',
  ]);
});

it('a damaged file counts as the first start, and one that cannot be written is logged', async () => {
  const path = join(folder, 'dialogs.json');
  await writeFile(path, '{"save":7}');
  expect(createDialogFolders(path, '/pictures', fail).get('save')).toBe('/pictures');
  const logged: string[] = [];
  const folders = createDialogFolders(join(path, 'below'), '/pictures', (line) =>
    logged.push(line),
  );
  folders.keep('save', '/shoot');
  await expect.poll(() => logged).toEqual([expect.stringContaining('was not kept')]);
});

it('every dialog of the window has its kind, and a cancelled one changes nothing', async () => {
  const ask = async (chosen: string | undefined) => {
    const fake = createFakeElectron({
      userData: folder,
      ...(chosen === undefined ? {} : { chosenFiles: [chosen], chosenFolder: chosen }),
    });
    const folders = foldersFrom('/pictures');
    const windows = createWindowKeeper(fake.electron.BrowserWindow, {
      dialog: fake.electron.dialog,
      folders,
    } as unknown as Parameters<typeof createWindowKeeper>[1]);
    await windows.askForPictures();
    await windows.askForFolder();
    await windows.askForBackup();
    await windows.askForTrainingFiles('folder');
    await windows.askForPictures();
    return fake.events.filter((event) => event.startsWith('… in '));
  };
  expect(await ask(undefined)).toEqual(Array(5).fill('… in /pictures'));
  expect(await ask('/shoot/a')).toEqual([...Array(4).fill('… in /pictures'), '… in /shoot']);
});
