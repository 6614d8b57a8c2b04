import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { testFolder } from '../testing/test-folder.ts';
import { picturesAmong } from './picture-arguments.ts';

let folder = '';

beforeEach(() => {
  folder = testFolder();
});

async function file(name: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, 'x');
  return path;
}

describe('pictures among the arguments', () => {
  it('S29 are existing files with the name of a picture, by their absolute path', async () => {
    const names = ['a.png', 'b c.JPG', 'ü.jpeg', 'd.webp', 'e.tif', 'f.tiff', 'g.avif', 'h.gif'];
    const paths = await Promise.all(names.map(file));
    expect(picturesAmong(['/usr/bin/gesso', ...paths], '/')).toEqual(paths);
  });

  it('S29 may be relative to the folder of the start, and to no other', async () => {
    const path = await file('Shop: “a” 1.png');
    expect(picturesAmong(['Shop: “a” 1.png', './b/../Shop: “a” 1.png'], folder)).toEqual([
      path,
      path,
    ]);
    expect(picturesAmong(['Shop: “a” 1.png'], tmpdir())).toEqual([]);
  });

  it('S29 may be the file URL that a desktop makes of a path', async () => {
    const path = await file('a photo #1 100%.png');
    expect(picturesAmong([pathToFileURL(path).href], '/')).toEqual([path]);
  });

  it('S29 are nothing else: no switch, no address, no other file, no folder', async () => {
    const path = await file('a.png');
    await mkdir(join(folder, 'folder.png'));
    await symlink('/nowhere', join(folder, 'dead.png'));
    const others = [
      `--open=${path}`,
      `--data-dir=${path}`,
      '--no-sandbox',
      '-',
      '',
      'a.png',
      'https://example.com/a.png',
      `app://gesso${path}`,
      `file://server${path}`,
      `file:${path}`,
      'file:///%2e%2e%2fa.png',
      'file:///a%00.png',
      `${path}\0.png`,
      'data:image/png,x',
      '/nowhere/a.png',
      await file('settings.json'),
      await file('png'),
      join(folder, 'folder.png'),
      join(folder, 'dead.png'),
      '/dev/zero',
    ];
    expect(picturesAmong(others, folder).filter((found) => found !== path)).toEqual([]);
    expect(picturesAmong(others, tmpdir())).toEqual([]);
  });

  it('S29 are limited in number', async () => {
    const path = await file('a.png');
    expect(
      picturesAmong(
        Array.from({ length: 600 }, () => path),
        '/',
      ),
    ).toHaveLength(500);
  });
});
