import { createServer } from 'node:net';
import { beforeEach, describe, expect, it } from 'vitest';
import { jobMaskUrl } from '../../../../shared/media.ts';
import { paintedPhoto, type BackendFixture } from '../../../testing/backend-fixture.ts';
import { startScriptedBackend } from '../../../testing/scripted-backend.ts';
import { paintedIn, pixelSet, tilesOf } from '../../../testing/masks.ts';
import { startScriptedService, type ScriptedService } from '../../../testing/scripted-service.ts';

/** The wire form of "tile 0, 0 is empty". */
const EMPTY_TILE = new Uint8Array([0x47, 0x4d, 0x54, 0x31, 0, 0, 0, 0, 0]);

const RECT = { x: 40, y: 30, width: 20, height: 10 };

let service: ScriptedService;
let fixture: BackendFixture;

beforeEach(async () => {
  ({ service, fixture } = await startScriptedBackend());
});

/** Rows as another program sees them on disk: only what is committed. */
function rowsOnDisk(): readonly Record<string, unknown>[] {
  return fixture.sql((database) =>
    database.prepare('SELECT * FROM jobs ORDER BY created_at').all(),
  );
}

async function maskSize(photoId: string): Promise<number> {
  return pixelSet(await fixture.mask(photoId)).size;
}

/** Paints a photo and runs its clean-up. */
async function start() {
  const { id: photoId } = await paintedPhoto(fixture);
  const run = await fixture.client().cleanup.run({ photoId });
  return { photoId, run, jobId: run.jobId };
}

/** Starts a clean-up whose request has arrived and is not answered yet. */
async function startHeld() {
  const arrived = service.hold();
  const started = await start();
  return { ...started, received: await arrived };
}

describe('a clean-up', () => {
  it('stores its row with the mask before the request reaches the service', async () => {
    const seen: Record<string, unknown>[] = [];
    service.onHead(() => seen.push(...rowsOnDisk()));
    const { jobId, photoId } = await start();
    expect(await maskSize(photoId)).toBe(0);
    expect(await fixture.until(jobId)).toMatchObject({ state: 'done' });
    expect(seen).toMatchObject([{ id: jobId, submitted_at: expect.any(Number) }]);
    // a small request may be out whole before the service's thread looks at its head
    expect(['submitting', 'processing']).toContain(seen[0]?.['state']);
  });

  it('takes the mask while painting continues, and shows it while it runs', async () => {
    const { jobId, photoId, received } = await startHeld();
    const other = { x: 5, y: 5, width: 3, height: 3 };
    await fixture.paint(photoId, other);
    expect(pixelSet(await fixture.mask(photoId))).toEqual(pixelSet(tilesOf(other)));
    const shown = await fixture.media(jobMaskUrl(jobId));
    expect(await paintedIn(shown)).toEqual(pixelSet(tilesOf(RECT)));
    await received.answer();
    expect(await fixture.until(jobId)).toMatchObject({ state: 'done' });
    expect(pixelSet(await fixture.mask(photoId))).toEqual(pixelSet(tilesOf(other)));
    const { patches } = await fixture.client().photos.get({ photoId });
    const withRing = { x: 36, y: 26, width: 28, height: 18 };
    expect(patches).toMatchObject([{ jobId, rect: withRing, state: 'applied' }]);
  });

  it('joins an identical running request, which then owns the painted pixels', async () => {
    const { run: first, photoId, received } = await startHeld();
    await fixture.paint(photoId, RECT);
    const second = await fixture.client().cleanup.run({ photoId });
    expect(second).toEqual({ ...first, joined: true });
    expect(await maskSize(photoId)).toBe(0);
    await received.answer();
    await fixture.until(first.jobId);
    expect(service.postCount()).toBe(1);
    expect(await fixture.client().jobs.list({ limit: 10 })).toHaveLength(1);
  });

  it('is posted once, in whatever order it is awaited during preparation', async () => {
    const { jobId } = await start();
    const { whenIdle } = fixture.backend();
    await Promise.all([whenIdle(), whenIdle(), fixture.until(jobId)]);
    await fixture.backend().whenIdle();
    expect(service.postCount()).toBe(1);
  });

  it('refuses an empty mask, and says how to continue', async () => {
    const photo = await paintedPhoto(fixture);
    await fixture.media(photo.maskUrl, { method: 'PUT', body: EMPTY_TILE });
    const run = fixture.client().cleanup.run({ photoId: photo.id });
    await expect(run).rejects.toMatchObject({ code: 'APP_ERROR', data: { kind: 'empty-mask' } });
    expect(service.postCount()).toBe(0);
  });
});

describe('stopping a job', () => {
  it('during preparation sends nothing and restores the mask', async () => {
    const { jobId, photoId } = await start();
    await fixture.client().jobs.cancel({ jobId });
    const job = await fixture.until(jobId);
    expect(job).toMatchObject({ state: 'cancelled', error: { kind: 'cancelled' } });
    expect(job.error?.message).toContain('Nothing was sent');
    expect(await maskSize(photoId)).toBe(200);
    expect(service.postCount()).toBe(0);
  });

  it('during sending aborts the request', async () => {
    // two dabs in opposite corners: the whole of a picture that no socket's buffers hold is sent
    const corner = { x: 0, y: 0, width: 5, height: 2 };
    const photo = await paintedPhoto(fixture, corner, { width: 2200, height: 1700 });
    await fixture.paint(photo.id, { ...corner, x: 2195, y: 1698 });
    await service[Symbol.asyncDispose]();
    // A server that takes the head and reads nothing more: the rest stays with the sender.
    const stubborn = createServer((socket) => void socket.once('data', () => socket.pause()));
    await new Promise<void>((done) =>
      stubborn.listen(Number(new URL(service.baseUrl).port), '127.0.0.1', done),
    );
    const regions = [{ x: 0, y: 0, width: 2200, height: 1700 }];
    const { jobId } = await fixture.client().cleanup.run({ photoId: photo.id, regions });
    await fixture.until(jobId, 'submitting');
    await fixture.client().jobs.cancel({ jobId });
    const job = await fixture.until(jobId);
    expect(job).toMatchObject({ state: 'cancelled', error: { kind: 'cancelled' } });
    expect(await maskSize(photo.id)).toBe(20);
    stubborn.close();
    service = await startScriptedService();
  }, 60_000);

  it('while the service works names no charge in practice', async () => {
    const { jobId, photoId, received } = await startHeld();
    await fixture.until(jobId, 'processing');
    await fixture.client().jobs.cancel({ jobId });
    const error = { message: 'Stopped.' };
    expect(await fixture.until(jobId)).toMatchObject({ state: 'cancelled', error });
    expect(await maskSize(photoId)).toBe(200);
    await expect.poll(() => received.message.destroyed).toBe(true);
  });

  it('while the answer arrives discards the partial answer and keeps the mask', async () => {
    service.play(({ response }) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100_000 });
      response.write('{"image_file": "AAAA');
    });
    const { jobId, photoId } = await start();
    await fixture.until(jobId, 'downloading');
    await fixture.client().jobs.cancel({ jobId });
    expect(await fixture.until(jobId)).toMatchObject({ state: 'cancelled', hasKeptAnswer: false });
    expect(await maskSize(photoId)).toBe(200);
  });
});

describe('running a job again', () => {
  it('sends the same mask as one new job, even when asked for twice at once', async () => {
    service.play((cleanup, index) => (index === 0 ? cleanup.hangUp() : cleanup.answer()));
    const { jobId, photoId } = await start();
    expect(await fixture.until(jobId)).toMatchObject({ state: 'unknown' });
    const [one, two] = await Promise.all([
      fixture.client().jobs.runAgain({ jobId }),
      fixture.client().jobs.runAgain({ jobId }),
    ]);
    expect(one.jobId).toBe(two.jobId);
    expect(await fixture.until(one.jobId)).toMatchObject({ state: 'done' });
    expect(service.postCount()).toBe(2);
    expect(await maskSize(photoId)).toBe(0);
  });

  it('is refused while it runs or after it succeeded', async () => {
    const { jobId, received } = await startHeld();
    const again = () => fixture.client().jobs.runAgain({ jobId });
    await expect(again()).rejects.toMatchObject({ data: { kind: 'invalid-input' } });
    await received.answer();
    await fixture.until(jobId);
    await expect(again()).rejects.toMatchObject({ data: { kind: 'invalid-input' } });
  });
});

describe('dismissing the end of a job', () => {
  it('is stored, and only for a job that is over', async () => {
    const { jobId, received } = await startHeld();
    await fixture.client().jobs.acknowledge({ jobId });
    expect(await fixture.job(jobId)).toMatchObject({ isAcknowledged: false });
    received.hangUp();
    const ended = await fixture.until(jobId);
    await fixture.client().jobs.acknowledge({ jobId });
    await fixture.client().jobs.acknowledge({ jobId });
    const job = await fixture.job(jobId);
    expect(job).toMatchObject({ isAcknowledged: true, revision: ended.revision + 1 });
  });
});
