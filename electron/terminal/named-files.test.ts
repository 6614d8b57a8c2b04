import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testFolder } from '../testing/test-folder.ts';
import { filesNamed } from './named-files.ts';

it('leaves out finished files when their folder is named through a link', async () => {
  const folder = testFolder();
  const [photos, link] = [join(folder, 'photos'), join(folder, 'link')];
  await mkdir(join(photos, 'finished'), { recursive: true });
  await writeFile(join(photos, 'one.png'), '');
  await writeFile(join(photos, 'finished', 'one.png'), '');
  await symlink(photos, link);
  for (const [from, to] of [
    [photos, link],
    [link, photos],
  ] as const) {
    const { pictures } = await filesNamed([from], join(to, 'finished'), () => undefined);
    expect(pictures).toEqual([join(from, 'one.png')]);
  }
});

it('leaves out a finished file whose name begins like a drive', async () => {
  const folder = testFolder();
  await mkdir(join(folder, 'finished'));
  await writeFile(join(folder, 'finished', 'b: two.png'), '');
  const { pictures } = await filesNamed([folder], join(folder, 'finished'), () => undefined);
  expect(pictures).toEqual([]);
});
