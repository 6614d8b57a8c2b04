import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createBackendFixture,
  paintedPhoto,
  type BackendFixture,
} from '../../testing/backend-fixture.ts';
import { problemsIn } from '../../testing/integrity.ts';
import { startScriptedService, type ScriptedService } from '../../testing/scripted-service.ts';

let service: ScriptedService;
let fixture: BackendFixture;

beforeEach(async () => {
  service = await startScriptedService();
  fixture = await createBackendFixture({ service });
});
afterEach(async () => {
  await fixture[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
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
  const database = new DatabaseSync(join(fixture.dataFolder, 'library.db'));
  const set = database.prepare(
    'UPDATE files SET byte_length = ? WHERE id = (SELECT overlay_file_id FROM patches WHERE id = ?)',
  );
  for (const id of patchIds) set.run(bytes, id);
  database.close();
}

describe('what the library takes', () => {
  it('is counted by what it belongs to', async () => {
    await threeResults();
    const usage = await client().library.usage();
    expect(usage).toMatchObject({ resultCount: 3, hiddenResultCount: 2 });
    expect(usage.photoBytes).toBeGreaterThan(10_000);
    expect(usage.resultBytes).toBeGreaterThan(usage.hiddenResultBytes);
    expect(usage.hiddenResultBytes).toBeGreaterThan(0);
    expect(usage.otherBytes).toBe(0);
    expect(problemsIn(fixture.dataFolder)).toEqual([]);
  });
});

describe('the limit for results', () => {
  it('takes hidden ones out, the oldest first, as many as needed', async () => {
    const { photoId, ids } = await threeResults();
    enlarge(ids, 90_000_000);
    await client().settings.update({ resultsMegabytes: 200 });
    const left = (await client().photos.get({ photoId })).patches.map(({ id }) => id);
    expect(left).toEqual([ids[1], ids[2]]);
  });

  it('never takes what is shown, however small it is', async () => {
    const { photoId, ids } = await threeResults();
    enlarge(ids, 900_000_000);
    await client().settings.update({ resultsMegabytes: 100 });
    expect((await client().photos.get({ photoId })).patches).toMatchObject([{ id: ids[1] }]);
    const usage = await client().library.usage();
    expect(usage.resultBytes).toBeGreaterThan(usage.resultLimitBytes);
  });

  it('holds after each new result', async () => {
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
