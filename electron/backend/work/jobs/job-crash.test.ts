/** Kills a process at every step of a run. Nothing may be lost or sent twice. */
import { existsSync, watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { createCrashBench, type CrashBench } from '../../../testing/crashing-backend.ts';
import { byDepth } from '../../../testing/depth.ts';
import { pixelSet } from '../../../testing/masks.ts';
import {
  answerBody,
  invertedPicture,
  startScriptedService,
  type ScriptedService,
} from '../../../testing/scripted-service.ts';

const SIZE = { width: 700, height: 600 };
const RECT = { x: 50, y: 60, width: 500, height: 400 };
const PAINTED = RECT.width * RECT.height;

let service: ScriptedService;
let bench: CrashBench;

beforeEach(async () => {
  service = await startScriptedService();
  bench = createCrashBench(service);
});

/** Starts a run in a process of its own, lets `crash` kill it, and looks at what the next start finds. */
async function runAndCrash(crash: (accepted: Promise<unknown>) => Promise<unknown>) {
  const postsOfEarlier = service.postCount();
  await using process = await bench.start();
  const { photoId = '' } = await process.ask({
    kind: 'paint-photo',
    rect: RECT,
    size: SIZE,
    seed: 3,
  });
  const run = process.ask({ kind: 'run', photoId }).catch(() => undefined);
  await process.beforeEnd(crash(run));
  await process.kill();
  const acknowledged = await run;
  const posts = () => service.postCount() - postsOfEarlier;
  const postsBefore = posts();
  const hadAnswer = existsSync(join(bench.dataFolder, 'answers', acknowledged?.jobId ?? '-'));

  service.play((cleanup) => cleanup.answer());
  await using fixture = await bench.reopen();
  await fixture.backend().whenIdle();
  const [job, ...others] = await fixture.client().jobs.list({ limit: 10 });
  expect(others).toEqual([]);
  if (acknowledged?.jobId !== undefined) expect(job?.id).toBe(acknowledged.jobId);
  const { patches } = await fixture.client().photos.get({ photoId });
  const mask = pixelSet(await fixture.mask(photoId)).size;
  // Every painted pixel is in the mask or in a result.
  if (job?.state === 'done') expect([patches.length, mask]).toEqual([1, 0]);
  else expect([patches.length, mask]).toEqual([0, PAINTED]);
  if (postsBefore > 0) expect(posts(), 'nothing is sent twice').toBe(postsBefore);
  if (hadAnswer) expect(job?.state, 'an answer that is here becomes a result').toBe('done');
  if (job !== undefined && !hadAnswer && postsBefore > 0 && job.state !== 'done') {
    expect(job).toMatchObject({ state: 'unknown', error: { kind: 'outcome-unknown' } });
  }
  bench.expectSound();
  return { job, posts: posts() };
}

/** Resolves when a file whose name fits appears somewhere in the folder. */
async function appearance(part: string, fits: RegExp): Promise<void> {
  const path = join(bench.dataFolder, part);
  await new Promise<void>((resolve) => {
    const watcher = watch(path, { recursive: true }, (_event, name) => {
      if (!fits.test(name ?? '')) return;
      watcher.close();
      resolve();
    });
  });
}

describe('a killed process', () => {
  it('as soon as the run is accepted: the next start sends it once', async () => {
    service.play(() => undefined);
    const { job, posts } = await runAndCrash((accepted) => accepted);
    expect(posts).toBeLessThanOrEqual(1);
    expect(['done', 'unknown']).toContain(job?.state);
  });

  it.each([
    ['the request is sent', () => new Promise<void>((resolve) => service.onHead(resolve))],
    ['the service works', () => service.next()],
  ])('while %s: marks it not known, and does not resend', async (_, arrives) => {
    service.play(() => undefined);
    const arrived = arrives();
    const { job, posts } = await runAndCrash(() => arrived);
    expect([job?.state, posts]).toEqual(['unknown', 1]);
  });

  it('while the answer arrives: marks it not known, and does not resend', async () => {
    const begun = Promise.withResolvers<void>();
    service.play(async ({ image, response }) => {
      const body = answerBody(await invertedPicture(image));
      response.writeHead(200, { 'content-length': Buffer.byteLength(body) });
      response.write(body.slice(0, body.length / 2), () => begun.resolve());
    });
    const { job, posts } = await runAndCrash(() => begun.promise);
    expect([job?.state, posts]).toEqual(['unknown', 1]);
  });

  it('right after the answer is renamed: makes it the result without a call', async () => {
    const { job, posts } = await runAndCrash(() => appearance('answers', /^[^.]+$/u));
    expect([job?.state, posts]).toEqual(['done', 1]);
  });

  it.each([
    ['while the result is added to the library', /\.part$/u],
    ['between the stored files and the transaction', /[\\/][0-9a-f]{64}$/u],
  ])('%s: makes it the result without a call', async (_, file) => {
    const { job, posts } = await runAndCrash(async () => {
      await appearance('answers', /^[^.]+$/u);
      await appearance('files', file);
    });
    expect([job?.state, posts]).toEqual(['done', 1]);
  });

  it('at a random moment: loses nothing and sends nothing twice', async () => {
    for (const milliseconds of byDepth([0, 70], [0, 20, 40, 70, 110])) {
      bench = createCrashBench(service);
      const { job, posts } = await runAndCrash(() => sleep(milliseconds));
      expect(posts, `killed after ${milliseconds} ms`).toBeLessThanOrEqual(1);
      expect([undefined, 'done', 'unknown']).toContain(job?.state);
    }
  });
});
