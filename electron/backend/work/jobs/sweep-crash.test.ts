/** Kills a process during a sweep: its order stays, and nothing is submitted twice. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { isFinalJobState, type StartSweep } from '../../../../shared/contract/jobs.ts';
import { createCrashBench } from '../../../testing/crashing-backend.ts';
import { byDepth } from '../../../testing/depth.ts';
import { noisePng } from '../../../testing/pictures.ts';
import { startSteppingService } from '../../../testing/stepping-service.ts';

const SIZE = { width: 64, height: 48 };
const VALUES = ['40', '80', '120', '160'] as const;

function sweepOf(photoId: string): StartSweep {
  const parameters = { model: 'SVD', resizeMode: 'ORIGINAL_RESOLUTION', steps: 4 } as const;
  return {
    requests: VALUES.map((value) => ({
      kind: 'video',
      picture: { photoId },
      parameters: { ...parameters, motionBucketId: Number(value) },
    })),
    axis: 'motion',
    values: VALUES,
  };
}

it('continues a killed sweep in its given order, with each clip paid once', async () => {
  for (const milliseconds of byDepth([40], [0, 40, 120, 300])) {
    await using service = await startSteppingService(await noisePng(SIZE.width, SIZE.height, 5));
    const bench = createCrashBench(service);
    await using process = await bench.start();
    const { photoId = '' } = await process.ask({ kind: 'import', size: SIZE, seed: 2 });
    const { runId = '' } = await process.ask({ kind: 'sweep', sweep: sweepOf(photoId) });
    await sleep(milliseconds);
    await process.kill();

    await using fixture = await bench.reopen();
    const { jobs, settings } = fixture.client();
    const [group] = await jobs.groups({ groupIds: [runId] });
    expect(group).toMatchObject({ kind: 'sweep', axis: 'motion', counts: { total: 4 } });
    // two leave a minute: the others wait, the fourth before the third
    const waiting = (await jobs.list({ groupId: runId, states: ['waiting'], limit: 9 }))
      .toSorted((a, b) => (a.place ?? 0) - (b.place ?? 0))
      .map(({ sweep }) => sweep?.value);
    expect(waiting.slice(-2)).toEqual(['160', '120']);
    await settings.update({ videoCallsPerMinute: 1000 });
    const hurry = setInterval(() => void jobs.pollNow(), 20);
    await jobs.start({ kind: 'training-upload', picture: { photoId } }); // sets the line in motion
    await expect
      .poll(
        async () =>
          (await jobs.list({ groupId: runId, limit: 9 })).every(({ state }) =>
            isFinalJobState(state),
          ),
        { timeout: 30_000 },
      )
      .toBe(true);
    clearInterval(hurry);
    const ended = await jobs.list({ groupId: runId, limit: 9 });
    const done = ended.filter(({ state }) => state === 'done').length;
    const unknown = ended.filter(({ state }) => state === 'unknown').length;
    expect([done + unknown, unknown <= 2]).toEqual([4, true]);
    const paid = service.paidCalls() - 1; // the upload
    expect(paid).toBeLessThanOrEqual(4);
    expect(paid).toBeGreaterThanOrEqual(done);
    bench.expectSound();
  }
}, 120_000);
