import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { createBackendFixture } from '../../../testing/backend-fixture.ts';
import { noisePng } from '../../../testing/pictures.ts';
import { draftOf, filesOf, pictureFile } from '../../../testing/recipes.ts';

it('shows a thumbnail of a file before its turn, and none for a missing or invalid one', async () => {
  await using fixture = await createBackendFixture();
  const folder = join(fixture.folder, 'in');
  const path = await pictureFile(folder, 'a “wide” 🦊.png', { width: 800, height: 300 }, 1);
  const broken = join(folder, 'broken.png');
  await writeFile(broken, 'no picture');
  const photo = await fixture.importPhoto(await noisePng(40, 30, 2), 'photo.png');
  const { thumbnailUrl: small } = await fixture.client().photos.verify({ photoId: photo.id });
  expect(small).toBeDefined();
  const runId = await draftOf(fixture, [path, broken]);
  await fixture.client().recipes.addPhotos({ runId, photoIds: [photo.id] });
  const rows = await filesOf(fixture, runId);
  const urls = rows.map(({ thumbnailUrl }) => thumbnailUrl ?? '');
  const [ofFile = '', ofBroken = '', ofPhoto] = urls;
  expect(ofPhoto).toBe(small);

  const answer = await fixture.media(ofFile);
  expect(answer.headers.get('content-type')).toBe('image/webp');
  const picture = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
  expect([picture.width, picture.height]).toEqual([360, 135]);
  expect((await fixture.media(ofBroken)).status).toBe(415);

  // the next file takes the place of one that was dropped from the end, with a picture of its own
  await fixture.client().recipes.drop({ runId, positions: [1, 2] });
  const next = await pictureFile(folder, 'tall.png', { width: 300, height: 600 }, 3);
  await fixture.backend().recipes.addPaths(runId, [next]);
  const [, added] = await filesOf(fixture, runId);
  expect(added?.position).toBe(rows[1]?.position);
  expect(added?.thumbnailUrl).not.toBe(ofBroken);
  const other = await sharp(await fixture.bytes(added?.thumbnailUrl)).metadata();
  expect(other).toMatchObject({ width: 180, height: 360 });

  await fixture.client().recipes.drop({ runId, positions: [0] });
  expect((await fixture.media(ofFile)).status).toBe(404);
});
