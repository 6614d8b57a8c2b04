/** Kills a process during a sweep: its order stays, and nothing is submitted twice. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isFinalJobState, type StartSweep } from '../../../../shared/contract/jobs.ts';
import { createBackendFixture } from '../../../testing/backend-fixture.ts';
import { startCrashingBackend } from '../../../testing/crashing-backend.ts';
import { byDepth } from '../../../testing/depth.ts';
import { problemsIn } from '../../../testing/integrity.ts';
import { noisePng } from '../../../testing/pictures.ts';
import { startSteppingService, type SteppingService } from '../../../testing/stepping-service.ts';

const SIZE = { width: 64, height: 48 };
const VALUES = ['40', '80', '120', '160'] as const;

/** A video that is never played: its first bytes say what it is. */
const VIDEO = Buffer.concat([
  Buffer.from('\0\0\0\u0018ftypmp42', 'latin1'),
  Buffer.alloc(90_000, 7),
]);

let folder: string;
let service: SteppingService;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gesso-sweep-crash-'));
  const picture = await noisePng(SIZE.width, SIZE.height, 5);
  service = await startSteppingService(picture, VIDEO);
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

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
  for (const [index, milliseconds] of byDepth([40], [0, 40, 120, 300]).entries()) {
    const dataFolder = join(folder, String(index), 'data');
    await mkdir(dataFolder, { recursive: true, mode: 0o700 });
    const earlier = service.paidCalls();
    const process = await startCrashingBackend(dataFolder, service);
    const { photoId = '' } = await process.ask({ kind: 'import', size: SIZE, seed: 2 });
    const { runId = '' } = await process.ask({ kind: 'sweep', sweep: sweepOf(photoId) });
    await sleep(milliseconds);
    await process.kill();

    await using fixture = await createBackendFixture({ service, dataFolder });
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
    const paid = service.paidCalls() - earlier - 1; // the upload
    expect(paid).toBeLessThanOrEqual(4);
    expect(paid).toBeGreaterThanOrEqual(done);
    expect(problemsIn(dataFolder)).toEqual([]);
  }
}, 120_000);
