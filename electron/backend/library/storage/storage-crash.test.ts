/** Kills a process while the library is moved or restored. */
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { BackendFixture } from '../../../testing/backend-fixture.ts';
import {
  createCrashBench,
  type Command,
  type CrashBench,
} from '../../../testing/crashing-backend.ts';
import { byDepth } from '../../../testing/depth.ts';
import type { Death } from '../../../testing/die-before.ts';
import { problemsIn } from '../../../testing/integrity.ts';
import { noisePng } from '../../../testing/pictures.ts';
import { startScriptedService, type ScriptedService } from '../../../testing/scripted-service.ts';
import { readLibraryLocation } from '../open-library-location.ts';

let service: ScriptedService;
let bench: CrashBench;

beforeEach(async () => {
  service = await startScriptedService();
  bench = createCrashBench(service);
});

const moved = () => join(bench.folder, 'moved');
const PHOTOS = ['a.png', 'bc.png', 'def.png'] as const;

const openFixture = () => bench.reopen({ ports: { chooseFolder: undefined } });

async function addPhotos(fixture: BackendFixture, names: readonly string[]): Promise<void> {
  for (const name of names) {
    // a size for each name: the same bytes would be the same photo
    const { id } = await fixture.importPhoto(await noisePng(40 + name.length, 48), name);
    await fixture.client().photos.open({ photoId: id });
  }
}

async function namesIn(fixture: BackendFixture): Promise<readonly string[]> {
  return (await fixture.client().photos.recent()).map(({ name }) => name).toSorted();
}

async function untilDone(fixture: BackendFixture): Promise<void> {
  await vi.waitFor(async () =>
    expect(await fixture.client().storage.work()).toMatchObject({ state: 'done' }),
  );
}

async function fillLibrary(): Promise<void> {
  await using fixture = await openFixture();
  await addPhotos(fixture, PHOTOS);
}

async function dieAt(death: Death, command?: Command): Promise<void> {
  async function work(): Promise<void> {
    await using process = await bench.start(death);
    if (command !== undefined) await process.ask(command);
  }
  await expect(work()).rejects.toThrow('The process has ended: SIGKILL');
}

/** Nothing of the library in use is lost. */
async function expectUntouched(fixture: BackendFixture): Promise<void> {
  expect((await fixture.client().storage.read({})).folder).toBe(bench.dataFolder);
  expect(await namesIn(fixture)).toEqual(PHOTOS);
}

describe('a process that is killed while it moves the library', () => {
  const FIRST_COPY = byDepth<readonly Death[]>(
    [
      { call: 'copyFile', of: '/moved/files/', at: 2 },
      { call: 'renameSync', of: 'library.json', at: 1 },
    ],
    [
      { call: 'copyFile', of: '/moved/files/', at: 1 },
      { call: 'copyFile', of: '/moved/files/', at: 3 },
      { call: 'rename', of: '/moved/files/', at: 1 },
      { call: 'rename', of: '/moved/files/', at: 3 },
      { call: 'writeFileSync', of: 'library.json', at: 1 },
      { call: 'renameSync', of: 'library.json', at: 1 },
    ],
  );
  it.each(FIRST_COPY)('at the first copy, $call $of $at: resumes there', async (death) => {
    await fillLibrary();
    await dieAt(death, { kind: 'move', to: moved() });
    expect(await readdir(moved())).not.toEqual([]);
    bench.expectSound();
    await using fixture = await openFixture();
    await expectUntouched(fixture);
    await fixture.client().storage.move({ typed: moved() });
    await untilDone(fixture);
    await fixture.restart();
    expect((await fixture.client().storage.read({})).folder).toBe(moved());
    expect(await namesIn(fixture)).toEqual(PHOTOS);
    await fixture.restart({
      whileClosed: () => Promise.resolve(expect(problemsIn(moved())).toEqual([])),
    });
  });

  const SWITCH = byDepth<readonly Death[]>(
    [
      { call: 'copyFile', of: '/moved/files/', at: 1 },
      { call: 'renameSync', of: 'library.json', at: 1 },
    ],
    [
      { call: 'copyFile', of: '/moved/files/', at: 1 },
      { call: 'rename', of: '/moved/files/', at: 1 },
      { call: 'copyFile', of: '/moved/library.db', at: 1 },
      { call: 'renameSync', of: '/moved/library.db', at: 1 },
      { call: 'rmSync', of: '/moved/library.moving', at: 1 },
      { call: 'writeFileSync', of: 'library.json', at: 1 },
      { call: 'renameSync', of: 'library.json', at: 1 },
    ],
  );
  it.each(SWITCH)('at the next start, $call $of $at: the start after it resumes', async (death) => {
    await fillLibrary();
    {
      await using fixture = await openFixture();
      await fixture.client().storage.move({ typed: moved() });
      await untilDone(fixture);
      await addPhotos(fixture, ['late1.png']); // for the second copy
    }
    await dieAt(death);
    expect(readLibraryLocation(bench.dataFolder)).toMatchObject({ order: { kind: 'move' } });
    expect(readLibraryLocation(bench.dataFolder).folder).toBeUndefined();
    bench.expectSound();
    await using fixture = await openFixture();
    const { folder: now, earlier, failure } = await fixture.client().storage.read({});
    expect({ now, earlier, failure }).toEqual({ now: moved(), earlier: [bench.dataFolder] });
    expect(await namesIn(fixture)).toEqual([...PHOTOS, 'late1.png']);
    expect(existsSync(join(moved(), 'library.moving'))).toBe(false);
    await fixture.restart({
      whileClosed: () => Promise.resolve(expect(problemsIn(moved())).toEqual([])),
    });
  });
});

describe('a process that is killed while it restores a backup', () => {
  const MOMENTS = byDepth<readonly Death[]>(
    [{ call: 'open', of: '.part/files/', at: 2 }],
    [
      { call: 'open', of: '.part/library.db', at: 1 },
      { call: 'open', of: '.part/files/', at: 2 },
      { call: 'rename', of: '/restored/', at: 1 },
      { call: 'renameSync', of: 'library.json', at: 1 },
    ],
  );
  it.each(MOMENTS)('at $call $of $at: can restore the backup again', async (death) => {
    const file = join(bench.folder, 'all.gessobackup');
    {
      await using fixture = await openFixture();
      await addPhotos(fixture, PHOTOS.slice(0, 2));
      await fixture.client().storage.backUp({ typed: file });
      await untilDone(fixture);
      await addPhotos(fixture, PHOTOS.slice(2));
    }
    await dieAt(death, { kind: 'restore', file });
    bench.expectSound();
    await using fixture = await openFixture();
    await expectUntouched(fixture);
    const left = async () => await readdir(join(bench.dataFolder, 'restored'));
    await vi.waitFor(async () =>
      expect((await left()).filter((name) => name.endsWith('.part'))).toEqual([]),
    );
    await fixture.client().storage.restore({ typed: file });
    await untilDone(fixture);
    await fixture.restart();
    expect(await namesIn(fixture)).toEqual(PHOTOS.slice(0, 2));
    await fixture.client().storage.goBackTo({ folder: bench.dataFolder });
    await fixture.restart();
    await expectUntouched(fixture);
  });

  const OF_BACKUP = byDepth<readonly Death[]>(
    [{ call: 'renameSync', of: 'library.db.restored', at: 1 }],
    [
      { call: 'copyFile', of: 'before-restore-', at: 1 },
      { call: 'writeFileSync', of: 'library.restoring', at: 1 },
      { call: 'renameSync', of: 'library.db.restored', at: 1 },
      { call: 'rmSync', of: 'library.json', at: 1 },
    ],
  );
  it.each(OF_BACKUP)(
    'of the database, at $call $of $at: the next start completes it',
    async (death) => {
      await fillLibrary();
      {
        await using fixture = await openFixture();
        const [backup] = (await fixture.client().storage.read({})).backups;
        await addPhotos(fixture, ['late1.png']);
        await fixture.client().storage.restoreBackup({ name: backup?.name ?? '' });
      }
      await dieAt(death);
      bench.expectSound();
      await using fixture = await openFixture();
      const { failure, order, backups } = await fixture.client().storage.read({});
      expect({ failure, order }).toEqual({});
      expect(backups.some(({ kind }) => kind === 'before-restore')).toBe(true);
      // the picture that the backup does not know becomes a photo again
      await vi.waitFor(async () => expect(await namesIn(fixture)).toHaveLength(4));
    },
  );
});
