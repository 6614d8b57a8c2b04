import { spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { testFolder } from '../testing/test-folder.ts';
import { earlierFiles, isOpenAlready, userDataFor } from './user-data.ts';

let folder = '';
beforeEach(() => {
  folder = testFolder();
});

describe('the folder of Chromium’s files', () => {
  it('is the usual one, and for a chosen library its own inside, under any name', async () => {
    expect(userDataFor('/usual', undefined)).toBe('/usual');
    const before = userDataFor('/usual', join(folder, 'new'));
    expect(before).toMatch(/^.usual.libraries.[\da-f]{16}$/u);
    await mkdir(join(folder, 'new'));
    await symlink(folder, join(folder, 'link'));
    expect(userDataFor('/usual', join(folder, 'new'))).toBe(before);
    expect(userDataFor('/usual', join(folder, 'link', 'new'))).toBe(before);
    expect(userDataFor('/usual', join(folder, 'other'))).not.toBe(before);
  });
});

describe('files of 1.0.0 next to a library', () => {
  const library = (...names: readonly string[]) => join(folder, 'library', ...names);

  beforeEach(async () => {
    await mkdir(library('electron', 'logs'), { recursive: true });
    await writeFile(library('electron', 'window.json'), '[]');
    await writeFile(library('electron', 'logs', 'gesso.log'), 'old');
    await symlink('host-1', library('electron', 'SingletonLock'));
  });

  it('are moved once, and removed with the lock when the library is open', async () => {
    const userData = join(folder, 'user');
    const earlier = earlierFiles(library());
    expect(earlier?.bringOver(userData)).toBeUndefined();
    await writeFile(join(userData, 'window.json'), '[1]');
    expect(earlier?.bringOver(userData)).toBeUndefined();
    expect(await readFile(join(userData, 'window.json'), 'utf8')).toBe('[1]');
    expect(await readdir(library('electron'))).toHaveLength(3); // an earlier Gesso may still run
    expect(earlier?.clear()).toBeUndefined();
    expect(await readdir(library())).toEqual([]);
    expect(earlierFiles(library())).toBeUndefined();
  });

  it('are moved without the other files of a folder of the same name', async () => {
    await writeFile(library('electron', 'main.ts'), 'mine');
    await mkdir(library('electron', 'host'));
    expect(earlierFiles(library())?.clear()).toBeUndefined();
    expect((await readdir(library('electron'))).toSorted()).toEqual(['host', 'main.ts']);
  });

  it('stay when they cannot be read or removed, with a log line', async () => {
    const earlier = earlierFiles(library());
    await writeFile(join(folder, 'user'), 'a file in the place of the folder');
    expect(earlier?.bringOver(join(folder, 'user'))).toMatch(/^files of an earlier Gesso: Error/u);
    await rm(library('electron', 'window.json'));
    await mkdir(library('electron', 'window.json'));
    expect(earlier?.clear()).toMatch(/^files of an earlier Gesso: /u);
  });
});

describe('a lock that is denied', () => {
  const holder = (link: string) => symlink(link, join(folder, 'SingletonLock'));

  it('belongs to another Gesso when a process of this computer holds it', async () => {
    await holder(`${hostname()}-${process.pid}`);
    expect(isOpenAlready(folder, 'linux')).toBe(true);
  });

  it.each([
    ['cannot be made', undefined],
    ['belongs to another computer', `another-${process.pid}`],
    [
      'belongs to a process that has ended',
      `${hostname()}-${spawnSync(process.execPath, ['--version']).pid}`,
    ],
    ['is unreadable', 'nothing'],
  ])('belongs to nobody when it %s', async (_what, link) => {
    if (link !== undefined) await holder(link);
    expect(isOpenAlready(folder, 'linux')).toBe(false);
    expect(isOpenAlready(folder, 'darwin')).toBe(false);
    expect(isOpenAlready(folder, 'win32')).toBe(true);
  });
});
