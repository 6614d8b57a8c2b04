/** Tests orders that come while files are checked or looked at before they are sent. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { noisePng } from '../../../testing/pictures.ts';
import {
  ALL,
  createTrainingBench,
  writeFiles,
  type TrainingBench,
} from '../../../testing/training.ts';
import { rowsOf, untilNone, untilSummary, WHOLE_LIST } from '../../../testing/training-list.ts';

const REMOVED = { ...WHOLE_LIST, filter: 'removed' } as const;

let bench: TrainingBench;
beforeEach(async () => {
  bench = await createTrainingBench();
});

const orders = () => bench.fixture.client().training;
const states = async () => (await rowsOf(bench.fixture)).map(({ state }) => state);

it('checks a file that is put back, although it was removed before its turn', async () => {
  const large = await noisePng(2400, 2400, 1);
  await writeFiles(bench.folder, { 'a.png': large, 'b.png': large, 'c.png': undefined });
  await bench.fixture.backend().training.addPaths([bench.folder]);
  // two are checked at a time
  const { removalId } = await orders().remove({ selection: ALL });
  const unchecked = async () =>
    (await rowsOf(bench.fixture, REMOVED)).flatMap(({ name, state }) =>
      state === 'checking' ? name : [],
    );
  await expect.poll(unchecked).toEqual(['c.png']);
  await orders().restore({ removalId });
  await untilNone(bench.fixture, 'checking');
});

it('uploads a file although the one that it equals was removed from the list', async () => {
  const twice = await noisePng(160, 140, 1);
  await bench.add({ 'a.png': twice, 'b.png': twice });
  const first = (await rowsOf(bench.fixture)).find(({ state }) => state === 'ready');
  const { removalId } = await orders().remove({ selection: { ids: [first?.id ?? 0] } });
  await untilNone(bench.fixture, 'checking');
  expect(await states()).toEqual(['ready']);
  // with both back, the content is uploaded once
  await orders().restore({ removalId });
  await bench.uploadAll();
  await untilNone(bench.fixture, 'ready');
  expect(await bench.training.assets()).toHaveLength(1);
});

it('counts the size of a converted file as that of its copy, in row, order and sum', async () => {
  const flat = { create: { width: 400, height: 300, channels: 3, background: 'red' } } as const;
  await bench.add({
    'flat.tif': await sharp(flat).tiff({ compression: 'none' }).toBuffer(),
    'noise.png': await noisePng(160, 140, 1),
  });
  await orders().convert({ selection: ALL, isFlattened: false });
  const { readyBytes } = await untilNone(bench.fixture, 'checking');
  const rows = await rowsOf(bench.fixture, { ...WHOLE_LIST, sort: 'size' });
  expect(rows.map(({ name }) => name)).toEqual(['noise.png', 'flat.tif']);
  expect(readyBytes).toBe(rows.reduce((sum, { byteLength }) => sum + byteLength, 0));
});

describe('an order before the disk has answered an upload', () => {
  beforeEach(() => bench.add({ 'a.png': undefined, 'b.png': undefined }));

  /** Gives both orders at once, and waits until nothing is under way. */
  async function uploadAnd(order: 'cancel' | 'remove'): Promise<void> {
    await Promise.all([orders().upload({ selection: ALL }), orders()[order]({ selection: ALL })]);
    await untilSummary(bench.fixture, ({ active }) => active.length === 0);
  }

  it.each([
    ['cancelled files', () => undefined],
    ['cancelled files of which one is gone', () => rm(join(bench.folder, 'a.png'))],
  ])('sends none of the %s', async (_, prepare) => {
    await prepare();
    await uploadAnd('cancel');
    expect(await states()).toEqual(['ready', 'ready']);
    expect(await bench.training.assets()).toEqual([]);
  });

  it('sends removed files only after they are brought back', async () => {
    await uploadAnd('remove');
    expect(await bench.training.assets()).toEqual([]);
    await orders().restoreRows({ selection: { view: REMOVED } });
    await untilSummary(bench.fixture, ({ counts }) => counts.done === 2);
  });
});
