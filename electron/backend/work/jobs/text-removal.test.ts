/** Tests text removal on a photo: the request, the result, and an answer without changes. */
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Rect } from '../../../../shared/geometry/rect.ts';
import type { BackendFixture } from '../../../testing/backend-fixture.ts';
import { startScriptedBackend } from '../../../testing/scripted-backend.ts';
import {
  answerBody,
  refusal,
  type ReceivedCleanup,
  type ScriptedService,
} from '../../../testing/scripted-service.ts';

let service: ScriptedService;
let fixture: BackendFixture;

beforeEach(async () => {
  ({ service, fixture } = await startScriptedBackend());
});

const client = () => fixture.client();

/** A plain photo with black bars in place of text. */
async function photoWith(width: number, height: number, bars: readonly Rect[]): Promise<string> {
  const plain = (size: { readonly width: number; readonly height: number }, background: string) =>
    sharp({ create: { width: size.width, height: size.height, channels: 3, background } });
  const inputs = bars.map(async (bar) => {
    const input = await plain(bar, '#101010').png().toBuffer();
    return { input, left: bar.x, top: bar.y };
  });
  const picture = plain({ width, height }, '#b0c4a8').composite(await Promise.all(inputs));
  const bytes = await picture.png().toBuffer();
  return (await fixture.importPhoto(bytes)).id;
}

/** Fills everything dark with the ground, as lossy as the service likes. */
async function removeDark({ image, answerWith }: ReceivedCleanup): Promise<void> {
  const { data, info } = await sharp(image).raw().toBuffer({ resolveWithObject: true });
  for (let at = 0; at < data.length; at += 3) {
    if ((data[at] ?? 255) < 0x90) data.set([0xb0, 0xc4, 0xa8], at);
  }
  const raw = { width: info.width, height: info.height, channels: 3 } as const;
  answerWith(200, answerBody(await sharp(data, { raw }).jpeg({ quality: 85 }).toBuffer()));
}

async function savedPixels(photoId: string): Promise<Buffer> {
  const picture = sharp(await fixture.savePng(photoId));
  return await picture.removeAlpha().raw().toBuffer();
}

async function finished(jobIds: readonly string[]) {
  return Promise.all(jobIds.map((jobId) => fixture.until(jobId)));
}

describe('text removal on a photo', () => {
  it('sends boxes at 1:1 in tiles, pastes back only the changes, and leaves no text and no seam', async () => {
    const bar = { x: 250, y: 200, width: 1500, height: 12 };
    const photoId = await photoWith(2200, 900, [bar, { x: 2000, y: 800, width: 50, height: 9 }]);
    service.play(removeDark);
    await fixture.connectAccount({ 'remove-text': 40 });
    const boxes = [{ x: 200, y: 150, width: 1600, height: 200 }];
    const wanted = { photoId, mode: 'boxes', boxes } as const;
    const plan = await client().removeText.plan(wanted);
    expect(plan).toMatchObject({ cost: 80, calls: [{}, {}] });
    for (const { region } of plan.calls) expect(region).toMatchObject({ width: 1024, height: 200 });
    const arriving = service.next();
    const run = await client().removeText.run(wanted);
    const metadata = await sharp((await arriving).image).metadata();
    expect(metadata).toMatchObject({ width: 1024, height: 200 });
    expect((await finished(run.jobIds)).map(({ state }) => state)).toEqual(['done', 'done']);
    const { patches } = await client().photos.get({ photoId });
    expect(patches).toMatchObject([
      { operation: 'remove-text', cost: 40, runId: run.runId, isBaseChanged: false },
      { operation: 'remove-text', cost: 40, runId: run.runId, isBaseChanged: false },
    ]);
    const saved = await savedPixels(photoId);
    const value = (x: number, y: number) => saved[(y * 2200 + x) * 3 + 1] ?? 0;
    for (let x = bar.x - 20; x < bar.x + bar.width + 20; x++) {
      expect(Math.abs(value(x, bar.y + 5) - 0xc4), `x ${x}`).toBeLessThanOrEqual(3);
    }
    expect(value(2010, 804), 'outside of the box').toBe(0x10);
    expect(value(300, 320), 'untouched, though the answer is lossy').toBe(0xc4);
  });

  it('succeeds with a note and leaves the photo unchanged when it finds nothing', async () => {
    const photoId = await photoWith(300, 200, []);
    service.play(removeDark);
    const { jobIds } = await client().removeText.run({ photoId, mode: 'whole' });
    const [job] = await finished(jobIds);
    expect(job).toMatchObject({ state: 'done', outputs: [{ width: 300, height: 200 }] });
    expect(job?.warning).toContain('unchanged');
    expect((await client().photos.get({ photoId })).patches).toEqual([]);
  });

  it('reduces a whole photo, which sends it smaller', async () => {
    const bar = { x: 600, y: 500, width: 700, height: 60 };
    const photoId = await photoWith(2048, 1536, [bar]);
    service.play(removeDark);
    const arriving = service.next();
    const { jobIds } = await client().removeText.run({ photoId, mode: 'reduced' });
    const metadata = await sharp((await arriving).image).metadata();
    expect(metadata).toMatchObject({ width: 1024, height: 768 });
    expect(await finished(jobIds)).toMatchObject([{ state: 'done' }]);
    const { patches } = await client().photos.get({ photoId });
    expect(patches).toMatchObject([{ parameters: { isReduced: true } }]);
    const saved = await savedPixels(photoId);
    expect(Math.abs((saved[(530 * 2048 + 900) * 3 + 1] ?? 0) - 0xc4)).toBeLessThanOrEqual(3);
  });

  it('uses the saved result instead of a paid call, and can be rerun as a call', async () => {
    const photoId = await photoWith(300, 200, [{ x: 50, y: 50, width: 80, height: 10 }]);
    service.play(removeDark);
    const wanted = { photoId, mode: 'whole' } as const;
    await finished((await client().removeText.run(wanted)).jobIds);
    const [patch] = (await client().photos.get({ photoId })).patches;
    const ids = { photoId, patchId: patch?.id ?? '' };
    await client().photos.setPatchState({ ...ids, state: 'hidden', mask: 'keep' });
    const again = await client().removeText.run({ ...wanted, stored: 'use' });
    expect(again.stored).toHaveLength(1);
    expect(await finished(again.jobIds)).toMatchObject([{ state: 'done', price: 0 }]);
    expect(service.postCount()).toBe(1);
    const [, second] = (await client().photos.get({ photoId })).patches;
    const repeated = await client().cleanup.runPatchAgain({ photoId, patchId: second?.id ?? '' });
    expect(await finished(repeated.jobIds)).toMatchObject([{ kind: 'remove-text', state: 'done' }]);
    expect(service.postCount()).toBe(2);
    const { patches } = await client().photos.get({ photoId });
    expect(patches.map(({ state }) => state)).toEqual(['hidden', 'hidden', 'applied']);
    expect(await fixture.mask(photoId)).toEqual([]);
  });

  it('takes its boxes, and restores those of a call that ends without a result', async () => {
    const photoId = await photoWith(1800, 300, []);
    const [left, wide, other] = [
      { x: 10, y: 20, width: 100, height: 40 },
      { x: 200, y: 0, width: 1500, height: 90 },
      { x: 0, y: 200, width: 64, height: 64 },
    ];
    const kept = () => client().removeText.boxes({ photoId });
    await client().removeText.saveBoxes({ photoId, boxes: [left, wide, other] });
    service.play((call) => call.answerWith(400, refusal(400, 'ILLEGAL_IMAGE_CONTENT')));
    const run = await client().removeText.run({ photoId, mode: 'boxes', boxes: [left, wide] });
    expect(await kept()).toEqual([other]);
    const jobs = await finished(run.jobIds);
    expect(jobs.map(({ state, brief }) => [state, brief])).toMatchObject([
      ['failed', { boxes: [left] }],
      ['failed', { boxes: [wide] }],
      ['failed', { boxes: [wide] }],
    ]);
    // a box of two tiles comes back once, also over a restart
    await fixture.restart();
    // in the order in which the calls ended
    const restored = await kept();
    expect(restored).toHaveLength(3);
    expect(restored).toEqual(expect.arrayContaining([other, left, wide]));

    service.play(removeDark);
    const again = await client().jobs.runAgain({ jobId: run.jobIds[0] ?? '' });
    expect(await kept()).toEqual([other, wide]);
    expect(await fixture.until(again.jobId)).toMatchObject({ state: 'done' });
    expect(await kept()).toEqual([other, wide]);
  });

  it('refuses boxes outside the photo, and an empty list', async () => {
    const photoId = await photoWith(300, 200, []);
    const run = (boxes?: readonly Rect[]) =>
      client().removeText.run({ photoId, mode: 'boxes', ...(boxes && { boxes }) });
    const invalid = { data: { kind: 'invalid-input' } };
    await expect(run()).rejects.toMatchObject(invalid);
    await expect(run([{ x: 250, y: 0, width: 60, height: 20 }])).rejects.toMatchObject(invalid);
    expect(service.postCount()).toBe(0);
  });
});
