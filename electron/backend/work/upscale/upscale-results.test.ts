import { readFile, stat, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { OutputReference } from '../../../../shared/contract/jobs.ts';
import type { WantedSize } from '../../../../shared/geometry/upscale-size.ts';
import { noise, noisePng } from '../../../testing/pictures.ts';
import { startPracticeBench } from '../testing/practice-bench.ts';

const TWICE: WantedSize = { mode: 'factor', factor: 2 };

const bench = await startPracticeBench({ isHurried: true });
const { fixture } = bench;

/** A finished enlargement of this file. */
async function upscaled(file: Uint8Array, size: WantedSize): Promise<OutputReference> {
  const { id: photoId } = await fixture.importPhoto(file);
  const parameters = { upscaler: 'Lanczos', size };
  const request = { kind: 'upscale', picture: { photoId }, parameters } as const;
  const { jobIds } = await fixture.client().jobs.startTogether({ requests: [request] });
  const [jobId = ''] = jobIds;
  expect(await fixture.until(jobId)).toMatchObject({ state: 'done' });
  return { jobId, output: 0 };
}

/** The file that saving as a PNG writes. */
async function saved(output: OutputReference): Promise<Buffer> {
  const encoding = { format: 'png', quality: 90, lossless: true } as const;
  await fixture.client().upscale.save({ ...output, ...encoding });
  const path = await fixture.writeSaved();
  // as open to other users as any new file, unlike the library's
  await writeFile(`${path}.new`, '');
  expect((await stat(path)).mode).toBe((await stat(`${path}.new`)).mode);
  return await readFile(path);
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
    const picture = await fixture.bytes(result.url);
    expect((await sharp(picture).metadata()).icc).toBeDefined();
    const kept = await saved(output);
    const { icc, density } = await sharp(kept).metadata();
    expect([icc === undefined, density]).toEqual([false, 240]);
    const [job] = await fixture.client().jobs.list({ limit: 1 });
    const came = await fixture.bytes(job?.outputs[0]?.url);
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
    const answer = { kind: 'answer', contentType: 'image/png', bodyBase64 };
    await bench.fault({ path: '/storage/*', ...answer });
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
    expect(fixture.saved.at(-1)?.suggestedName).toBe('photo_upscaled_Lanczos_125x80_1.tif');
    const tiff = await sharp(await fixture.writeSaved()).metadata();
    expect(tiff).toMatchObject({ format: 'tiff', width: 120 });
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
