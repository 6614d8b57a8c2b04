/** Tests files that come back to the list, or whose like has left it. */
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { createBackendFixture, type BackendFixture } from '../../../testing/backend-fixture.ts';
import { noisePng } from '../../../testing/pictures.ts';
import {
  startTrainingService,
  writeFiles,
  type TrainingService,
} from '../../../testing/training.ts';
import { rowsOf, untilNone, WHOLE_LIST } from '../../../testing/training-list.ts';

const ALL = { view: WHOLE_LIST };

let training: TrainingService;
let fixture: BackendFixture;
let folder = '';

beforeEach(async () => {
  training = await startTrainingService();
  fixture = await createBackendFixture({ service: training.target });
  folder = join(fixture.folder, 'set');
});

it('a file that is put back is checked, although it was removed before its turn', async () => {
  const orders = fixture.client().training;
  const large = await noisePng(2400, 2400, 1);
  await writeFiles(folder, { 'a.png': large, 'b.png': large, 'c.png': undefined });
  await fixture.backend().training.addPaths([folder]);
  // two are checked at a time
  const { removalId } = await orders.remove({ selection: ALL });
  const removed = { ...WHOLE_LIST, filter: 'removed' } as const;
  const unchecked = async () =>
    (await rowsOf(fixture, removed)).flatMap(({ name, state }) =>
      state === 'checking' ? name : [],
    );
  await expect.poll(unchecked).toEqual(['c.png']);
  await orders.restore({ removalId });
  await untilNone(fixture, 'checking');
});

it('a file is uploaded although the one that it equals was removed from the list', async () => {
  const orders = fixture.client().training;
  const twice = await noisePng(160, 140, 1);
  await writeFiles(folder, { 'a.png': twice, 'b.png': twice });
  await fixture.backend().training.addPaths([folder]);
  await untilNone(fixture, 'checking');
  const first = (await rowsOf(fixture)).find(({ state }) => state === 'ready');
  const { removalId } = await orders.remove({ selection: { ids: [first?.id ?? 0] } });
  await untilNone(fixture, 'checking');
  expect((await rowsOf(fixture)).map(({ state }) => state)).toEqual(['ready']);
  // with both back, the content is uploaded once
  await orders.restore({ removalId });
  await orders.upload({ selection: ALL });
  await untilNone(fixture, 'checking', 'ready', 'waiting', 'sending', 'finishing');
  expect(await training.assets()).toHaveLength(1);
});
