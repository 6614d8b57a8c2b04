/** Tests files that come back to the list, or whose like has left it. */
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
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
afterEach(async () => {
  await fixture[Symbol.asyncDispose]();
  await training[Symbol.asyncDispose]();
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
