/** Copies and saves pictures by the addresses that the page shows. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeEach, expect, it } from 'vitest';
import { sampleFileUrl } from '../../../../shared/media.ts';
import type { SaveFileRequest } from '../../service/common/ports.ts';
import { createBackendFixture, type BackendFixture } from '../../../testing/backend-fixture.ts';

let fixture: BackendFixture;
const saved: SaveFileRequest[] = [];
beforeEach(async () => {
  saved.length = 0;
  fixture = await createBackendFixture({
    ports: {
      async saveFile(request) {
        saved.push(request);
        const path = join(fixture.folder, request.suggestedName);
        await request.write(path);
        return { kind: 'saved', name: request.suggestedName, path };
      },
    },
  });
});

/** A wide-gamut JPEG that lies on its side. */
async function photo() {
  const jpeg = await sharp({
    create: { width: 60, height: 40, channels: 3, background: { r: 200, g: 40, b: 40 } },
  })
    .withIccProfile('p3')
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  return { jpeg, ...(await fixture.importPhoto(jpeg, 'lying.jpg')) };
}

it('copies a shown picture as an upright PNG in sRGB', async () => {
  const { url, jpeg } = await photo();
  const copy = await fixture.client().export.prepareCopyOf({ url });
  const png = await fixture.bytes(copy.url);
  const found = await sharp(png).metadata();
  expect(found).toMatchObject({ format: 'png', width: 40, height: 60 });
  expect(found.icc).toBeUndefined();
  const expected = await sharp(jpeg).toColourspace('srgb').raw().toBuffer();
  const copied = await sharp(png).raw().toBuffer();
  expect(Math.abs((copied[0] ?? 0) - (expected[0] ?? 0))).toBeLessThanOrEqual(2);
});

it('saves the bytes of a shown picture unchanged, under a safe name', async () => {
  const [sample] = await fixture.client().photos.samples();
  const url = sampleFileUrl(sample?.id ?? '');
  const bytes = await fixture.bytes(url);
  await fixture.client().export.saveShown({ url, name: '../a/b: c' });
  expect(saved.map(({ mediaType, suggestedName }) => [mediaType, suggestedName])).toEqual([
    ['image/jpeg', 'ab c.jpg'],
  ]);
  expect(await readFile(join(fixture.folder, 'ab c.jpg'))).toEqual(bytes);
});

it('copies and saves nothing but pictures of the library', async () => {
  const { export: exporting } = fixture.client();
  const { maskUrl } = await photo();
  for (const url of ['/media/masks/none', '/media/files/../../settings', '/media/files/none']) {
    const refusal = { data: { kind: 'not-found' } };
    await expect(exporting.prepareCopyOf({ url }), url).rejects.toMatchObject(refusal);
    await expect(exporting.saveShown({ url, name: 'a' }), url).rejects.toMatchObject(refusal);
  }
  const mask = exporting.saveShown({ url: maskUrl, name: 'a' });
  await expect(mask).rejects.toMatchObject({ data: { kind: 'unsupported-file' } });
  await expect(exporting.prepareCopyOf({ url: 'https://example.com/a.png' })).rejects.toThrow();
  expect(saved).toHaveLength(0);
});
