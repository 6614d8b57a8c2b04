import { globSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createBackendFixture, paintedPhoto } from '../../testing/backend-fixture.ts';
import { problemsIn } from '../../testing/integrity.ts';
import { noisePng } from '../../testing/pictures.ts';
import { startScriptedService } from '../../testing/scripted-service.ts';
import { testFolder } from '../../testing/test-folder.ts';
import { openDatabase } from './database.ts';
import { openFileStore } from './file-store.ts';

describe('unreferenced files', () => {
  it('are deleted some time after the next start, and files in use stay', async () => {
    await using service = await startScriptedService();
    await using fixture = await createBackendFixture({ service });
    const files = () => globSync('files/*/*', { cwd: fixture.dataFolder }).sort();

    const kept = await paintedPhoto(fixture);
    await fixture.client().photos.verify({ photoId: kept.id });
    const { id: jobId } = await fixture.cleanUp(kept.id);
    const useless = await noisePng(3, 3);
    service.play((cleanup) =>
      cleanup.answerWith(200, JSON.stringify({ image_file: useless.toString('base64') })),
    );
    await fixture.paint(kept.id, { x: 1, y: 1, width: 5, height: 5 });
    const failed = await fixture.cleanUp(kept.id);
    expect(failed.hasKeptAnswer).toBe(true);
    const inUse = files();
    expect(inUse, 'original, thumbnail, overlay, answer, kept answer').toHaveLength(5);

    const removed = await fixture.importPhoto(await noisePng(44, 33, 7));
    await fixture.client().photos.remove({ photoId: removed.id });
    const stray = join('files', 'ab', 'ab'.repeat(32));
    await mkdir(join(fixture.dataFolder, 'files', 'ab'), { recursive: true });
    await writeFile(join(fixture.dataFolder, stray), 'of a library that was set aside');
    expect(files()).toHaveLength(7);

    await fixture.backend().tend();
    expect(files(), 'of this session').toHaveLength(7);
    await fixture.restart();
    await fixture.backend().tend();
    expect(files()).toEqual([...inUse, stray].sort());
    expect((await fixture.media(removed.url)).status).toBe(404);
    expect(await fixture.client().photos.get({ photoId: kept.id })).toMatchObject({
      patches: [{ jobId }],
    });
    const saving = await fixture.client().jobs.saveKeptAnswer({ jobId: failed.id });
    expect(saving.kind).toBe('saved');
    expect(problemsIn(fixture.dataFolder)).toEqual([]);
  });

  it('are deleted at once when released, unless they are new or in use', async () => {
    const folder = testFolder();
    const { database } = await openDatabase(folder);
    let now = 0;
    const store = await openFileStore(database, folder, () => now);
    const put = async (text: string) => {
      const bytes = (async function* () {
        yield new TextEncoder().encode(text);
      })();
      return store.commit(await store.stage(bytes), 'image/png');
    };
    const [loose, used] = [await put('loose'), await put('used')];
    database
      .prepare(
        `INSERT INTO photos VALUES ('a', 'a', ?, ?, NULL, 1, 1, 'png', 8, 0, 0, 1, '[]', 0, 0)`,
      )
      .run(used.id, used.id);
    const files = () => globSync('files/*/*', { cwd: folder }).length;
    store.release([loose.id, used.id]);
    expect(files(), 'something may be about to refer to it').toBe(2);
    now = 120_000;
    await put('loose'); // the same bytes again
    store.release([loose.id, used.id, 'nobody']);
    expect(files()).toBe(2);
    now = 240_000;
    store.release([loose.id, used.id, 'nobody']);
    expect(files()).toBe(1);
    expect(() => store.get(loose.id)).toThrow(/not in the library/u);
    expect(store.get(used.id).byteLength).toBe(4);
    database.close();
    expect(problemsIn(folder)).toEqual([]);
  });

  it('of a library that was set aside are never deleted', async () => {
    await using fixture = await createBackendFixture();
    const files = () => globSync('files/*/*', { cwd: fixture.dataFolder });
    await fixture.importPhoto(await noisePng(44, 33));
    await fixture.backend().close();
    await writeFile(join(fixture.dataFolder, 'library.db'), 'x'.repeat(9000));
    await fixture.restart();
    expect((await fixture.client().app.info()).recovery).toMatchObject({ reason: 'damaged' });
    expect(files()).toHaveLength(1);
    await fixture.restart();
    await fixture.backend().tend();
    expect(files()).toHaveLength(1);
  });
});
