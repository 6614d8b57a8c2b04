/** Tests saving a photo again: to the same file, without a question, and never over another one. */
import { mkdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Photo } from '../../../../shared/contract/photos.ts';
import {
  createBackendFixture,
  paintedPhoto,
  type BackendFixture,
} from '../../../testing/backend-fixture.ts';
import { startScriptedBackend } from '../../../testing/scripted-backend.ts';
import type { HostPorts, SaveFileRequest } from '../../service/common/ports.ts';

const JPEG = { format: 'jpeg', quality: 80, lossless: false } as const;

let fixture: BackendFixture;
let asked: SaveFileRequest[];
let place: string;
let photo: Photo;

/** A host that puts files where its dialog says. */
const saveFile: HostPorts['saveFile'] = async (request) => {
  if (request.replace === undefined) asked.push(request);
  const path = request.replace ?? place;
  await rm(path, { force: true });
  await request.write(path);
  return { kind: 'saved', name: request.suggestedName, path };
};

beforeEach(async () => {
  asked = [];
  ({ fixture } = await startScriptedBackend({ ports: { saveFile } }));
  await mkdir(join(fixture.folder, 'saved'));
  place = join(fixture.folder, 'saved', 'first “place”.jpg');
  photo = await paintedPhoto(fixture);
});

const save = (more: { readonly format?: 'source' } = {}) =>
  fixture.client().export.save({ photoId: photo.id, ...JPEG, ...more });
const saveAgain = () => fixture.client().export.saveAgain({ photoId: photo.id });

describe('saving again', () => {
  it('S35 replaces the last file without asking, even after a restart', async () => {
    expect(await saveAgain()).toEqual({ kind: 'ask', reason: 'unsaved' });
    await save();
    const before = await readFile(place);
    await fixture.cleanUp(photo.id);
    await fixture.restart();
    const outcome = await saveAgain();
    expect(outcome).toMatchObject({ kind: 'saved' });
    expect(JSON.stringify(outcome)).not.toContain(fixture.folder);
    expect(asked).toHaveLength(1);
    const after = await readFile(place);
    expect(after.equals(before)).toBe(false);
    expect(await sharp(after).metadata()).toMatchObject({ format: 'jpeg', width: photo.width });
    expect(await saveAgain()).toMatchObject({ kind: 'saved' });
  });

  it('keeps the format of the first save, even when the settings have changed', async () => {
    await save({ format: 'source' });
    expect(asked[0]?.suggestedName).toBe('noise 1_cleanup.png');
    await fixture.client().settings.update({ exportFormat: 'tiff' });
    await saveAgain();
    expect((await sharp(place).metadata()).format).toBe('png');
  });

  it('reports a written file as saved even if its place cannot be noted, and then asks', async () => {
    await save();
    fixture.fill('photo_saves');
    expect(await save()).toMatchObject({ kind: 'saved' });
    expect(await saveAgain()).toMatchObject({ kind: 'ask', reason: 'changed' });
  });

  it('asks when another program changed the file, and leaves it alone', async () => {
    await save();
    await writeFile(place, 'retouched elsewhere');
    expect(await saveAgain()).toEqual({
      kind: 'ask',
      reason: 'changed',
      name: 'first “place”.jpg',
    });
    expect(await readFile(place, 'utf8')).toBe('retouched elsewhere');
    // a change that keeps the length is one as well
    await save();
    const { atimeMs, mtimeMs } = await stat(place);
    await utimes(place, atimeMs / 1000, mtimeMs / 1000 + 5);
    expect(await saveAgain()).toMatchObject({ reason: 'changed' });
  });

  it('recreates a deleted file, and asks when its folder is gone', async () => {
    await save();
    await rm(place);
    expect(await saveAgain()).toMatchObject({ kind: 'saved' });
    expect((await sharp(place).metadata()).format).toBe('jpeg');
    await rm(join(fixture.folder, 'saved'), { recursive: true });
    expect(await saveAgain()).toEqual({
      kind: 'ask',
      reason: 'gone',
      name: 'first “place”.jpg',
    });
  });

  it('downloads again when the window fetches files', async () => {
    const downloads: string[] = [];
    await using browser = await createBackendFixture({
      ports: {
        saveFile({ suggestedName, replace }) {
          downloads.push(`${suggestedName} ${String(replace)}`);
          return Promise.resolve({ kind: 'download', url: '/download/1', name: suggestedName });
        },
      },
    });
    const { id: photoId } = await paintedPhoto(browser);
    await browser.client().export.save({ photoId, ...JPEG, name: 'mine' });
    const again = await browser.client().export.saveAgain({ photoId });
    expect(again).toMatchObject({ kind: 'download' });
    expect(downloads).toEqual(['mine.jpg undefined', 'mine.jpg undefined']);
  });
});

describe('the expected size', () => {
  it('matches the saved file in every format, and follows the results', async () => {
    const client = fixture.client();
    await fixture.cleanUp(photo.id);
    for (const format of ['png', 'jpeg', 'webp', 'tiff', 'psd'] as const) {
      const options = { photoId: photo.id, ...JPEG, format };
      const { byteLength } = await client.export.expectedSize(options);
      await client.export.save(options);
      expect((await stat(place)).size, format).toBe(byteLength);
    }
    const { patches } = await client.photos.get({ photoId: photo.id });
    const options = { photoId: photo.id, ...JPEG };
    const shown = await client.export.expectedSize(options);
    const ids = { photoId: photo.id, patchId: patches[0]?.id ?? '' };
    await client.photos.setPatchState({ ...ids, state: 'hidden', mask: 'keep' });
    const hidden = await client.export.expectedSize(options);
    expect(hidden).not.toEqual(shown);
    await client.export.save(options);
    expect((await stat(place)).size).toBe(hidden.byteLength);
  });
});
