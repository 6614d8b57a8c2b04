import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Bytes } from '../../../../../shared/contract/common.ts';
import type { Rect } from '../../../../../shared/geometry/rect.ts';
import { jobMaskUrl } from '../../../../../shared/media.ts';
import { paintedPhoto, type BackendFixture } from '../../../../testing/backend-fixture.ts';
import { startScriptedBackend } from '../../../../testing/scripted-backend.ts';
import { paintedIn, pixelSet, tilesOf } from '../../../../testing/masks.ts';
import { noisePng } from '../../../../testing/pictures.ts';
import type { ScriptedService } from '../../../../testing/scripted-service.ts';

const SIZE = { width: 2400, height: 300 };
const LEFT = { x: 40, y: 30, width: 20, height: 10 };
const RIGHT = { x: 2300, y: 200, width: 12, height: 8 };

let service: ScriptedService;
let fixture: BackendFixture;

beforeEach(async () => {
  ({ service, fixture } = await startScriptedBackend());
});

const client = () => fixture.client();

async function maskPixels(photoId: string): Promise<Set<string>> {
  return pixelSet(await fixture.mask(photoId));
}

async function twoBlobs(): Promise<string> {
  const photo = await paintedPhoto(fixture, LEFT, SIZE);
  await fixture.paint(photo.id, RIGHT);
  return photo.id;
}

async function finished(jobIds: readonly string[]): Promise<readonly string[]> {
  return Promise.all(jobIds.map(async (jobId) => (await fixture.until(jobId)).state));
}

async function patchesOf(photoId: string) {
  return (await client().photos.get({ photoId })).patches;
}

/** A photo with a result of one region. */
async function cleanedPhoto() {
  const { id: photoId } = await paintedPhoto(fixture, LEFT, SIZE);
  const run = await client().cleanup.run({ photoId });
  await finished(run.jobIds);
  const [patch] = await patchesOf(photoId);
  return { photoId, jobId: run.jobId, ids: { photoId, patchId: patch?.id ?? '' } };
}

const masksIn = ({ masks }: { readonly masks: readonly Bytes[] }) =>
  Promise.all(masks.map(paintedIn));

describe('a run of several regions', () => {
  it('is one job each with its own part of the mask and its own result', async () => {
    const photoId = await twoBlobs();
    const plan = await client().cleanup.plan({ photoId });
    expect(plan.calls.map(({ painted }) => painted)).toEqual([LEFT, RIGHT]);
    expect(plan.cost).toBeUndefined();
    const run = await client().cleanup.run({ photoId });
    expect(run).toMatchObject({ jobId: run.jobIds[0], joined: false, stored: [] });
    expect(run.jobIds).toHaveLength(2);
    expect(await maskPixels(photoId)).toEqual(new Set());
    for (const [index, rect] of [LEFT, RIGHT].entries()) {
      const mask = await fixture.media(jobMaskUrl(run.jobIds[index] ?? ''));
      expect(await paintedIn(mask)).toEqual(pixelSet(tilesOf(rect)));
      expect(await masksIn(run)).toContainEqual(pixelSet(tilesOf(rect)));
    }
    expect(run.masks).toHaveLength(2);
    expect(await finished(run.jobIds)).toEqual(['done', 'done']);
    expect(service.postCount()).toBe(2);
    const { runId } = run;
    const patches = await patchesOf(photoId);
    const parameters = { margin: 4, matchColors: false };
    const result = { runId, isBaseChanged: false, parameters };
    expect(patches).toMatchObject([result, result]);
    for (const jobId of run.jobIds) {
      const { patch } = await client().photos.resultOf({ photoId, jobId });
      expect(patches).toContainEqual(patch);
      expect(patch?.jobId).toBe(jobId);
    }
    const { resultOf } = client().photos;
    expect(await resultOf({ photoId, jobId: 'another' })).toEqual({ hiddenCount: 0 });
    expect(await client().jobs.list({ limit: 9 })).toMatchObject([{ runId }, { runId }]);
  });

  it('restores the mask of failed calls only, and reruns only those', async () => {
    const photoId = await twoBlobs();
    service.play((cleanup, index) => (index === 0 ? cleanup.hangUp() : cleanup.answer()));
    await client().settings.update({ concurrentCalls: 1 });
    const run = await client().cleanup.run({ photoId });
    expect(await finished(run.jobIds)).toEqual(['unknown', 'done']);
    expect(await maskPixels(photoId)).toEqual(pixelSet(tilesOf(LEFT)));
    expect(await patchesOf(photoId)).toHaveLength(1);
    const rest = await client().jobs.runRest({ runId: run.runId });
    expect(rest.jobIds).toHaveLength(1);
    expect(await masksIn(rest)).toEqual([pixelSet(tilesOf(LEFT))]);
    expect(await finished(rest.jobIds)).toEqual(['done']);
    expect(await fixture.job(rest.jobIds[0] ?? '')).toMatchObject({ runId: run.runId });
    expect(await maskPixels(photoId)).toEqual(new Set());
    const nothing = await client().jobs.runRest({ runId: run.runId });
    expect(nothing).toEqual({ jobIds: [], masks: [] });
    expect(service.postCount()).toBe(3);
    const result = { isBaseChanged: false };
    expect(await patchesOf(photoId)).toMatchObject([result, result]);
  });

  it('ends as one when its connection is removed, and keeps the rest for another one', async () => {
    const connectionId = await fixture.connectAccount();
    await client().settings.update({ concurrentCalls: 1 });
    const photoId = await twoBlobs();
    await fixture.paint(photoId, { x: 1200, y: 100, width: 9, height: 9 });
    const sent = service.hold();
    const run = await client().cleanup.run({ photoId });
    const call = await sent;
    await client().connections.remove({ connectionId });
    const [first = '', ...rest] = run.jobIds;
    expect(await finished(rest)).toEqual(['cancelled', 'cancelled']);
    for (const jobId of rest) {
      expect((await fixture.job(jobId)).error).toEqual({
        kind: 'no-connection',
        message:
          'Not sent, because the connection “Account” was removed. Run it again with another connection.',
      });
    }
    await call.answer();
    expect(await finished([first])).toEqual(['done']);
    await client().connections.activatePractice();
    service.play((cleanup) => cleanup.answer());
    const again = await client().jobs.runRest({ runId: run.runId });
    expect(await finished(again.jobIds)).toEqual(['done', 'done']);
    expect(await patchesOf(photoId)).toHaveLength(3);
    expect(service.postCount()).toBe(3);
  });

  it('repeats its rest with the connection that was allowed, when another is chosen meanwhile', async () => {
    const photoId = await twoBlobs();
    service.play((cleanup) => cleanup.hangUp());
    const run = await client().cleanup.run({ photoId });
    expect(await finished(run.jobIds)).toEqual(['unknown', 'unknown']);
    const { id: connectionId } = await client().connections.add({
      name: 'Account',
      baseUrl: service.baseUrl,
      key: service.key,
    });
    service.play((cleanup) => cleanup.answer());
    const [rest] = await Promise.all([
      client().jobs.runRest({ runId: run.runId }),
      client().connections.activate({ connectionId }),
    ]);
    const again = await Promise.all(rest.jobIds.map((jobId) => fixture.job(jobId)));
    expect(again).toMatchObject([{ isPractice: true }, { isPractice: true }]);
    expect(await finished(rest.jobIds)).toEqual(['done', 'done']);
  });

  it('joins running regions one by one', async () => {
    const photoId = await twoBlobs();
    service.play(() => undefined);
    const first = await client().cleanup.run({ photoId });
    await fixture.paint(photoId, RIGHT, { x: 1200, y: 5, width: 5, height: 5 });
    const second = await client().cleanup.run({ photoId });
    expect(second.jobIds).toHaveLength(2);
    expect(second.joined).toBe(false);
    expect(second.jobIds).toContain(first.jobIds[1]);
    expect(await client().jobs.list({ limit: 9 })).toHaveLength(3);
    expect(await maskPixels(photoId)).toEqual(new Set());
  });

  it('takes regions drawn by hand, and reports invalid ones', async () => {
    const photoId = await twoBlobs();
    const whole = { x: 0, y: 0, ...SIZE };
    const refused = client().cleanup.run({ photoId, regions: [{ ...whole, width: 900 }] });
    await expect(refused).rejects.toMatchObject({ data: { kind: 'invalid-input' } });
    const [left, right] = [
      { x: 0, y: 0, width: 2306, height: 300 },
      { x: 200, y: 0, width: 2200, height: 300 },
    ];
    const received = [service.next(), service.next()];
    await client().settings.update({ concurrentCalls: 1, margin: 0 });
    const run = await client().cleanup.run({ photoId, regions: [left, right] });
    expect(await finished(run.jobIds)).toEqual(['done', 'done']);
    const masks = await Promise.all(received.map(async (next) => (await next).mask));
    // The left one sees part of the right blob, which it takes as masked too; it changes only its own.
    const white = await Promise.all(masks.map(countWhite));
    expect(white).toEqual([200 + 6 * 8, 96]);
    expect((await patchesOf(photoId)).map(({ rect }) => rect)).toEqual([LEFT, RIGHT]);
  });
});

describe('a saved result', () => {
  it('is offered for the same request, and becomes a result without a call', async () => {
    const photoId = await twoBlobs();
    await fixture.connectAccount({ cleanup: 250 });
    const run = await client().cleanup.run({ photoId });
    await finished(run.jobIds);
    const before = await patchesOf(photoId);
    expect(before.map(({ cost }) => cost)).toEqual([250, 250]);
    for (const { id } of before) {
      const hidden = { state: 'hidden', mask: 'restore' } as const;
      await client().photos.setPatchState({ photoId, patchId: id, ...hidden });
    }
    const other = { x: 1200, y: 150, width: 9, height: 9 };
    await fixture.paint(photoId, other);
    await fixture.restart();
    const plan = await client().cleanup.plan({ photoId });
    expect(plan.calls.map(({ stored }) => stored?.jobId)).toEqual([
      run.jobIds[0],
      undefined,
      run.jobIds[1],
    ]);
    expect(plan).toMatchObject({ cost: 750, costWithStored: 250 });
    const posts = service.postCount();
    const again = await client().cleanup.useStored({ photoId });
    expect(again.stored.map(({ fromJobId }) => fromJobId)).toEqual(run.jobIds);
    expect(await finished(again.jobIds)).toEqual(['done', 'done']);
    expect(service.postCount()).toBe(posts);
    expect(await maskPixels(photoId)).toEqual(pixelSet(tilesOf(other)));
    const shown = (await patchesOf(photoId)).filter(({ state }) => state === 'applied');
    expect(shown).toHaveLength(2);
    for (const { rect, url } of before) {
      expect(shown).toContainEqual(expect.objectContaining({ rect, url, cost: 0 }));
    }
    const nothing = client().cleanup.useStored({ photoId });
    await expect(nothing).rejects.toMatchObject({ data: { kind: 'not-found' } });
  });

  it('is not offered for another ring, another appearance or by itself', async () => {
    const { photoId, jobId, ids } = await cleanedPhoto();
    const offered = async () => (await client().cleanup.plan({ photoId })).calls[0]?.stored?.jobId;
    await fixture.paint(photoId, LEFT);
    expect(await offered(), 'the photo looks different').toBeUndefined();
    await client().photos.setPatchState({ ...ids, state: 'hidden', mask: 'keep' });
    expect(await offered()).toBe(jobId);
    await client().settings.update({ margin: 9 });
    expect(await offered(), 'another ring').toBeUndefined();
    await client().settings.update({ margin: 4 });
    const posts = service.postCount();
    await finished((await client().cleanup.run({ photoId })).jobIds);
    expect(service.postCount(), 'asked for as a call').toBe(posts + 1);
  });

  it('is reused when Gesso was closed before its result was recorded', async () => {
    const { photoId, ids } = await cleanedPhoto();
    await client().photos.setPatchState({ ...ids, state: 'hidden', mask: 'restore' });
    const { jobId } = await client().cleanup.useStored({ photoId });
    await fixture.until(jobId);
    await fixture.backend().close();
    fixture.sql((database) => {
      database.prepare('DELETE FROM patches WHERE job_id = ?').run(jobId);
      database
        .prepare(
          `UPDATE jobs SET state = 'downloading', ended_at = NULL, answer_file_id = NULL WHERE id = ?`,
        )
        .run(jobId);
    });
    await fixture.restart();
    expect(await fixture.until(jobId)).toMatchObject({ state: 'done', price: 0 });
    expect((await patchesOf(photoId)).map(({ state }) => state)).toEqual(['hidden', 'applied']);
    expect(service.postCount()).toBe(1);
  });

  it('is deleted with its result', async () => {
    const { photoId, ids } = await cleanedPhoto();
    await client().photos.deletePatch({ ...ids, mask: 'restore' });
    expect(await patchesOf(photoId)).toEqual([]);
    expect(await maskPixels(photoId)).toEqual(pixelSet(tilesOf(LEFT)));
    expect((await client().cleanup.plan({ photoId })).calls[0]?.stored).toBeUndefined();
    const before = await client().library.usage();
    expect(before).toMatchObject({ resultBytes: 0, resultCount: 0 });
    expect(before.otherBytes).toBeGreaterThan(0);
    await fixture.restart();
    await fixture.backend().tend();
    expect(await client().library.usage()).toMatchObject({ otherBytes: 0 });
  });
});

describe('results that build on each other', () => {
  /** Two results, the second on top of the first, and a third far away. */
  async function chain() {
    const photo = await paintedPhoto(fixture, LEFT, SIZE);
    const photoId = photo.id;
    const over: Rect = { ...LEFT, x: LEFT.x + 10 };
    for (const rect of [over, RIGHT]) {
      await finished((await client().cleanup.run({ photoId })).jobIds);
      await fixture.paint(photoId, rect);
    }
    await finished((await client().cleanup.run({ photoId })).jobIds);
    const ids = (await patchesOf(photoId)).map(({ id }) => id);
    const changed = async () =>
      (await patchesOf(photoId)).map(({ isBaseChanged }) => isBaseChanged);
    return { photoId, ids, changed };
  }

  it('say so when their base is hidden, shown again or deleted', async () => {
    const { photoId, ids, changed } = await chain();
    const [patchId = ''] = ids;
    expect(await changed()).toEqual([false, false, false]);
    const set = client().photos.setPatchState;
    await set({ photoId, patchId, state: 'hidden', mask: 'keep' });
    expect(await changed()).toEqual([false, true, false]);
    await set({ photoId, patchId, state: 'applied', mask: 'keep' });
    expect(await changed()).toEqual([false, false, false]);
    await client().photos.deletePatch({ photoId, patchId, mask: 'keep' });
    expect(await changed()).toEqual([true, false]);
  });

  it('are drawn over any base: hiding one shows the photo under it', async () => {
    const { photoId, ids } = await chain();
    const original = await rgbOf(await noisePng(SIZE.width, SIZE.height));
    const set = client().photos.setPatchState;
    await set({ photoId, patchId: ids[0] ?? '', state: 'hidden', mask: 'keep' });
    const saved = await rgbOf(await fixture.savePng(photoId));
    const at = (picture: Buffer, x: number, y: number) =>
      picture.readUIntBE((y * SIZE.width + x) * 3, 3);
    // Only the first covered this one; the second covers the next, with what it was made of.
    expect(at(saved, LEFT.x + 2, LEFT.y + 4)).toBe(at(original, LEFT.x + 2, LEFT.y + 4));
    expect(at(saved, LEFT.x + 25, LEFT.y + 4)).not.toBe(at(original, LEFT.x + 25, LEFT.y + 4));
    // Inverted twice: the second was made on top of the first, and still is what it was.
    expect(at(saved, LEFT.x + 15, LEFT.y + 4)).toBe(at(original, LEFT.x + 15, LEFT.y + 4));
  });

  it('cannot be deleted while a running job builds on them', async () => {
    const { photoId, ids } = await chain();
    await fixture.paint(photoId, LEFT);
    service.play(() => undefined);
    const { jobId } = await client().cleanup.run({ photoId });
    const deleting = () =>
      client().photos.deletePatch({ photoId, patchId: ids[0] ?? '', mask: 'keep' });
    await expect(deleting()).rejects.toMatchObject({ data: { kind: 'invalid-input' } });
    await client().jobs.cancel({ jobId });
    await fixture.until(jobId);
    await deleting();
    expect(await patchesOf(photoId)).toHaveLength(2);
  });
});

describe('rerunning a result', () => {
  it('with a grown mask hides it, and its mask belongs to the new run', async () => {
    const { photoId, ids } = await cleanedPhoto();
    await fixture.paint(photoId, RIGHT);
    const run = await client().cleanup.runPatchAgain({ ...ids, grow: 3 });
    expect(await maskPixels(photoId), 'other painted pixels stay').toEqual(
      pixelSet(tilesOf(RIGHT)),
    );
    expect(await finished(run.jobIds)).toEqual(['done']);
    const patches = await patchesOf(photoId);
    expect(patches.map(({ state }) => state)).toEqual(['hidden', 'applied']);
    expect(patches[1]?.rect).toEqual({ x: LEFT.x - 7, y: LEFT.y - 7, width: 34, height: 24 });
    expect(patches[1]?.isBaseChanged).toBe(false);
  });

  it('names the calls and the mask before sending', async () => {
    await fixture.connectAccount({ cleanup: 100 });
    const { photoId, ids } = await cleanedPhoto();
    const same = await client().cleanup.planPatchAgain(ids);
    expect(same.plan).toMatchObject({ calls: [{}], cost: 100, isPractice: false });
    expect(same.plan.calls[0]?.stored, 'it is a call').toBeUndefined();
    const grown = await client().cleanup.planPatchAgain({ ...ids, grow: 3 });
    const painted = { x: LEFT.x - 3, y: LEFT.y - 3, width: 26, height: 16 };
    expect(grown.plan.calls).toMatchObject([{ painted }]);
    expect((await paintedIn(grown.mask)).size).toBeGreaterThan(20 * 10 + 3 * 2 * (20 + 10));
    // nothing was changed, and nothing sent
    expect((await patchesOf(photoId)).map(({ state }) => state)).toEqual(['applied']);
    expect(await maskPixels(photoId)).toEqual(new Set());
    expect(service.postCount()).toBe(1);
  });

  it('paints its grown mask again without a run', async () => {
    const { photoId, ids } = await cleanedPhoto();
    await client().photos.repaintPatch({ ...ids, grow: 1 });
    expect((await maskPixels(photoId)).size).toBe(20 * 10 + 2 * 20 + 2 * 10);
    expect((await patchesOf(photoId))[0]?.state).toBe('hidden');
  });
});

async function countWhite(mask: Buffer): Promise<number> {
  const pixels = await sharp(mask).toColourspace('b-w').raw().toBuffer();
  return pixels.filter((value) => value === 255).length;
}

function rgbOf(picture: Buffer | string): Promise<Buffer> {
  return sharp(picture).removeAlpha().raw().toBuffer();
}
