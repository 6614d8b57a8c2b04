/** Tests that files that crashed an earlier run are not read automatically. */
import { createHash } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createBackendFixture, type BackendFixture } from '../../testing/backend-fixture.ts';
import { noisePng } from '../../testing/pictures.ts';
import { testFolder } from '../../testing/test-folder.ts';
import { startTrainingService, type TrainingService } from '../../testing/training.ts';
import { rowsOf, untilNone } from '../../testing/training-list.ts';
import { MOST_STOPS } from './crash-guard.ts';

let folder = '';
beforeEach(() => {
  folder = testFolder();
});

const dataFolder = () => join(folder, 'data');
const open = (service?: TrainingService['target']) =>
  createBackendFixture({ folder, dataFolder: dataFolder(), service });

/** As a run that ended while it read the file has left it. */
async function leaveNote(key: string): Promise<void> {
  await mkdir(join(dataFolder(), 'reading'), { recursive: true });
  await writeFile(join(dataFolder(), 'reading', key), String(MOST_STOPS.picture));
}
const notes = () => readdir(join(dataFolder(), 'reading'));
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function problemOf(fixture: BackendFixture, photoId: string) {
  try {
    await fixture.client().photos.verify({ photoId });
    return undefined;
  } catch (error) {
    return (error as { readonly data?: unknown }).data ?? error;
  }
}

describe('S48 a file that crashed Gesso', () => {
  it('stays in the library as a photo, and is decoded only when it is opened again', async () => {
    const bytes = await noisePng(50, 40);
    await using fixture = await open();
    const { id } = await fixture.importPhoto(bytes, 'harbour.png');
    await fixture.backend().close();
    await leaveNote(hashOf(bytes));
    await fixture.restart();
    const problem = await problemOf(fixture, id);
    expect(JSON.stringify(problem)).toContain('Gesso stopped while it read “harbour.png”');
    expect((await fixture.client().photos.recent({})).map((photo) => photo.id)).toEqual([id]);
    // the user's order
    expect((await fixture.importPhoto(bytes, 'harbour.png')).id).toBe(id);
    expect(await problemOf(fixture, id)).toBeUndefined();
    expect(await notes()).toEqual([]);
  });

  it('is skipped during recovery, and the others become photos again', async () => {
    const [bad, good] = [await noisePng(50, 40, 1), await noisePng(50, 40, 2)];
    await using fixture = await open();
    await fixture.importPhoto(bad, 'bad.png');
    await fixture.importPhoto(good, 'good.png');
    await fixture.backend().close();
    for (const name of await readdir(dataFolder())) {
      if (/^library\.db|^backups$/u.test(name)) {
        await rm(join(dataFolder(), name), { recursive: true });
      }
    }
    await leaveNote(hashOf(bad));
    await fixture.restart();
    const recovery = await vi.waitFor(async () => {
      const info = await fixture.client().app.info();
      expect(info.recovery?.isUnderWay).toBe(false);
      return info.recovery;
    });
    expect(recovery).toMatchObject({ adopted: 1, left: 1 });
  });

  it('is skipped with its reason in training, and read when it is added again', async () => {
    await using training = await startTrainingService();
    await using fixture = await open(training.target);
    await fixture.backend().close();
    await leaveNote('training-1'); // the first row of the list
    await fixture.restart();
    const path = join(folder, 'a.png');
    await writeFile(path, await noisePng(60, 50, 5));
    await fixture.backend().training.addPaths([path]);
    await untilNone(fixture, 'checking');
    const [row] = await rowsOf(fixture);
    expect(row).toMatchObject({ id: 1, name: 'a.png', state: 'skipped' });
    expect(row?.error?.message).toContain('Gesso stopped while it read “a.png”');
    await expect.poll(notes).toEqual([]);

    await fixture.client().training.remove({ selection: { ids: [1] } });
    await fixture.backend().training.addPaths([path]);
    await untilNone(fixture, 'checking');
    expect(await rowsOf(fixture)).toMatchObject([{ name: 'a.png', state: 'ready' }]);
  });
});
