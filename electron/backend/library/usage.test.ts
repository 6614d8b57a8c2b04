import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { paintedPhoto, type BackendFixture } from '../../testing/backend-fixture.ts';
import { startScriptedBackend } from '../../testing/scripted-backend.ts';
import { decodeMaskTiles } from '../../../shared/mask/mask-tiles.ts';
import { tilesOf } from '../../testing/masks.ts';
import { createMaskStore } from './mask-store.ts';
import { openFileStore } from './file-store.ts';
import { createPatchStore } from './patch-store.ts';
import { createUsage, type Usage } from './usage.ts';
import { problemsIn } from '../../testing/integrity.ts';

let fixture: BackendFixture;

beforeEach(async () => {
  ({ fixture } = await startScriptedBackend());
});

const client = () => fixture.client();
const RECT = { x: 40, y: 30, width: 20, height: 10 };

/** Three results, of which the first and the last are hidden. */
async function threeResults(): Promise<{ photoId: string; ids: readonly string[] }> {
  const { id: photoId } = await paintedPhoto(fixture, RECT);
  for (let count = 0; count < 3; count++) {
    if (count > 0) await fixture.paint(photoId, RECT);
    await fixture.until((await client().cleanup.run({ photoId })).jobId);
  }
  const ids = (await client().photos.get({ photoId })).patches.map(({ id }) => id);
  for (const patchId of [ids[0] ?? '', ids[2] ?? '']) {
    await client().photos.setPatchState({ photoId, patchId, state: 'hidden', mask: 'keep' });
  }
  return { photoId, ids };
}

/** As if the files of results were as large as a camera's. */
function enlarge(patchIds: readonly string[], bytes: number): void {
  fixture.sql((database) => {
    const set = database.prepare(
      'UPDATE files SET byte_length = ? WHERE id = (SELECT overlay_file_id FROM patches WHERE id = ?)',
    );
    for (const id of patchIds) set.run(bytes, id);
  });
}

async function withUsage(
  { limitBytes = () => Infinity, now = Date.now },
  work: (usage: Usage) => void,
): Promise<void> {
  const database = new DatabaseSync(join(fixture.dataFolder, 'library.db'));
  const files = await openFileStore(database, fixture.dataFolder);
  const patches = createPatchStore({ database, files, masks: createMaskStore(database) });
  work(createUsage({ database, patches, limitBytes, now }));
  database.close();
}

describe('the size limit for results', () => {
  it('removes the oldest hidden results, as many as needed', async () => {
    const { photoId, ids } = await threeResults();
    enlarge(ids, 90_000_000);
    await client().settings.update({ resultsMegabytes: 200 });
    const left = (await client().photos.get({ photoId })).patches.map(({ id }) => id);
    expect(left).toEqual([ids[1], ids[2]]);
  });

  it('never removes shown results, however small it is', async () => {
    const { photoId, ids } = await threeResults();
    enlarge(ids, 900_000_000);
    await client().settings.update({ resultsMegabytes: 100 });
    expect((await client().photos.get({ photoId })).patches).toMatchObject([{ id: ids[1] }]);
    const usage = await client().library.usage();
    expect(usage.resultBytes).toBeGreaterThan(usage.resultLimitBytes);
  });

  it('measures results once while they fit, however many are hidden', async () => {
    await threeResults();
    const limitBytes = vi.fn(() => 1e9);
    await withUsage({ limitBytes }, (usage) => expect(usage.keepWithinLimit()).toBe(0));
    expect(limitBytes).toHaveBeenCalledTimes(1);
  });

  it('applies after each new result', async () => {
    await client().settings.update({ resultsMegabytes: 100 });
    const { photoId, ids } = await threeResults();
    enlarge(ids.slice(0, 1), 300_000_000);
    await fixture.paint(photoId, RECT);
    await fixture.until((await client().cleanup.run({ photoId })).jobId);
    const left = async () => (await client().photos.get({ photoId })).patches.map(({ id }) => id);
    await expect.poll(left).not.toContain(ids[0]);
    expect(await left()).toContain(ids[2]);
  });
});

describe('a deleted result', () => {
  const del = (photoId: string, patchId: string) =>
    client().photos.setPatchState({ photoId, patchId, state: 'deleted', mask: 'keep' });
  const shownIds = async (photoId: string) =>
    (await client().photos.get({ photoId })).patches.map(({ id }) => id);

  it('is in no list and can be restored until the program closes; its number is not reused', async () => {
    const { photoId, ids } = await threeResults();
    await del(photoId, ids[1] ?? '');
    expect(await shownIds(photoId)).toEqual([ids[0], ids[2]]);
    await client().photos.setPatchStates({ photoId, patchIds: ids, state: 'hidden' });
    expect(await shownIds(photoId)).toEqual([ids[0], ids[2]]);
    await client().photos.setPatchState({
      photoId,
      patchId: ids[1] ?? '',
      state: 'applied',
      mask: 'keep',
    });
    expect((await client().photos.get({ photoId })).patches).toMatchObject([
      { number: 1, state: 'hidden' },
      { number: 2, state: 'applied' },
      { number: 3, state: 'hidden' },
    ]);
    await del(photoId, ids[1] ?? '');
    await fixture.restart();
    const back = client().photos.setPatchState({
      photoId,
      patchId: ids[1] ?? '',
      state: 'applied',
      mask: 'keep',
    });
    await expect(back).rejects.toMatchObject({ data: { kind: 'not-found' } });
    await fixture.paint(photoId, RECT);
    await fixture.until((await client().cleanup.run({ photoId })).jobId);
    const { patches } = await client().photos.get({ photoId });
    expect(patches.map(({ number }) => number)).toEqual([1, 3, 4]);
    expect(problemsIn(fixture.dataFolder)).toEqual([]);
  });

  it('is removed before hidden ones when space is needed', async () => {
    const { photoId, ids } = await threeResults();
    await del(photoId, ids[2] ?? '');
    enlarge(ids, 90_000_000);
    await client().settings.update({ resultsMegabytes: 200 });
    expect(await shownIds(photoId)).toEqual([ids[0], ids[1]]);
  });
});

describe('hiding a result above the limit', () => {
  it('removes older hidden results, not the one that was just hidden', async () => {
    const { photoId, ids } = await threeResults();
    enlarge(ids, 2_500_000_000);
    await client().photos.setPatchState({
      photoId,
      patchId: ids[1] ?? '',
      state: 'hidden',
      mask: 'restore',
    });
    const left = (await client().photos.get({ photoId })).patches.map(({ id }) => id);
    expect(left).toEqual([ids[1]]);
    expect((await fixture.mask(photoId)).length).toBe(1);
  });
});

describe('removing hidden results', () => {
  it('keeps shown ones, and reports the number removed', async () => {
    const { photoId, ids } = await threeResults();
    expect(await client().library.removeHidden()).toBe(2);
    const left = (await client().photos.get({ photoId })).patches.map(({ id }) => id);
    expect(left).toEqual([ids[1]]);
    const usage = await client().library.usage();
    expect(usage).toMatchObject({ hiddenResultBytes: 0, hiddenResultCount: 0, resultCount: 1 });
    expect(problemsIn(fixture.dataFolder)).toEqual([]);
  });
});

describe('rejected variants', () => {
  const WEEK = 7 * 24 * 60 * 60_000;
  /** Tends the library at this moment. @returns the ids that are left */
  async function tendAt(at: number, photoId: string): Promise<readonly string[]> {
    await withUsage({ now: () => at }, (usage) => usage.removeVariants());
    return (await client().photos.get({ photoId })).patches.map(({ id }) => id);
  }

  /** A result, then another try at its place in its stead. */
  async function twoVariants() {
    await fixture.connectAccount({ cleanup: 250 });
    const { id: photoId } = await paintedPhoto(fixture, RECT);
    await fixture.until((await client().cleanup.run({ photoId })).jobId);
    const [first] = (await client().photos.get({ photoId })).patches;
    const again = { photoId, patchId: first?.id ?? '', grow: 2, stored: 'use' } as const;
    await fixture.until((await client().cleanup.runPatchAgain(again)).jobIds[0] ?? '');
    const [, second] = (await client().photos.get({ photoId })).patches;
    if (first === undefined || second === undefined) throw new Error('There are no two results.');
    return { photoId, first, second };
  }

  it('are removed a week after they were viewed; their jobs stay, with their cost', async () => {
    const { photoId, first, second } = await twoVariants();
    const shownAt = second.lookedAt;
    expect(await tendAt(shownAt + WEEK - 1, photoId)).toEqual([first.id, second.id]);
    const { resultBytes } = await client().library.usage();
    expect(await tendAt(shownAt + WEEK, photoId)).toEqual([second.id]);
    expect((await client().library.usage()).resultBytes).toBeLessThan(resultBytes);
    expect(await fixture.job(first.jobId)).toMatchObject({ state: 'done', price: 250 });
    expect(problemsIn(fixture.dataFolder)).toEqual([]);
  });

  it('stay while none is shown, and start a new week when one is', async () => {
    const { photoId, first, second } = await twoVariants();
    const set = (patchId: string, state: 'applied' | 'hidden') =>
      client().photos.setPatchState({ photoId, patchId, state, mask: 'keep' });
    await set(second.id, 'hidden');
    expect(await tendAt(second.lookedAt + 100 * WEEK, photoId)).toHaveLength(2);
    await set(first.id, 'applied');
    const [shown] = (await client().photos.get({ photoId })).patches;
    const shownAt = shown?.lookedAt ?? 0;
    expect(await tendAt(shownAt + WEEK - 1, photoId)).toHaveLength(2);
    expect(await tendAt(shownAt + WEEK, photoId)).toEqual([first.id]);
  });

  it('do not include results made on top of each other', async () => {
    const { photoId, ids } = await threeResults();
    expect(await tendAt(Date.now() + 100 * WEEK, photoId)).toEqual(ids);
  });
});

describe('the preview of results in lists and over the photo', () => {
  it('is a small picture, bright where it changed, cached by the window', async () => {
    const { photoId } = await threeResults();
    const [patch] = (await client().photos.get({ photoId })).patches;
    const answer = await fixture.media(patch?.thumbnailUrl ?? '');
    expect(answer.headers.get('cache-control')).toContain('immutable');
    const { data, info } = await sharp(new Uint8Array(await answer.arrayBuffer()))
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(Math.max(info.width, info.height)).toBeLessThanOrEqual(112);
    const mean = (from: number, to: number): number => {
      const rows = data.subarray(
        from * info.width * info.channels,
        to * info.width * info.channels,
      );
      return rows.reduce((sum, value) => sum + value, 0) / rows.length;
    };
    const middle = Math.floor(info.height / 2);
    expect(mean(middle - 3, middle + 3)).toBeGreaterThan(1.2 * mean(0, 6));
    expect((await fixture.media('/media/patch-thumbnails/nothing')).status).toBe(404);
  });

  it('combines the masks of shown results', async () => {
    const photo = await paintedPhoto(fixture, RECT);
    await fixture.until((await client().cleanup.run({ photoId: photo.id })).jobId);
    const second = { x: 70, y: 50, width: 5, height: 5 };
    await fixture.paint(photo.id, second);
    await fixture.until((await client().cleanup.run({ photoId: photo.id })).jobId);
    const cleaned = async () => {
      const answer = await fixture.media(photo.cleanedUrl);
      return decodeMaskTiles(new Uint8Array(await answer.arrayBuffer()));
    };
    expect(await cleaned()).toEqual(tilesOf(RECT, second));
    const { patches } = await client().photos.get({ photoId: photo.id });
    await client().photos.setPatchStates({
      photoId: photo.id,
      patchIds: [patches[0]?.id ?? ''],
      state: 'hidden',
    });
    expect(await cleaned()).toEqual(tilesOf(second));
  });
});
