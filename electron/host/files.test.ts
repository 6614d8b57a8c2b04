import {
  chmod,
  lstat,
  mkdir,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../shared/errors/app-error.ts';
import type { SaveFileRequest } from '../backend/service/common/ports.ts';
import { testFolder } from '../testing/test-folder.ts';
import { LOG, openLogFile } from './log-file.ts';
import { createUnfinishedSaves } from './unfinished-saves.ts';
import { foldersFrom } from './testing/folders.ts';
import { createSaveFile, type SaveQuestion } from './save-file.ts';

let folder = '';
let notes = '';

beforeEach(() => {
  folder = testFolder();
  notes = testFolder();
});

const unfinished = () =>
  createUnfinishedSaves(notes, (line) => {
    throw new Error(line);
  });

const savingTo = (path: string) =>
  createSaveFile(() => Promise.resolve(path), foldersFrom(folder), unfinished());

/** Saves without a question. */
const saveUnasked: ReturnType<typeof createSaveFile> = (request) =>
  createSaveFile(() => Promise.reject(new Error('asked')), foldersFrom('/'), unfinished())(request);

function saving(write: SaveFileRequest['write']): SaveFileRequest {
  return { suggestedName: 'two dogs_cleanup.jpg', mediaType: 'image/jpeg', write };
}

const savingText = (text: string) => saving((target) => writeFile(target, text));

const failing = saving(async (target) => {
  await writeFile(target, 'half');
  throw new AppError('disk-full', 'The disk is full.');
});

describe('saving a file', () => {
  it('S35 writes only to the path from the dialog, and proposes a name', async () => {
    const asked: SaveQuestion[] = [];
    const path = join(folder, 'chosen “name”.jpg');
    const save = createSaveFile(
      (question) => {
        asked.push(question);
        return Promise.resolve(path);
      },
      foldersFrom('/pictures'),
      unfinished(),
    );
    const outcome = await save(savingText('picture'));
    expect(outcome).toEqual({ kind: 'saved', name: 'chosen “name”.jpg', path });
    expect(await readFile(path, 'utf8')).toBe('picture');
    expect(await readdir(folder)).toEqual(['chosen “name”.jpg']);
    expect(asked).toEqual([
      {
        defaultPath: '/pictures/two dogs_cleanup.jpg',
        filters: [{ name: 'JPEG picture', extensions: ['jpg', 'jpeg'] }],
      },
    ]);
  });

  it('S35 replaces a file that it has written, without asking', async () => {
    const path = join(folder, 'saved before.jpg');
    await writeFile(path, 'before');
    const outcome = await saveUnasked({ ...savingText('after'), replace: path });
    expect(outcome).toEqual({ kind: 'saved', name: 'saved before.jpg', path });
    expect(await readFile(path, 'utf8')).toBe('after');
    expect(await readdir(folder)).toEqual(['saved before.jpg']);
  });

  it.skipIf(process.platform === 'win32')(
    'keeps the permissions of a file that it saves over (Windows has none)',
    async () => {
      const path = join(folder, 'shared.jpg');
      await writeFile(path, 'before');
      await chmod(path, 0o664);
      await savingTo(path)(savingText('after'));
      expect(await readFile(path, 'utf8')).toBe('after');
      expect((await stat(path)).mode & 0o777).toBe(0o664);
    },
  );

  it('keeps a symbolic link that it saves over, and replaces the file behind it', async () => {
    const behind = join(testFolder(), 'real.jpg');
    const path = join(folder, 'link.jpg');
    await writeFile(behind, 'before');
    await symlink(behind, path);
    const outcome = await savingTo(path)(savingText('after'));
    expect(outcome).toEqual({ kind: 'saved', name: 'link.jpg', path });
    expect(await readFile(behind, 'utf8')).toBe('after');
    expect((await lstat(path)).isSymbolicLink()).toBe(true);
    expect(await readdir(folder)).toEqual(['link.jpg']);
  });

  it('writes the file that a symbolic link names when there is none yet', async () => {
    const behind = testFolder();
    const path = join(folder, 'link.jpg');
    await symlink(join(behind, 'next.jpg'), path);
    await symlink('real.jpg', join(behind, 'next.jpg'));
    const outcome = await savingTo(path)(savingText('after'));
    expect(outcome).toEqual({ kind: 'saved', name: 'link.jpg', path });
    expect(await readFile(join(behind, 'real.jpg'), 'utf8')).toBe('after');
    expect((await lstat(path)).isSymbolicLink()).toBe(true);
    expect((await readdir(behind)).toSorted()).toEqual(['next.jpg', 'real.jpg']);
  });

  it('takes names as long as the disk allows', async () => {
    const longest = `${'猫'.repeat(83)}.jpg`; // 253 of 255 bytes
    const path = join(folder, longest);
    const request = { ...savingText('picture'), suggestedName: longest };
    for (const each of [request, { ...request, folder: testFolder() }])
      expect(await savingTo(path)(each)).toMatchObject({ kind: 'saved', name: longest });
  });

  it('keeps an existing file when writing fails, and leaves nothing next to it', async () => {
    const path = join(folder, 'kept.jpg');
    await writeFile(path, 'before');
    const save = savingTo(path);
    await expect(save(failing)).rejects.toMatchObject({ kind: 'disk-full' });
    expect(await readFile(path, 'utf8')).toBe('before');
    expect(await readdir(folder)).toEqual(['kept.jpg']);
    await save(savingText('after'));
    expect(await readFile(path, 'utf8')).toBe('after');
  });

  it('says so when the folder cannot be written to', async () => {
    const saved = savingTo(join(folder, 'missing', 'a.jpg'))(savingText('x'));
    const message = expect.stringContaining('another folder') as string;
    await expect(saved).rejects.toMatchObject({ kind: 'storage', message });
  });
});

describe('saving into a chosen folder', () => {
  it('asks nothing, replaces nothing, and numbers a name that is taken', async () => {
    for (const [text, name] of [
      ['one', 'two dogs_cleanup.jpg'],
      ['two', 'two dogs_cleanup (2).jpg'],
      ['three', 'two dogs_cleanup (3).jpg'],
    ] as const) {
      const path = join(folder, name);
      const outcome = await saveUnasked({ ...savingText(text), folder });
      expect(outcome).toEqual({ kind: 'saved', name, path });
      expect(await readFile(path, 'utf8')).toBe(text);
    }
    expect(await readFile(join(folder, 'two dogs_cleanup.jpg'), 'utf8')).toBe('one');
    expect(await readdir(folder)).toHaveLength(3);
  });

  it('says so when the folder is gone, and leaves nothing when writing fails', async () => {
    const gone = { ...savingText('x'), folder: join(folder, 'gone') };
    const message = expect.stringContaining('no longer exists') as string;
    await expect(saveUnasked(gone)).rejects.toMatchObject({ kind: 'storage', message });
    await expect(saveUnasked({ ...failing, folder })).rejects.toMatchObject({ kind: 'disk-full' });
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('a save that is cut off by a kill', () => {
  const kill = () =>
    saving(async (target) => {
      await writeFile(target, 'half');
      await new Promise(() => undefined); // the program is gone
    });
  const halves = async () => (await readdir(folder)).filter((name) => name.endsWith('.part'));

  it('leaves nothing once Gesso has started again', async () => {
    await writeFile(join(folder, '.mine.part'), 'of somebody else');
    const save = savingTo(join(folder, 'a.jpg'));
    void save(kill());
    void save({ ...kill(), folder });
    await expect.poll(async () => (await halves()).length).toBe(3);
    await unfinished().sweep();
    expect(await readdir(folder)).toEqual(['.mine.part']);
    expect(await readdir(notes)).toEqual([]);
  });

  it('is removed although another one cannot be', async () => {
    const file = join(folder, 'now a file');
    await writeFile(file, '');
    for (const [index, place] of [folder, file, folder].entries()) {
      const part = join(place, `.${index}.0123456789abcdef.part`);
      await writeFile(join(notes, String(index)), part);
      if (place === folder) await writeFile(part, 'half');
    }
    const logged: string[] = [];
    await createUnfinishedSaves(notes, (line) => logged.push(line)).sweep();
    expect(await readdir(folder)).toEqual(['now a file']);
    expect(logged).toHaveLength(1);
  });

  it('is recorded while it lasts, and never removes files it did not write', async () => {
    let noted: readonly string[] = [];
    const request = saving(async (target) => {
      noted = await readdir(notes);
      await writeFile(target, 'whole');
    });
    await savingTo(join(folder, 'b.jpg'))(request);
    expect(noted).toHaveLength(1);
    expect(await readdir(notes)).toEqual([]);
    await writeFile(join(notes, 'forged'), join(folder, 'b.jpg'));
    await unfinished().sweep();
    expect(await readdir(folder)).toEqual(['b.jpg']);
  });
});

describe('the log file', () => {
  const writeLine = async (logFolder: string, line: string) => {
    const log = openLogFile(logFolder);
    log.write(line);
    await log.flush();
  };

  it('S35 keeps lines in order in a file readable by the user alone', async () => {
    const log = openLogFile(join(folder, 'logs'));
    for (let line = 0; line < 50; line++) log.write(`line ${line}\nsecond`);
    await log.flush();
    const path = join(folder, 'logs', LOG.fileName);
    const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
    expect(lines.map((line) => line.replace(/^\S+ /u, ''))).toEqual(
      Array.from({ length: 50 }, (_, line) => `line ${line} second`),
    );
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(join(folder, 'logs'))).mode & 0o777).toBe(0o700);
  });

  it('is rotated when it has grown, and keeps the earlier one', async () => {
    await writeFile(join(folder, LOG.fileName), 'x'.repeat(LOG.maxBytes + 1));
    await writeLine(folder, 'new');
    expect((await readdir(folder)).sort()).toEqual([LOG.earlierName, LOG.fileName]);
    expect((await stat(join(folder, LOG.fileName))).size).toBeLessThan(100);
  });

  it('goes on in one file if it cannot be rotated', async () => {
    await mkdir(join(folder, LOG.earlierName));
    await writeFile(join(folder, LOG.fileName), 'x'.repeat(LOG.maxBytes + 1));
    await writeLine(folder, 'new');
    expect(await readFile(join(folder, LOG.fileName), 'utf8')).toMatch(/ new\n$/u);
  });

  it('never stops the program', async () => {
    const log = openLogFile(join(folder, 'logs'));
    await rm(join(folder, 'logs'), { recursive: true });
    log.write('lost');
    await log.flush();
    await chmod(folder, 0o700);
    expect(await readdir(folder)).toEqual([]);
  });
});
