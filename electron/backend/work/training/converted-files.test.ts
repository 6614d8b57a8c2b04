import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { createBackendFixture } from '../../../testing/backend-fixture.ts';
import { noisePng } from '../../../testing/pictures.ts';
import { writeFiles } from '../../../testing/training.ts';
import { rowsOf, untilNone, WHOLE_LIST } from '../../../testing/training-list.ts';

it('the size of a converted file is that of its copy, in its row, the order and the sum', async () => {
  await using fixture = await createBackendFixture();
  const { training } = fixture.client();
  const folder = join(fixture.folder, 'set');
  const flat = { create: { width: 400, height: 300, channels: 3, background: 'red' } } as const;
  await writeFiles(folder, {
    'flat.tif': await sharp(flat).tiff({ compression: 'none' }).toBuffer(),
    'noise.png': await noisePng(160, 140, 1),
  });
  await fixture.backend().training.addPaths([folder]);
  await untilNone(fixture, 'checking');
  await training.convert({ selection: { view: WHOLE_LIST }, isFlattened: false });
  const { readyBytes } = await untilNone(fixture, 'checking');
  const rows = await rowsOf(fixture, { ...WHOLE_LIST, sort: 'size' });
  expect(rows.map(({ name }) => name)).toEqual(['noise.png', 'flat.tif']);
  expect(readyBytes).toBe(rows.reduce((sum, { byteLength }) => sum + byteLength, 0));
});
