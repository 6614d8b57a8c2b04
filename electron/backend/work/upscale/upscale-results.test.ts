/** Tests enlargements of the practice service: sizes, finish, findings, saving. */
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { UpscaleJobRequest } from '../../../../shared/contract/job-requests.ts';
import type { OutputReference } from '../../../../shared/contract/jobs.ts';
import type { WantedSize } from '../../../../shared/geometry/upscale-size.ts';
import { createBackendFixture, type BackendFixture } from '../../../testing/backend-fixture.ts';
import { noise, noisePng, pngOf } from '../../../testing/pictures.ts';
import { startService, testKey, type Service } from '../../../testing/practice-service.ts';

const TWICE: WantedSize = { mode: 'factor', factor: 2 };

let service: Service;
let fixture: BackendFixture;

beforeAll(async () => {
  service = await startService({ taskSpeed: 1000 });
  fixture = await createBackendFixture({ service: { baseUrl: service.url, key: testKey } });
  await fixture.client().settings.update({ imageCallsPerMinute: 1000 });
});
afterAll(async () => {
  await fixture[Symbol.asyncDispose]();
  await service.server.close();
});

/** The next result is otherwise than the service makes it. */
async function odd(fault: object): Promise<void> {
  await service.post('/practice/faults', { path: '/storage/*', ...fault });
}

function requestFor(photoId: string, size: WantedSize, upscaler = 'Lanczos'): UpscaleJobRequest {
  return { kind: 'upscale', picture: { photoId }, parameters: { upscaler, size } };
}

/** Waits for the ends of jobs, asking about them all the while: the usual first wait is for real services. */
async function finishedSoon(jobIds: readonly string[]): Promise<void> {
  const asking = setInterval(() => fixture.backend().pollNow(), 30);
  try {
    await Promise.all(jobIds.map((id) => fixture.until(id)));
  } finally {
    clearInterval(asking);
  }
}

/** A finished enlargement of this file. */
async function upscaled(file: Uint8Array, size: WantedSize): Promise<OutputReference> {
  const { id } = await fixture.importPhoto(file);
  const { jobIds } = await fixture
    .client()
    .jobs.startTogether({ requests: [requestFor(id, size)] });
  const [jobId = ''] = jobIds;
  await finishedSoon(jobIds);
  expect(await fixture.job(jobId)).toMatchObject({ state: 'done' });
  return { jobId, output: 0 };
}

/** The file that saving as a PNG writes. */
async function saved(output: OutputReference): Promise<Buffer> {
  const encoding = { format: 'png', quality: 90, lossless: true } as const;
  await fixture.client().upscale.save({ ...output, ...encoding });
  const path = `${fixture.folder}/saved ${fixture.saved.length}.png`;
  await fixture.saved.at(-1)?.write(path);
  return await readFile(path);
}

async function bytesAt(url: string): Promise<Buffer> {
  const response = await fixture.media(url);
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

describe('the result of an enlargement', () => {
  it('has the profile and the density of the photo, and the received pixels unchanged', async () => {
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
    expect((await sharp(picture).metadata()).icc).toBeDefined();
    const kept = await saved(output);
    const { icc, density } = await sharp(kept).metadata();
    expect([icc === undefined, density]).toEqual([false, 240]);
    const [job] = await fixture.client().jobs.list({ limit: 1 });
    const came = await bytesAt(job?.outputs[0]?.url ?? '');
    const pixels = (bytes: Buffer) => sharp(bytes, { ignoreIcc: true }).raw().toBuffer();
    expect((await pixels(picture)).equals(await pixels(came))).toBe(true);
    expect((await pixels(kept)).equals(await pixels(came))).toBe(true);
    // with the original blended in, it is saved as it is seen
    const { blend } = fixture.client();
    await blend.save({ ...output, blend: { strength: 0.5, softEdge: 0, strokes: [] } });
    const blended = await sharp(await saved(output), { ignoreIcc: true }).metadata();
    expect(blended).toMatchObject({ width: 122, height: 82, density: 240 });
    expect((await pixels(await saved(output))).equals(await pixels(came))).toBe(false);
    expect(await blend.read(output)).toMatchObject({ rect: { width: 122 }, layerUrl: result.url });
    // one answer has shown the rule
    const again = await upscaled(await noisePng(61, 41, 2), TWICE);
    expect((await upscale.result(again)).promised).toEqual({ width: 122, height: 82 });
    const restored = await upscale.toPhoto(output);
    expect(restored).toMatchObject({ width: 122, height: 82 });
  });

  it('names a black border, and saves the picture trimmed', async () => {
    // sides are rounded down to multiples of 8: 120 x 80 in the middle of 125 x 80
    const rounded = await sharp(await noisePng(61, 41))
      .resize(120, 80, { fit: 'fill' })
      .extend({ left: 2, right: 3, background: '#000' })
      .png()
      .toBuffer();
    const bodyBase64 = rounded.toString('base64');
    await odd({ kind: 'answer', contentType: 'image/png', bodyBase64 });
    const output = await upscaled(await noisePng(61, 41), {
      mode: 'size',
      width: 125,
      height: 80,
      crop: true,
    });
    const { upscale } = fixture.client();
    const { border, rule } = await upscale.inspect(output);
    expect(border).toEqual({ left: 2, top: 0, right: 3, bottom: 0 });
    expect(rule).toBe('multiples-of-8');
    const before = await upscale.result(output);
    expect(before).toMatchObject({ width: 125, placement: { x: 2, width: 120 } });
    const finish = { trim: border, matchColors: false };
    const after = await upscale.setFinish({ ...output, finish });
    expect(after).toMatchObject({ width: 120, height: 80, placement: { x: 0, width: 120 } });
    await fixture.restart();
    expect(await fixture.client().upscale.result(output)).toMatchObject({ width: 120 });
    const encoding = { format: 'tiff', quality: 90, lossless: true } as const;
    await fixture.client().upscale.save({ ...output, ...encoding });
    const request = fixture.saved.at(-1);
    expect(request?.suggestedName).toBe('photo_upscaled_Lanczos_125x80_1.tif');
    const path = `${fixture.folder}/saved.tif`;
    await request?.write(path);
    expect(await sharp(await readFile(path)).metadata()).toMatchObject({
      format: 'tiff',
      width: 120,
    });
  });

  it('of another size than promised is mapped proportionally', { tags: 'second' }, async () => {
    await odd({ kind: 'other-size', width: 90, height: 70 });
    const output = await upscaled(await noisePng(60, 40), TWICE);
    expect(await fixture.client().upscale.result(output)).toMatchObject({
      width: 90,
      promised: { width: 120, height: 80 },
      placement: { x: 0, y: 0, width: 90, height: 70 },
    });
  });

  it('of a deleted photo is the received file', async () => {
    const output = await upscaled(await noisePng(60, 40), TWICE);
    const job = await fixture.job(output.jobId);
    await fixture.client().photos.remove({ photoId: job.subject?.photoId ?? '' });
    const result = await fixture.client().upscale.result(output);
    expect(result.original).toBeUndefined();
    expect(result.url).toBe(job.outputs[0]?.url);
  });
});

it(
  'enlarges pictures of every kind as they are shown, and finishes them',
  { tags: 'second' },
  async () => {
    const rgb = sharp(noise(36, 24, 3), { raw: { width: 36, height: 24, channels: 3 } });
    const frames = Buffer.from(noise(36, 48, 3).buffer);
    const files: readonly (readonly [Buffer, number, number, boolean])[] = [
      [await rgb.clone().jpeg().withMetadata({ orientation: 6 }).toBuffer(), 48, 72, false],
      [await rgb.clone().withIccProfile('cmyk').jpeg().toBuffer(), 72, 48, false],
      [await pngOf(noise(36, 24, 4, 16), 36, 24, 4), 72, 48, true],
      [await rgb.clone().toColourspace('b-w').png().toBuffer(), 72, 48, false],
      [
        await sharp(frames, { raw: { width: 36, height: 48, channels: 3, pageHeight: 24 } })
          .gif()
          .toBuffer(),
        72,
        48,
        true, // an animation has it wherever its frames are partial
      ],
    ];
    const photos = await Promise.all(
      files.map(([file], index) => fixture.importPhoto(file, `${index}.png`)),
    );
    const { upscale } = fixture.client();
    const requests = [
      ...photos.map(({ id }) => requestFor(id, TWICE)),
      // to one pixel, which this service can
      requestFor(photos[0]?.id ?? '', { mode: 'size', width: 1, height: 1, crop: true }),
    ];
    const { jobIds } = await fixture.client().jobs.startTogether({ requests });
    await finishedSoon(jobIds);
    const sizes = [...files, [Buffer.alloc(0), 1, 1, false] as const];
    for (const [index, [, width, height, hasAlpha]] of sizes.entries()) {
      const output = { jobId: jobIds[index] ?? '', output: 0 };
      const findings = await upscale.inspect(output);
      expect([findings.border, findings.black], String(index)).toEqual([null, []]);
      const result = await upscale.setFinish({
        ...output,
        finish: { trim: null, matchColors: true },
      });
      expect(result, String(index)).toMatchObject({ width, height, hasAlpha });
      const picture = await sharp(await bytesAt(result.url)).metadata();
      expect(picture, String(index)).toMatchObject({ width, height, channels: hasAlpha ? 4 : 3 });
    }
  },
);

it('groups several pictures and upscalers, and reruns each that failed alone', async () => {
  const a = await fixture.importPhoto(await noisePng(32, 32, 1));
  const b = await fixture.importPhoto(await noisePng(32, 32, 2));
  await service.post('/practice/faults', {
    path: '/v2/upscale',
    kind: 'answer',
    body: { code: 2, msg: 'no', data: {} },
    times: 2,
  });
  const requests = [
    requestFor(a.id, TWICE),
    requestFor(a.id, TWICE, 'Nearest'),
    requestFor(b.id, TWICE),
  ];
  const { runId, jobIds } = await fixture.client().jobs.startTogether({ requests });
  await finishedSoon(jobIds);
  const states = await Promise.all(jobIds.map(async (id) => (await fixture.job(id)).state));
  expect(states.toSorted()).toEqual(['done', 'failed', 'failed']);
  const rest = await fixture.client().jobs.runRest({ runId });
  expect(rest.jobIds).toHaveLength(2);
  const [group] = await fixture.client().jobs.groups({ groupIds: [runId] });
  await finishedSoon(rest.jobIds);
  expect(group?.counts.total).toBe(3);
});
