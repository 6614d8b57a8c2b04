/** After a kill during a run on the Studio's photos, nothing is sent twice. */
import { describe, expect, it } from 'vitest';
import { createCrashBench } from '../../../testing/crashing-backend.ts';
import { byDepth } from '../../../testing/depth.ts';
import { untilRun } from '../../../testing/recipes.ts';
import { startScriptedService } from '../../../testing/scripted-service.ts';

const PHOTOS = 6;

describe('a run of one mask on many photos, its process killed', () => {
  it.each(byDepth([3], [1, 3, 5]))(
    'at call %i: completes the rest, once each',
    async (killedAt) => {
      const reached = Promise.withResolvers<void>();
      await using service = await startScriptedService(async (cleanup, index) => {
        if (index + 1 === killedAt) reached.resolve();
        // The last request is never answered: its outcome is not known.
        if (index + 1 < killedAt) await cleanup.answer();
      });
      const bench = createCrashBench(service);
      await using process = await bench.start();
      const photoIds: string[] = [];
      for (let seed = 1; seed <= PHOTOS; seed++) {
        const size = { width: 120, height: 90 };
        const { photoId = '' } = await process.ask({ kind: 'import', size, seed });
        photoIds.push(photoId);
      }
      const rect = { x: 40, y: 30, width: 20, height: 10 };
      const [maskPhotoId = ''] = photoIds;
      await process.ask({ kind: 'paint', photoId: maskPhotoId, rect });
      const { runId = '' } = await process.ask({ kind: 'same-mask', photoIds });
      await process.beforeEnd(reached.promise);
      await process.kill();

      service.play((cleanup) => cleanup.answer());
      await using fixture = await bench.reopen();
      const client = fixture.client();
      const run = await untilRun(fixture, runId);
      expect(run.states.done + run.states.failed).toBe(PHOTOS);
      expect(run.callsFailed).toBe(run.callsUnknown);
      expect(run.callsUnknown).toBeGreaterThan(0);
      expect(run.callsUnknown).toBeLessThanOrEqual(2); // calls at once
      // One whose head alone had left is not known either, and did not arrive.
      expect(service.received().size).toBeGreaterThanOrEqual(PHOTOS - 2);
      expect(new Set(service.received().values())).toEqual(new Set([1]));
      await client.recipes.retry({ runId });
      await untilRun(fixture, runId);
      for (const photoId of photoIds) {
        expect((await client.photos.get({ photoId })).patches).toHaveLength(1);
      }
      await fixture.backend().whenIdle();
      bench.expectSound();
    },
  );
});
