/** Tests pictures for the clipboard and for dragging, and where files are saved. */
import { readFile, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  createBackendFixture,
  paintedPhoto,
  type BackendFixture,
} from '../../../testing/backend-fixture.ts';
import { storedSamples } from '../../../testing/pictures.ts';
import { startService, testKey, type Service } from '../../../testing/practice-service.ts';
import type { DraggedFile } from '../../service/common/ports.ts';

const PNG = { format: 'png', quality: 90, lossless: true } as const;

let service: Service;
let fixture: BackendFixture;
const dragged: DraggedFile[] = [];
const answers: (string | undefined)[] = [];

beforeEach(async () => {
  service = await startService();
  fixture = await createBackendFixture({
    service: { baseUrl: service.url, key: testKey },
    ports: {
      startDrag: (file) => void dragged.push(file),
      chooseFolder: () => Promise.resolve(answers.shift()),
    },
  });
});

async function pixelsAt(url: string) {
  const bytes = await fixture.bytes(url);
  return { bytes, ...(await sharp(bytes).raw().toBuffer({ resolveWithObject: true })) };
}

describe('a picture for the clipboard', () => {
  it('is the photo with its results, follows every change, and is not rendered twice', async () => {
    const photo = await paintedPhoto(fixture);
    const client = fixture.client();
    const before = await client.export.prepareCopy({ photoId: photo.id });
    expect(await client.export.prepareCopy({ photoId: photo.id })).toEqual(before);
    const original = await pixelsAt(before.url);
    await fixture.cleanUp(photo.id);
    const after = await client.export.prepareCopy({ photoId: photo.id });
    expect(after.url).not.toBe(before.url);
    const cleaned = await pixelsAt(after.url);
    expect(cleaned.info).toMatchObject({ width: 120, height: 90 });
    expect(cleaned.data.equals(original.data)).toBe(false);
    const saved = await storedSamples(await fixture.savePng(photo.id));
    expect(cleaned.data.equals(saved.data)).toBe(true);
  });
});

describe('a picture that is dragged out', () => {
  it('is the file that saving would write, under its name', async () => {
    const photo = await paintedPhoto(fixture);
    const file = await fixture
      .client()
      .export.prepareDrag({ photoId: photo.id, ...PNG, namePattern: '{name} {width}' });
    expect(file).toMatchObject({ name: 'noise 1 120.png', mediaType: 'image/png', byHost: true });
    await fixture.client().export.startDrag({ id: file.id });
    const carried = dragged.at(-1);
    expect(basename(carried?.path ?? '')).toBe('noise 1 120.png');
    expect(await readFile(carried?.path ?? '')).toEqual((await pixelsAt(file.url)).bytes);
    expect((await sharp(carried?.icon).metadata()).format).toBe('png');
  });

  it('is deleted when newer ones replace it, and does not survive a restart', async () => {
    const photo = await paintedPhoto(fixture);
    const client = fixture.client();
    const ids: string[] = [];
    for (let number = 0; number < 6; number++) {
      const options = { photoId: photo.id, ...PNG, namePattern: `number ${number}` };
      ids.push((await client.export.prepareDrag(options)).id);
    }
    await expect(client.export.startDrag({ id: ids[0] ?? '' })).rejects.toThrow(
      'no longer available',
    );
    await client.export.startDrag({ id: ids[5] ?? '' });
    await expect(client.export.startDrag({ id: '../../secret' })).rejects.toThrow(
      'no longer available',
    );
    expect((await fixture.media('/media/outgoing/nothing')).status).toBe(404);
    const folder = join(fixture.dataFolder, 'outgoing');
    await expect.poll(async () => (await readdir(folder)).length).toBe(4);
    await fixture.restart();
    expect(await readdir(folder).catch(() => [])).toEqual([]);
  });
});

describe('a chosen folder', () => {
  it('S35 is picked in the dialog, is used from then on, and can be reset', async () => {
    const photo = await paintedPhoto(fixture);
    const client = fixture.client();
    expect(await client.export.folder()).toEqual({ canChoose: true, path: null });
    answers.push(undefined, '/chosen');
    expect(await client.export.chooseFolder()).toEqual({ canChoose: true, path: null });
    expect(await client.export.chooseFolder()).toEqual({ canChoose: true, path: '/chosen' });
    await fixture.restart();
    await fixture.client().export.save({ photoId: photo.id, ...PNG, namePattern: '{name} v1.2' });
    expect(fixture.saved.at(-1)).toMatchObject({
      folder: '/chosen',
      suggestedName: 'noise 1 v1.2.png',
    });
    expect(await fixture.client().export.forgetFolder()).toEqual({ canChoose: true, path: null });
    await fixture.client().export.save({ photoId: photo.id, ...PNG });
    expect(fixture.saved.at(-1)?.folder).toBeUndefined();
    expect(fixture.saved.at(-1)?.suggestedName).toBe('noise 1_cleanup.png');
  });
});
