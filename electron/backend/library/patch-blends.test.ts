/** Tests blended results of the Studio: what is shown, sent, saved and kept. */
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import * as fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { PatchBlend } from '../../../shared/contract/patch-blend.ts';
import type { Patch } from '../../../shared/contract/photos.ts';
import type { Rect } from '../../../shared/geometry/rect.ts';
import { patchDepthUrl } from '../../../shared/media.ts';
import { weightFrame } from '../../../shared/blend/blend-frame.ts';
import { DEEPEST, patchWeights, UNBLENDED } from '../../../shared/blend/patch-weights.ts';
import { coverOf } from '../../../shared/blend/stroke-cover.ts';
import { paintedPhoto, type BackendFixture } from '../../testing/backend-fixture.ts';
import { startScriptedBackend } from '../../testing/scripted-backend.ts';
import { byDepth } from '../../testing/depth.ts';
import type { ScriptedService } from '../../testing/scripted-service.ts';

const SIZE = { width: 120, height: 90 };
/** At the left border: there, the result has no edge. */
const SPOT: Rect = { x: 0, y: 30, width: 40, height: 24 };
const MIDDLE = { x: 20, y: 42 };

let service: ScriptedService;
let fixture: BackendFixture;

beforeEach(async () => {
  ({ service, fixture } = await startScriptedBackend());
});

function stroke(more: Partial<PatchBlend['strokes'][number]> = {}) {
  return { points: [MIDDLE.x, MIDDLE.y], radius: 5, hardness: 1, isErase: false, ...more };
}

async function clean(rect = SPOT): Promise<Patch & { readonly photoId: string }> {
  const { id: photoId } = await paintedPhoto(fixture, rect, SIZE);
  return await cleanMore(photoId);
}

async function cleanMore(photoId: string): Promise<Patch & { readonly photoId: string }> {
  const { id: jobId, state } = await fixture.cleanUp(photoId);
  expect(state).toBe('done');
  const made = (await patchesOf(photoId)).find((patch) => patch.jobId === jobId);
  if (made === undefined) throw new Error('There is no result.');
  return { ...made, photoId };
}

async function patchesOf(photoId: string): Promise<readonly Patch[]> {
  return (await fixture.client().photos.get({ photoId })).patches;
}

function save({ id, photoId }: Patch & { readonly photoId: string }, blend: Partial<PatchBlend>) {
  return fixture
    .client()
    .patchBlend.save({ photoId, patchId: id, blend: { ...UNBLENDED, ...blend } });
}

async function seen(photoId: string): Promise<Buffer> {
  return await sharp(await fixture.savePng(photoId))
    .removeAlpha()
    .raw()
    .toBuffer();
}

function pixel(picture: Buffer, { x, y }: { readonly x: number; readonly y: number }) {
  const from = (y * SIZE.width + x) * 3;
  return [...picture.subarray(from, from + 3)];
}

async function overlay(url: string): Promise<Buffer> {
  const response = await fixture.media(url);
  return await sharp(await response.arrayBuffer())
    .ensureAlpha()
    .raw()
    .toBuffer();
}

it('blends a result by opacity, soft edge and strokes, to the exact value', async () => {
  const patch = await clean();
  const ids = { photoId: patch.photoId, patchId: patch.id };
  await fixture.client().photos.setPatchState({ ...ids, state: 'hidden', mask: 'keep' });
  const photo = await seen(patch.photoId);
  await fixture.client().photos.setPatchState({ ...ids, state: 'applied', mask: 'keep' });
  const whole = await overlay(patch.url);
  const depths = new Uint8Array(await (await fixture.media(patchDepthUrl(patch.id))).arrayBuffer());
  const coordinate = fc.double({ min: -10, max: 60, noNaN: true });
  const blends = fc.record({
    opacity: fc.double({ min: 0, max: 1, noNaN: true }),
    feather: fc.integer({ min: 0, max: 30 }),
    strokes: fc.array(
      fc.record({
        points: fc.tuple(coordinate, coordinate).map((pair) => pair),
        radius: fc.double({ min: 0.5, max: 20, noNaN: true }),
        hardness: fc.double({ min: 0, max: 1, noNaN: true }),
        isErase: fc.boolean(),
      }),
      { maxLength: 3 },
    ),
  });
  await fc.assert(
    fc.asyncProperty(blends, async (blend) => {
      await save(patch, blend);
      const weights = patchWeights(
        depths,
        coverOf(weightFrame(patch.rect), blend.strokes),
        blend.feather,
      );
      const expected = Buffer.from(photo);
      for (let index = 0; index < weights.length; index++) {
        const y = patch.rect.y + Math.floor(index / patch.rect.width);
        const to = (y * SIZE.width + patch.rect.x + (index % patch.rect.width)) * 3;
        const share = (whole[index * 4 + 3] ?? 0) * (weights[index] ?? 0) * blend.opacity;
        const alpha = Math.round(share / 255);
        for (let channel = 0; channel < 3; channel++) {
          const [below = 0, above = 0] = [photo[to + channel], whole[index * 4 + channel]];
          expected[to + channel] = Math.floor((above * alpha + below * (255 - alpha) + 127) / 255);
        }
      }
      expect((await seen(patch.photoId)).equals(expected)).toBe(true);
    }),
    { numRuns: byDepth(6, 60) },
  );
});

it('applies the soft edge inside the result, and not at the photo’s border', async () => {
  const patch = await clean();
  const before = await seen(patch.photoId);
  const depths = new Uint8Array(await (await fixture.media(patchDepthUrl(patch.id))).arrayBuffer());
  const { width, height } = patch.rect;
  const row = Math.floor(height / 2) * width;
  expect(depths[row], 'at the border of the photo').toBeGreaterThan(10);
  expect(depths[row + width - 1], 'at its edge').toBeLessThanOrEqual(1);
  expect(Math.max(...depths)).toBeLessThan(DEEPEST);
  await save(patch, { feather: 12 });
  const after = await seen(patch.photoId);
  const border = { x: 0, y: MIDDLE.y };
  expect(pixel(after, border), 'as it came').toEqual(pixel(before, border));
  const edge = { x: SPOT.x + SPOT.width - 1, y: MIDDLE.y };
  expect(pixel(after, edge)).not.toEqual(pixel(before, edge));
});

it('restores the received bytes and address when a blend is reset', async () => {
  const patch = await clean();
  const before = await seen(patch.photoId);
  await save(patch, { opacity: 0.4, strokes: [stroke()] });
  const [blended] = await patchesOf(patch.photoId);
  expect(blended?.blend).toEqual({ opacity: 0.4, feather: 0, strokes: 1 });
  expect(blended?.url).not.toBe(patch.url);
  expect((await seen(patch.photoId)).equals(before)).toBe(false);
  const ids = { photoId: patch.photoId, patchId: patch.id };
  await fixture.restart();
  expect(await fixture.client().patchBlend.read(ids)).toEqual({
    blend: { opacity: 0.4, feather: 0, strokes: [stroke()] },
    url: patch.url,
    depthUrl: patchDepthUrl(patch.id),
  });
  await save(patch, {});
  const [unblended] = await patchesOf(patch.photoId);
  expect(unblended?.blend).toBeUndefined();
  expect(unblended?.url).toBe(patch.url);
  expect((await seen(patch.photoId)).equals(before)).toBe(true);
});

it('keeps at most two overlays, however often a blend changes', async () => {
  const patch = await clean();
  await save(patch, { opacity: 0.9 });
  const { resultBytes } = await fixture.client().library.usage();
  for (const opacity of [0.7, 0.5, 0.3, 0.9]) await save(patch, { opacity });
  expect((await fixture.client().library.usage()).resultBytes).toBe(resultBytes);
  const ids = { photoId: patch.photoId, patchId: patch.id };
  await fixture.client().photos.deletePatch({ ...ids, mask: 'keep' });
  await fixture.restart();
  await fixture.backend().tend();
  expect(await fixture.client().library.usage()).toMatchObject({ resultBytes: 0, otherBytes: 0 });
});

it('changes the appearance for saved answers, for results above it and for lists', async () => {
  const patch = await clean();
  const { photoId } = patch;
  await fixture.client().photos.verify({ photoId });
  await fixture.paint(photoId, { x: 30, y: 40, width: 20, height: 8 });
  const above = await cleanMore(photoId);
  const fits = async () => (await patchesOf(photoId)).find(({ id }) => id === above.id);
  const thumbnail = async () => (await fixture.client().photos.get({ photoId })).thumbnailUrl;
  const before = await thumbnail();
  expect(await fits()).toMatchObject({ isBaseChanged: false });
  const ids = { photoId, patchId: above.id };
  await fixture.client().photos.setPatchState({ ...ids, state: 'hidden', mask: 'restore' });
  const offered = async () => (await fixture.client().cleanup.plan({ photoId })).calls[0]?.stored;
  expect(await offered()).toMatchObject({ jobId: above.jobId });
  await save(patch, { opacity: 0.5 });
  expect(await offered(), 'the same question is another one').toBeUndefined();
  await fixture.client().photos.setPatchState({ ...ids, state: 'applied', mask: 'consume' });
  expect(await fits()).toMatchObject({ isBaseChanged: true });
  expect(await thumbnail()).not.toBe(before);
  await save(patch, {});
  expect(await fits()).toMatchObject({ isBaseChanged: false });
  expect(await thumbnail()).toBe(before);
});

it('sends a blended result as it looks', async () => {
  const patch = await clean();
  await save(patch, { opacity: 0 });
  await fixture.paint(patch.photoId, { x: 10, y: 36, width: 8, height: 8 });
  let sent: Uint8Array | undefined;
  service.play(async (cleanup) => {
    sent = cleanup.image;
    await cleanup.answer();
  });
  const next = await cleanMore(patch.photoId);
  const request = await sharp(sent).metadata();
  expect([request.width, request.height]).toEqual([SIZE.width, SIZE.height]);
  const original = await sharp(await noPatches(patch.photoId, [patch, next]))
    .raw()
    .toBuffer();
  const picture = await sharp(sent).removeAlpha().raw().toBuffer();
  expect(picture.equals(original)).toBe(true);
});

async function noPatches(photoId: string, patches: readonly Patch[]): Promise<Buffer> {
  const patchIds = patches.map(({ id }) => id);
  await fixture.client().photos.setPatchStates({ photoId, patchIds, state: 'hidden' });
  return await readFile(await fixture.savePng(photoId));
}

describe('refuses a blend', () => {
  it('while a running job builds on it, and no longer after it ended', async () => {
    const patch = await clean();
    let answer: (() => Promise<void>) | undefined;
    const asked = Promise.withResolvers<void>();
    service.play((cleanup) => {
      answer = async () => cleanup.answer();
      asked.resolve();
    });
    await fixture.paint(patch.photoId, { x: 30, y: 40, width: 20, height: 8 });
    const { jobId } = await fixture.client().cleanup.run({ photoId: patch.photoId });
    await asked.promise;
    await expect(save(patch, { opacity: 0.5 })).rejects.toMatchObject({
      data: { kind: 'invalid-input', message: expect.stringContaining('uses this result') },
    });
    await answer?.();
    await fixture.until(jobId);
    await save(patch, { opacity: 0.5 });
    expect((await patchesOf(patch.photoId))[0]?.blend?.opacity).toBe(0.5);
  });
});

it('applies concurrent changes one after another, and keeps the last', async () => {
  const patch = await clean();
  await Promise.all([0.2, 0.6, 0.4].map((opacity) => save(patch, { opacity })));
  expect((await patchesOf(patch.photoId))[0]?.blend?.opacity).toBe(0.4);
});
