import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { noisePng } from '../../../../testing/pictures.ts';
import { testFolder } from '../../../../testing/test-folder.ts';
import { convertForTraining } from './training-facts.ts';

it('a copy for training that does not fit the disk says so, and not that the file is damaged', async () => {
  const folder = testFolder();
  const path = join(folder, 'photo.png');
  await writeFile(path, await noisePng(300, 200));
  const target = join(folder, 'copy');
  await symlink('/dev/full', target);
  const source = { path, name: 'photo.png', isFlattened: false };
  await expect(convertForTraining(source, target)).rejects.toMatchObject({ code: 'ENOSPC' });
});
