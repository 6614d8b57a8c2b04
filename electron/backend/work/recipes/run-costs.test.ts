/** Counts what each file of a run costs besides its pixels. */
import { join } from 'node:path';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import sharp from 'sharp';
import { beforeEach, expect, it, vi } from 'vitest';
import type { RecipeStep } from '../../../../shared/contract/recipes.ts';
import type { BackendFixture } from '../../../testing/backend-fixture.ts';
import { pictureFile, runOn, saveStep } from '../../../testing/recipes.ts';
import { startScriptedBackend } from '../../../testing/scripted-backend.ts';
import { answerBody } from '../../../testing/scripted-service.ts';

const STEPS: readonly RecipeStep[] = [
  { kind: 'remove-text', detail: 'full', where: 'whole' },
  { kind: 'crop', turn: 0, mirror: true },
  saveStep(),
];

let fixture: BackendFixture;

beforeEach(async () => {
  ({ fixture } = await startScriptedBackend({
    script: ({ image, answerWith }) => answerWith(200, answerBody(image)),
  }));
});

async function runFiles(...seeds: readonly number[]) {
  const folder = join(fixture.folder, 'in');
  const size = { width: 60, height: 40 };
  const paths = await Promise.all(
    seeds.map((seed) => pictureFile(folder, `${seed}.png`, size, seed)),
  );
  return (await runOn(fixture, paths, ...STEPS)).files;
}

it('makes the thumbnail of a picture between steps when it is first shown', async () => {
  const [file] = await runFiles(1);
  const { photoId = '', thumbnailUrl = '' } = file?.after ?? {};
  expect(photoId).not.toBe(file?.before?.photoId);
  expect(await fixture.client().photos.get({ photoId })).not.toHaveProperty('thumbnailUrl');
  const shown = await fixture.media(thumbnailUrl);
  expect(await sharp(await shown.arrayBuffer()).metadata()).toMatchObject({
    format: 'webp',
    width: 60,
  });
  expect(shown.headers.get('cache-control')).toContain('immutable');
});

/** Counts commits that wait for the disk. */
function countFlushes(): { commits: number } {
  const flushed = { commits: 0 };
  let isFull = true;
  let isInside = false;
  const { exec } = DatabaseSync.prototype;
  vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function (this: DatabaseSync, sql) {
    exec.call(this, sql);
    if (sql.startsWith('PRAGMA synchronous')) isFull = sql.endsWith('FULL');
    if (sql.startsWith('BEGIN')) isInside = true;
    if (sql === 'COMMIT' && isFull) flushed.commits += 1;
    if (sql === 'COMMIT' || sql === 'ROLLBACK') isInside = false;
  });
  const { run } = StatementSync.prototype;
  vi.spyOn(StatementSync.prototype, 'run').mockImplementation(function (
    this: StatementSync,
    ...values
  ) {
    const done = run.apply(this, values);
    if (!isInside && isFull && done.changes !== 0) flushed.commits += 1;
    return done;
  });
  return flushed;
}

it('waits for the disk with at most 14 commits a file', async () => {
  const flushed = countFlushes();
  await runFiles(1, 2, 3, 4);
  expect(flushed.commits).toBeLessThanOrEqual(4 * 14);
});
