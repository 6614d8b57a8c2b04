/** Tests how Save and Run report missing or damaged files of the library. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createHash } from 'node:crypto';
import {
  createBackendFixture,
  paintedPhoto,
  type BackendFixture,
} from '../../testing/backend-fixture.ts';
import { withDamageReport } from './damage-report.ts';
import type { PatchRow, PhotoRow } from './photo-rows.ts';
import { noisePng } from '../../testing/pictures.ts';
import { startScriptedService, type ScriptedService } from '../../testing/scripted-service.ts';

let service: ScriptedService;
let fixture: BackendFixture;

beforeEach(async () => {
  service = await startScriptedService();
  fixture = await createBackendFixture({ service });
});

/** Where the bytes of an address lie. */
async function pathOf(url: string): Promise<string> {
  const bytes = Buffer.from(await (await fixture.media(url)).arrayBuffer());
  const hash = createHash('sha256').update(bytes).digest('hex');
  return join(fixture.dataFolder, 'files', hash.slice(0, 2), hash);
}

async function cleanedPhoto() {
  const { id } = await paintedPhoto(fixture);
  await fixture.cleanUp(id);
  return fixture.client().photos.get({ photoId: id });
}

describe('a damaged file in the data folder', () => {
  const damages = {
    missing: (path: string) => rm(path),
    broken: (path: string) => writeFile(path, 'not a picture'),
  };
  const writesAtOnce = async () => {
    await fixture[Symbol.asyncDispose]();
    fixture = await createBackendFixture({
      service,
      ports: {
        async saveFile({ suggestedName, write }) {
          await write(join(fixture.folder, suggestedName));
          return { kind: 'saved', name: suggestedName, path: '/somewhere' };
        },
      },
    });
  };

  for (const [damage, spoil] of Object.entries(damages)) {
    it(`(${damage}) of a photo is named by Save, Run and Copy, and others are saved`, async () => {
      await writesAtOnce();
      const photo = await paintedPhoto(fixture);
      const other = await fixture.importPhoto(await noisePng(30, 20, 5), 'other.png');
      await spoil(await pathOf(photo.url));
      const named = {
        kind: 'storage',
        message:
          'Gesso’s copy of “noise 1.png” is missing or damaged. Open your own file again. Its results are still here.',
      };
      const options = { format: 'png', quality: 90, lossless: true } as const;
      const exporting = fixture.client().export;
      for (const call of [
        () => exporting.save({ photoId: photo.id, ...options }),
        () => exporting.save({ photoId: photo.id, ...options, format: 'ora' }),
        () => exporting.prepareCopy({ photoId: photo.id }),
      ]) {
        await expect(call()).rejects.toMatchObject({ data: named });
      }
      expect(await fixture.cleanUp(photo.id)).toMatchObject({
        state: 'failed',
        error: { kind: 'storage', message: `${named.message} Nothing was sent.` },
      });
      expect(service.postCount()).toBe(0);
      const saved = await exporting.save({ photoId: other.id, ...options });
      expect(saved.kind).toBe('saved');
    });

    it(`(${damage}) of a result is named by photo and number, and the photo is saved without it`, async () => {
      await writesAtOnce();
      const photo = await cleanedPhoto();
      const [patch] = photo.patches;
      await spoil(await pathOf(patch?.url ?? ''));
      const options = { photoId: photo.id, format: 'png', quality: 90, lossless: true } as const;
      const message =
        'The result “Clean-up 1” of “noise 1.png” is missing or damaged in the data folder. Delete it or run it again; the photo and its other results are whole.';
      await expect(fixture.client().export.save(options)).rejects.toMatchObject({
        data: { kind: 'storage', message },
      });
      await fixture.paint(photo.id, { x: 40, y: 30, width: 25, height: 12 });
      expect(await fixture.cleanUp(photo.id)).toMatchObject({
        state: 'failed',
        error: { kind: 'storage', message: `${message} Nothing was sent.` },
      });
      const hidden = { photoId: photo.id, patchId: patch?.id ?? '', state: 'hidden' } as const;
      await fixture.client().photos.setPatchState({ ...hidden, mask: 'keep' });
      expect((await fixture.client().export.save(options)).kind).toBe('saved');
    });
  }

  it.each([
    ['cleanup', 'Clean-up 3'],
    ['remove-text', 'Text removal 3'],
    ['merge-face', 'Face merge 3'],
    ['recipe', 'Recipe steps 3'],
  ] as const)(
    'of a result (%s) is reported under the name in the Studio',
    async (operation, name) => {
      const row = { overlayFileId: 'gone', operation, position: 3 } as PatchRow;
      const deps = {
        files: { isWhole: (id: string) => Promise.resolve(id === 'here') },
        photos: { exists: () => true, row: () => ({ originalFileId: 'here' }) as PhotoRow },
        patches: { list: () => [row] },
      };
      const report = withDamageReport(deps, 'photo', () => Promise.reject(new Error('unreadable')));
      await expect(report).rejects.toThrow(`The result “${name}” of`);
    },
  );

  it('is not blamed for errors with another cause', async () => {
    const photo = await paintedPhoto(fixture);
    await fixture.savePng(photo.id);
    const write = fixture.saved.at(-1)?.write(join(fixture.folder, 'no such folder', 'a.png'));
    await expect(write).rejects.not.toMatchObject({ kind: 'storage' });
  });
});
