/** Kills a process during uploads: nothing is lost or uploaded twice. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createCrashBench } from '../../../testing/crashing-backend.ts';
import { byDepth } from '../../../testing/depth.ts';
import { startTrainingService, writeFiles } from '../../../testing/training.ts';
import { rowsOf, untilNone } from '../../../testing/training-list.ts';

const FILES = Object.fromEntries(
  Array.from({ length: 8 }, (_, index) => [`${index}.png`, undefined]),
);

it.each(byDepth([3], [0, 1, 2, 3, 4, 5, 6, 7]))(
  'resumes uploads after a kill when %i files are stored',
  async (number) => {
    await using training = await startTrainingService();
    const stored = async () => (await training.assets()).filter(({ upload }) => upload !== null);
    const bench = createCrashBench(training.target);
    const folder = join(bench.folder, 'set');
    await writeFiles(folder, FILES);
    await using process = await bench.start();
    await process.ask({ kind: 'train', folder });
    await expect
      .poll(async () => (await stored()).length, { interval: 1 })
      .toBeGreaterThanOrEqual(number);
    await process.kill();

    // the next start goes on by itself
    await using fixture = await bench.reopen();
    await untilNone(fixture, 'waiting', 'sending', 'finishing');
    const assets = await stored();
    const contents = assets.map(({ upload }) => upload?.sha256);
    expect(new Set(contents).size).toBe(contents.length);
    const rows = await rowsOf(fixture);
    expect(rows).toHaveLength(8);
    for (const { name, state, assetId } of rows) {
      expect([name, ['done', 'unknown']]).toEqual([name, expect.arrayContaining([state])]);
      // one that is unknown may be there, under the id that is known
      const asset = assets.find(({ assets_id: id }) => String(id) === assetId);
      if (state === 'done') expect([name, asset?.upload?.bytes]).not.toEqual([name, undefined]);
    }
  },
  60_000,
);
