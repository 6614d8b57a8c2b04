/** Enlarged pictures against the practice service: sizes, the finish, findings, saving. */
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { UpscaleJobRequest } from '../../../shared/contract/job-requests.ts';
import type { OutputReference } from '../../../shared/contract/jobs.ts';
import type { WantedSize } from '../../../shared/geometry/upscale-size.ts';
import { createBackendFixture, type BackendFixture } from '../../testing/backend-fixture.ts';
import { noise, noisePng } from '../../testing/pictures.ts';
import { startService, testKey, type Service } from '../../testing/practice-service.ts';

const TWICE: WantedSize = { mode: 'factor', factor: 2 };

let service: Service;
let fixture: BackendFixture;

beforeEach(async () => {
  service = await startService({ taskSpeed: 1000 });
  fixture = await createBackendFixture({ service: { baseUrl: service.url, key: testKey } });
});
afterEach(async () => {
  await fixture[Symbol.asyncDispose]();
  await service.server.close();
});

async function odd(fault: object): Promise<void> {
  await service.post('/practice/faults', { path: '/v2/upscale', kind: 'task', ...fault });
}

function requestFor(photoId: string, size: WantedSize, upscaler = 'Lanczos'): UpscaleJobRequest {
  return { kind: 'upscale', picture: { photoId }, parameters: { upscaler, size } };
}

/** Waits for the ends of jobs, asking about them all the while: the usual first wait is for real services. */
async function finishedSoon(jobIds: readonly string[]): Promise<void> {
  const asking = setInterval(() => fixture.backend().lookNow(), 30);
  try {
    await Promise.all(jobIds.map((id) => fixture.until(id)));
  } finally {
    clearInterval(asking);
  }
}

/** A finished enlargement of this file. */
async function upscaled(file: Uint8Array, size: WantedSize): Promise<OutputReference> {
  const { id } = await fixture.importPhoto(file);
  const { jobIds } = await fixture.client().upscale.start({ requests: [requestFor(id, size)] });
  const [jobId = ''] = jobIds;
  await finishedSoon(jobIds);
  expect(await fixture.job(jobId)).toMatchObject({ state: 'done' });
  return { jobId, output: 0 };
}

async function bytesAt(url: string): Promise<Buffer> {
  const response = await fixture.media(url);
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

describe('the result of an enlargement', () => {
  it('has the profile and the density of the photo, and the very pixels that came', async () => {
    const file = await sharp(noise(61, 41, 3), { raw: { width: 61, height: 41, channels: 3 } })
      .withIccProfile('p3')
      .withMetadata({ density: 240 })
      .jpeg({ quality: 95 })
      .toBuffer();
    const output = await upscaled(file, TWICE);
    const { upscale } = fixture.client();
    const result = await upscale.result(output);
    expect(result).toMatchObject({ width: 122, height: 82, promised: { width: 120, height: 80 } });
    const picture = await bytesAt(result.url);
    const { icc, density } = await sharp(picture).metadata();
    expect([icc === undefined, density]).toEqual([false, 240]);
    const [job] = await fixture.client().jobs.list({ limit: 1 });
    const came = await bytesAt(job?.outputs[0]?.url ?? '');
    const pixels = (bytes: Buffer) => sharp(bytes, { ignoreIcc: true }).raw().toBuffer();
    expect((await pixels(picture)).equals(await pixels(came))).toBe(true);
    // one answer has shown the rule
    const again = await upscaled(await noisePng(61, 41, 2), TWICE);
    expect((await upscale.result(again)).promised).toEqual({ width: 122, height: 82 });
    const restored = await upscale.toPhoto(output);
    expect(restored).toMatchObject({ width: 122, height: 82 });
  });

  it('names a black rim, cuts it off, and saves it so', async () => {
    await odd({ rounding: 'multiples-of-8' });
    const output = await upscaled(await noisePng(61, 41), {
      mode: 'size',
      width: 125,
      height: 80,
      crop: true,
    });
    const { upscale } = fixture.client();
    const { rim, rule } = await upscale.inspect(output);
    expect(rim).toEqual({ left: 2, top: 0, right: 3, bottom: 0 });
    expect(rule).toBe('multiples-of-8');
    const before = await upscale.result(output);
    expect(before).toMatchObject({ width: 125, placement: { x: 2, width: 120 } });
    const finish = { trim: rim, matchColors: false };
    const after = await upscale.setFinish({ ...output, finish });
    expect(after).toMatchObject({ width: 120, height: 80, placement: { x: 0, width: 120 } });
    await fixture.restart();
    expect(await fixture.client().upscale.result(output)).toMatchObject({ width: 120 });
    const encoding = { format: 'tiff', quality: 90, lossless: true } as const;
    await fixture.client().upscale.save({ ...output, ...encoding });
    const [request] = fixture.saved;
    expect(request?.suggestedName).toBe('photo_upscaled_1.tif');
    const path = `${fixture.folder}/saved.tif`;
    await request?.write(path);
    expect(await sharp(await readFile(path)).metadata()).toMatchObject({
      format: 'tiff',
      width: 120,
    });
  });

  it('of another size than promised is mapped by shares', async () => {
    await odd({ width: 90, height: 70 });
    const output = await upscaled(await noisePng(60, 40), TWICE);
    expect(await fixture.client().upscale.result(output)).toMatchObject({
      width: 90,
      promised: { width: 120, height: 80 },
      placement: { x: 0, y: 0, width: 90, height: 70 },
    });
  });

  it('of a photo that is gone is the file that came', async () => {
    const output = await upscaled(await noisePng(60, 40), TWICE);
    const job = await fixture.job(output.jobId);
    await fixture.client().photos.remove({ photoId: job.subject?.photoId ?? '' });
    const result = await fixture.client().upscale.result(output);
    expect(result.original).toBeUndefined();
    expect(result.url).toBe(job.outputs[0]?.url);
  });
});

it('several pictures and upscalers are one group, and each that failed runs again alone', async () => {
  const a = await fixture.importPhoto(await noisePng(32, 32, 1));
  const b = await fixture.importPhoto(await noisePng(32, 32, 2));
  await service.post('/practice/faults', {
    path: '/v2/upscale',
    kind: 'envelope',
    code: 2,
    msg: 'no',
    times: 2,
  });
  const requests = [
    requestFor(a.id, TWICE),
    requestFor(a.id, TWICE, 'Nearest'),
    requestFor(b.id, TWICE),
  ];
  const { runId, jobIds } = await fixture.client().upscale.start({ requests });
  await finishedSoon(jobIds);
  const states = await Promise.all(jobIds.map(async (id) => (await fixture.job(id)).state));
  expect(states.toSorted()).toEqual(['done', 'failed', 'failed']);
  const rest = await fixture.client().jobs.runRest({ runId });
  expect(rest.jobIds).toHaveLength(2);
  const [group] = await fixture.client().jobs.groups({ groupIds: [runId] });
  await finishedSoon(rest.jobIds);
  expect(group?.counts.total).toBe(3);
});
