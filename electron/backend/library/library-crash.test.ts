/** Kills a process while photos are imported, masks painted and results stored. */
import { describe, expect, it } from 'vitest';
import type { Rect } from '../../../shared/geometry/rect.ts';
import {
  createCrashBench,
  type CrashBench,
  type CrashingBackend,
} from '../../testing/crashing-backend.ts';
import { byDepth } from '../../testing/depth.ts';
import { pixelSet, tilesOf } from '../../testing/masks.ts';
import { startScriptedService } from '../../testing/scripted-service.ts';

/** After how many acknowledged steps, and how long after the last of them, ms. */
const MOMENTS = byDepth<readonly (readonly [number, number])[]>(
  [
    [2, 3],
    [6, 7],
  ],
  [
    [1, 0],
    [2, 3],
    [3, 12],
    [6, 7],
    [10, 1],
  ],
);

/** The steps that the process reported before it died. */
interface Acknowledged {
  readonly photoId: string;
  readonly seed: number;
  readonly painted: Rect[];
  jobId?: string;
}

/** Imports, paints and runs; the process dies a moment after a number of steps was acknowledged. */
async function workUntilKilled(
  bench: CrashBench,
  steps: number,
  milliseconds: number,
): Promise<Acknowledged[]> {
  await using process = await bench.start();
  const done: Acknowledged[] = [];
  let left = steps;
  const ask: CrashingBackend['ask'] = async (command) => {
    const reply = await process.ask(command);
    if (--left === 0) setTimeout(() => void process.kill(), milliseconds);
    return reply;
  };
  try {
    for (let seed = 1; ; seed++) {
      const rect = { x: seed, y: 2, width: 30, height: 20 };
      const size = { width: 90 + seed, height: 70 };
      const { photoId = '' } = await ask({ kind: 'paint-photo', rect, size, seed });
      const photo: Acknowledged = { photoId, seed, painted: [rect] };
      done.push(photo);
      const second = { x: 60, y: 40, width: 5, height: 5 };
      await ask({ kind: 'paint', photoId, rect: second });
      photo.painted.push(second);
      const { jobId } = await ask({ kind: 'run', photoId });
      if (jobId !== undefined) photo.jobId = jobId;
    }
  } catch {
    await process.kill();
    return done;
  }
}

describe('a process that is killed during its work', () => {
  it('loses nothing that it reported done, and leaves a sound library', async () => {
    await using service = await startScriptedService();
    for (const [steps, milliseconds] of MOMENTS) {
      const bench = createCrashBench(service);
      const acknowledged = await workUntilKilled(bench, steps, milliseconds);
      expect(acknowledged.length).toBeGreaterThanOrEqual(Math.ceil(steps / 3));
      await using fixture = await bench.reopen();
      await fixture.backend().whenIdle();
      for (const { photoId, seed, painted, jobId } of acknowledged) {
        const photo = await fixture.client().photos.get({ photoId });
        expect(photo).toMatchObject({ name: `noise ${seed}.png`, width: 90 + seed });
        expect((await fixture.media(photo.url)).status).toBe(200);
        const kept = pixelSet(await fixture.mask(photoId));
        for (const patch of photo.patches) {
          for (const pixel of pixelSet(tilesOf(patch.rect))) kept.add(pixel);
        }
        const missing = [...pixelSet(tilesOf(...painted))].filter((pixel) => !kept.has(pixel));
        expect(missing, 'painted and acknowledged').toEqual([]);
        if (jobId !== undefined) {
          expect(['done', 'unknown']).toContain((await fixture.job(jobId)).state);
        }
      }
      bench.expectSound();
    }
  });
});
