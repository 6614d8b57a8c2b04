/** Kills a process at every step of every kind of job: nothing is lost or submitted twice. */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type {
  StartableRequest,
  WatchJobRequest,
} from '../../../../shared/contract/job-requests.ts';
import { isFinalJobState, type Job } from '../../../../shared/contract/jobs.ts';
import { createCrashBench, type Command } from '../../../testing/crashing-backend.ts';
import { byDepth } from '../../../testing/depth.ts';
import { noisePng } from '../../../testing/pictures.ts';
import { startSteppingService, type Step } from '../../../testing/stepping-service.ts';

const SIZE = { width: 300, height: 200 };

const service = await startSteppingService(await noisePng(SIZE.width, SIZE.height, 5));

/** Tasks of the stepping service that were started by somebody else. */
const WATCHES: Readonly<Record<string, Omit<WatchJobRequest, 'kind'>>> = {
  'watch of /v3': { taskId: 'task-of-a-video', family: 'task-result' },
  'watch of /v2': { taskId: 'task-of-an-upscale', family: 'progress' },
};

const REQUESTS: Readonly<Record<string, (photoId: string) => StartableRequest>> = {
  video: (photoId) => ({
    kind: 'video',
    picture: { photoId },
    parameters: { model: 'SVD', resizeMode: 'ORIGINAL_RESOLUTION', steps: 4, seed: '1' },
  }),
  upscale: (photoId) => ({
    kind: 'upscale',
    picture: { photoId },
    parameters: { upscaler: 'ESRGAN_4x', size: { mode: 'factor', factor: 2 } },
  }),
  'remove-text': (photoId) => ({ kind: 'remove-text', picture: { photoId }, responseType: 'png' }),
  'merge-face': (photoId) => ({
    kind: 'merge-face',
    picture: { photoId },
    face: { photoId },
    responseType: 'png',
  }),
  'training-upload': (photoId) => ({ kind: 'training-upload', picture: { photoId } }),
};

/** @returns the job as another process ends it, and the paid calls before and after the kill */
async function crashAt(
  kind: string,
  moment: (begun: Promise<unknown>) => Promise<unknown>,
): Promise<{ job: Job | undefined; before: number; after: number }> {
  const bench = createCrashBench(service);
  const earlier = service.paidCalls();
  await using process = await bench.start();
  const { photoId = '' } = await process.ask({ kind: 'import', size: SIZE, seed: 2 });
  const begun = process.ask(commandOf(kind, photoId)).catch(() => undefined);
  await moment(begun);
  await process.kill();
  const before = service.paidCalls() - earlier;
  const accepted = await begun;
  service.onStep = () => undefined;

  await using fixture = await bench.reopen();
  const hurry = setInterval(() => void fixture.client().jobs.pollNow(), 20);
  try {
    await fixture.backend().whenIdle();
  } finally {
    clearInterval(hurry);
  }
  const [job, ...others] = await fixture.client().jobs.list({ limit: 10 });
  expect(others).toEqual([]);
  if (accepted?.jobId !== undefined)
    expect(job?.id, 'what was accepted is there').toBe(accepted.jobId);
  if (job !== undefined) expect(isFinalJobState(job.state)).toBe(true);
  bench.expectSound();
  return { job, before, after: service.paidCalls() - earlier - before };
}

function commandOf(kind: string, photoId: string): Command {
  const task = WATCHES[kind];
  if (task !== undefined) return { kind: 'watch', task };
  const request = REQUESTS[kind]?.(photoId);
  if (request === undefined) throw new Error(`There is no request of kind ${kind}.`);
  return { kind: 'start', request };
}

/** Resolves when the service is at this step; the call is held there. */
function reached(step: Step): Promise<void> {
  return new Promise((resolve) => {
    service.onStep = async (at) => {
      if (at !== step) return;
      resolve();
      await new Promise(() => undefined); // for ever: the caller is dead
    };
  });
}

const PAID: readonly Step[] = [
  'paid call: head is here',
  'paid call: body is here',
  'paid call: half of the answer is out',
];
const LATER: readonly Step[] = [
  'look: asked',
  'look: answered',
  'file: asked',
  'file: half of it is out',
  'file: it is out',
];

describe('a process that is killed during a job', () => {
  for (const kind of Object.keys(REQUESTS)) {
    it(`of kind ${kind} while it is submitted: marks it not known, and does not resubmit`, async () => {
      for (const step of PAID) {
        const { job, before, after } = await crashAt(kind, () => reached(step));
        expect([step, before, after, job?.state]).toEqual([step, 1, 0, 'unknown']);
      }
    }, 120_000);
  }

  for (const kind of ['video', 'upscale']) {
    it(`of kind ${kind} while it is polled and downloaded: continues to its end`, async () => {
      for (const step of LATER) {
        const { job, before, after } = await crashAt(kind, () => reached(step));
        expect([step, before, after, job?.state]).toEqual([step, 1, 0, 'done']);
        expect(job?.outputs).toHaveLength(1);
      }
    }, 120_000);
  }

  it('of kind watch while it is polled and downloaded: continues, and submits nothing', async () => {
    const families = Object.keys(WATCHES);
    for (const [index, step] of LATER.entries()) {
      const inTurn = families.filter((_, other) => other === index % families.length);
      for (const kind of byDepth(inTurn, families)) {
        const { job, before, after } = await crashAt(kind, () => reached(step));
        expect([step, before, after, job?.kind, job?.state]).toEqual([step, 0, 0, 'watch', 'done']);
        expect(job?.outputs).toHaveLength(1);
      }
    }
  }, 120_000);

  it('of kind training-upload while it is stored: marks it not known, and does not resubmit', async () => {
    for (const step of ['file: asked', 'file: half of it is out'] as const) {
      const { job, before, after } = await crashAt('training-upload', () => reached(step));
      expect([step, before, after, job?.state]).toEqual([step, 1, 0, 'unknown']);
    }
  }, 60_000);

  it('of any kind at a random moment: loses nothing, and submits nothing twice', async () => {
    for (const kind of Object.keys(REQUESTS)) {
      for (const milliseconds of byDepth([20], [0, 20, 60])) {
        const { job, before, after } = await crashAt(kind, async (begun) => {
          await begun;
          await sleep(milliseconds);
        });
        const outcome = `${kind} after ${milliseconds} ms: ${job?.state}`;
        expect(before + after, outcome).toBeLessThanOrEqual(1);
        expect(['done', 'unknown'], outcome).toContain(job?.state);
        // A request that never arrived may have begun to leave: that is for the user to decide.
        if (before + after === 0) expect(job?.state, outcome).toBe('unknown');
      }
    }
  }, 240_000);
});
