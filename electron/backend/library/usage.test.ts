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

const patchesOf = async (photoId: string) => (await client().photos.get({ photoId })).patches;
const idsOf = async (photoId: string) => (await patchesOf(photoId)).map(({ id }) => id);
const setState = (
  photoId: string,
  patchId: string | undefined,
  state: 'applied' | 'hidden' | 'deleted',
  mask: 'keep' | 'restore' = 'keep',
) => client().photos.setPatchState({ photoId, patchId: patchId ?? '', state, mask });

/** Three results, of which the first and the last are hidden. */
async function threeResults(): Promise<{ photoId: string; ids: readonly string[] }> {
  const { id: photoId } = await paintedPhoto(fixture, RECT);
  for (let count = 0; count < 3; count++) {
    if (count > 0) await fixture.paint(photoId, RECT);
    await fixture.cleanUp(photoId);
  }
  const ids = await idsOf(photoId);
  for (const patchId of [ids[0], ids[2]]) await setState(photoId, patchId, 'hidden');
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
    expect(await idsOf(photoId)).toEqual([ids[1], ids[2]]);
  });

  it('never removes shown results, however small it is', async () => {
    const { photoId, ids } = await threeResults();
    enlarge(ids, 900_000_000);
    await client().settings.update({ resultsMegabytes: 100 });
    expect(await idsOf(photoId)).toEqual([ids[1]]);
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
    await fixture.cleanUp(photoId);
    await expect.poll(() => idsOf(photoId)).not.toContain(ids[0]);
    expect(await idsOf(photoId)).toContain(ids[2]);
  });
});

describe('a deleted result', () => {
  it('is in no list and can be restored until the program closes; its number is not reused', async () => {
    const { photoId, ids } = await threeResults();
    await setState(photoId, ids[1], 'deleted');
    expect(await idsOf(photoId)).toEqual([ids[0], ids[2]]);
    await client().photos.setPatchStates({ photoId, patchIds: ids, state: 'hidden' });
    expect(await idsOf(photoId)).toEqual([ids[0], ids[2]]);
    await setState(photoId, ids[1], 'applied');
    expect(await patchesOf(photoId)).toMatchObject([
      { number: 1, state: 'hidden' },
      { number: 2, state: 'applied' },
      { number: 3, state: 'hidden' },
    ]);
    await setState(photoId, ids[1], 'deleted');
    await fixture.restart();
    await expect(setState(photoId, ids[1], 'applied')).rejects.toMatchObject({
      data: { kind: 'not-found' },
    });
    await fixture.paint(photoId, RECT);
    await fixture.cleanUp(photoId);
    expect((await patchesOf(photoId)).map(({ number }) => number)).toEqual([1, 3, 4]);
    expect(problemsIn(fixture.dataFolder)).toEqual([]);
  });

  it('is removed before hidden ones when space is needed', async () => {
    const { photoId, ids } = await threeResults();
    await setState(photoId, ids[2], 'deleted');
    enlarge(ids, 90_000_000);
    await client().settings.update({ resultsMegabytes: 200 });
    expect(await idsOf(photoId)).toEqual([ids[0], ids[1]]);
  });
});

describe('hiding a result above the limit', () => {
  it('removes older hidden results, not the one that was just hidden', async () => {
    const { photoId, ids } = await threeResults();
    enlarge(ids, 2_500_000_000);
    await setState(photoId, ids[1], 'hidden', 'restore');
    expect(await idsOf(photoId)).toEqual([ids[1]]);
    expect((await fixture.mask(photoId)).length).toBe(1);
  });
});

describe('removing hidden results', () => {
  it('keeps shown ones, and reports the number removed', async () => {
    const { photoId, ids } = await threeResults();
    expect(await client().library.removeHidden()).toBe(2);
    expect(await idsOf(photoId)).toEqual([ids[1]]);
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
    return await idsOf(photoId);
  }

  /** A result, then another try at its place in its stead. */
  async function twoVariants() {
    await fixture.connectAccount({ cleanup: 250 });
    const { id: photoId } = await paintedPhoto(fixture, RECT);
    await fixture.cleanUp(photoId);
    const [first] = await patchesOf(photoId);
    const again = { photoId, patchId: first?.id ?? '', grow: 2, stored: 'use' } as const;
    await fixture.until((await client().cleanup.runPatchAgain(again)).jobIds[0] ?? '');
    const [, second] = await patchesOf(photoId);
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
    await setState(photoId, second.id, 'hidden');
    expect(await tendAt(second.lookedAt + 100 * WEEK, photoId)).toHaveLength(2);
    await setState(photoId, first.id, 'applied');
    const [shown] = await patchesOf(photoId);
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
    const [patch] = await patchesOf(photoId);
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
    const { id: photoId, cleanedUrl } = await paintedPhoto(fixture, RECT);
    await fixture.cleanUp(photoId);
    const second = { x: 70, y: 50, width: 5, height: 5 };
    await fixture.paint(photoId, second);
    await fixture.cleanUp(photoId);
    const cleaned = async () => {
      const answer = await fixture.media(cleanedUrl);
      return decodeMaskTiles(new Uint8Array(await answer.arrayBuffer()));
    };
    expect(await cleaned()).toEqual(tilesOf(RECT, second));
    const [first] = await idsOf(photoId);
    await setState(photoId, first, 'hidden');
    expect(await cleaned()).toEqual(tilesOf(second));
  });
});
