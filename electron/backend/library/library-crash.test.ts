/** Kills a process while photos are imported, masks painted and results stored. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Rect } from '../../../shared/geometry/rect.ts';
import { createBackendFixture } from '../../testing/backend-fixture.ts';
import { startCrashingBackend, type CrashingBackend } from '../../testing/crashing-backend.ts';
import { byDepth } from '../../testing/depth.ts';
import { problemsIn } from '../../testing/integrity.ts';
import { pixelSet, tilesOf } from '../../testing/masks.ts';
import { startScriptedService, type ScriptedService } from '../../testing/scripted-service.ts';

let folder = '';
let service: ScriptedService;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gesso-library-crash-'));
  service = await startScriptedService();
});
afterEach(async () => {
  await service[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

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
  dataFolder: string,
  steps: number,
  milliseconds: number,
): Promise<Acknowledged[]> {
  const process = await startCrashingBackend(dataFolder, service);
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
    for (const [steps, milliseconds] of MOMENTS) {
      const dataFolder = join(folder, `after ${steps} steps`);
      await mkdir(dataFolder, { mode: 0o700 });
      const acknowledged = await workUntilKilled(dataFolder, steps, milliseconds);
      expect(acknowledged.length).toBeGreaterThanOrEqual(Math.ceil(steps / 3));
      await using fixture = await createBackendFixture({ service, dataFolder });
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
      expect(problemsIn(dataFolder)).toEqual([]);
    }
  });
});
