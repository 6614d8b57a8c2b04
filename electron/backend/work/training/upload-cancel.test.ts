/** Tests orders that come while a file is looked at before it is sent. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { createBackendFixture, type BackendFixture } from '../../../testing/backend-fixture.ts';
import {
  startTrainingService,
  writeFiles,
  type TrainingService,
} from '../../../testing/training.ts';
import { rowsOf, untilNone, untilSummary, WHOLE_LIST } from '../../../testing/training-list.ts';

const ALL = { view: WHOLE_LIST };

let training: TrainingService;
let fixture: BackendFixture;

beforeEach(async () => {
  training = await startTrainingService();
  fixture = await createBackendFixture({ service: training.target });
  const folder = join(fixture.folder, 'set');
  await writeFiles(folder, { 'a.png': undefined, 'b.png': undefined });
  await fixture.backend().training.addPaths([folder]);
  await untilNone(fixture, 'checking');
});

/** Gives both orders before the disk has answered, and waits until nothing is under way. */
async function orderAnd(order: () => Promise<unknown>): Promise<void> {
  const orders = fixture.client().training;
  await Promise.all([orders.upload({ selection: ALL }), order()]);
  await untilSummary(fixture, ({ active }) => active.length === 0);
}

it('cancelled files are not sent', async () => {
  await orderAnd(() => fixture.client().training.cancel({ selection: ALL }));
  expect((await rowsOf(fixture)).map(({ state }) => state)).toEqual(['ready', 'ready']);
  expect(await training.assets()).toEqual([]);
});

it('cancelled files stay cancelled when one of them is gone', async () => {
  await rm(join(fixture.folder, 'set', 'a.png'));
  await orderAnd(() => fixture.client().training.cancel({ selection: ALL }));
  expect((await rowsOf(fixture)).map(({ state }) => state)).toEqual(['ready', 'ready']);
});

it('removed files are not sent before they are brought back', async () => {
  await orderAnd(() => fixture.client().training.remove({ selection: ALL }));
  expect(await training.assets()).toEqual([]);
  const removed = { ...WHOLE_LIST, filter: 'removed' } as const;
  await fixture.client().training.restoreRows({ selection: { view: removed } });
  await untilSummary(fixture, ({ counts }) => counts.done === 2);
});
