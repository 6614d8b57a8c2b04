import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { testFolder } from '../../electron/testing/test-folder.ts';
import { builtOnce } from './built-once.ts';

let folder: string;

beforeEach(() => {
  folder = testFolder();
});

it('builds once in the first process, and the others get it when it is complete', async () => {
  let builds = 0;
  const build = async (into: string) => {
    builds += 1;
    await mkdir(into);
    await writeFile(join(into, 'page'), 'half');
    await new Promise((resolve) => {
      setTimeout(resolve, 30);
    });
    await writeFile(join(into, 'page'), 'whole');
  };
  const content = async () => {
    const built = await builtOnce(join(folder, 'run'), 'viewer', build);
    return await readFile(join(built, 'page'), 'utf8');
  };
  expect(await Promise.all([content(), content(), content()])).toEqual(['whole', 'whole', 'whole']);
  expect(await content()).toBe('whole');
  expect(builds).toBe(1);
});
