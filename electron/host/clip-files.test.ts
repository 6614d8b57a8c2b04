/** Tests files that the window makes of clips: checked, and saved where the user wants. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { packFrames } from '../../shared/clips/frame-pack.ts';
import type { StartableRequest } from '../../shared/contract/job-requests.ts';
import type { ClipPart } from '../../shared/contract/clips.ts';
import { clipPartUrl, posterUrl } from '../../shared/media.ts';
import { GESSO_MARK } from '../backend/vision/imaging/writing/embed-metadata.ts';
import { endOf } from '../backend/work/testing/practice-bench.ts';
import { createBackendFixture } from '../testing/backend-fixture.ts';
import { numberedMp4 } from '../testing/clips.ts';
import { noisePng } from '../testing/pictures.ts';
import { startService, testKey } from '../testing/practice-service.ts';
import { testFolder } from '../testing/test-folder.ts';
import { createUnfinishedSaves } from './unfinished-saves.ts';
import { foldersFrom } from './testing/folders.ts';
import { createSaveFile } from './save-file.ts';

const folder = testFolder();
const dragged: { readonly path: string; readonly icon: Buffer }[] = [];

const service = await startService({ taskSpeed: 400 });
const fixture = await createBackendFixture({
  service: { baseUrl: service.url, key: testKey },
  ports: {
    saveFile: createSaveFile(
      ({ defaultPath }) => Promise.resolve(join(folder, defaultPath.split('/').at(-1) ?? '')),
      foldersFrom('/pictures'),
      createUnfinishedSaves(testFolder(), () => undefined),
    ),
    startDrag: (file) => void dragged.push(file),
  },
});
const { id: photoId } = await fixture.importPhoto(await noisePng(40, 30), 'dogs.jpg');
const jobId = await finished({
  kind: 'video',
  picture: { photoId },
  parameters: { model: 'SVD', resizeMode: 'ORIGINAL_RESOLUTION', steps: 4 },
});
/** The job of a picture. */
const stillJobId = await finished({
  kind: 'upscale',
  picture: { photoId },
  parameters: { upscaler: 'R-ESRGAN 4x+', size: { mode: 'factor', factor: 2 } },
});

async function finished(request: StartableRequest): Promise<string> {
  const { jobId } = await fixture.client().jobs.start(request);
  await endOf(fixture, jobId);
  return jobId;
}

async function picture(format: 'png' | 'webp' | 'jpeg', width = 48, height = 32) {
  const create = { width, height, channels: 3 as const, background: '#246' };
  return await sharp({ create }).toFormat(format).toBuffer();
}

async function put(url: string, body: Uint8Array): Promise<number> {
  return (await fixture.media(url, { method: 'PUT', body: Buffer.from(body) })).status;
}

async function save(part: ClipPart, body: Uint8Array, frames = { first: 2, last: 2 }) {
  const url = clipPartUrl(jobId, 0, part, frames);
  const response = await fixture.media(url, { method: 'POST', body: Buffer.from(body) });
  const answer: unknown = await response.json();
  return { status: response.status, answer };
}

describe('the still of a clip', () => {
  it('is stored with its clip, sent to all subscribers, and replaced by a newer one', async () => {
    expect((await fixture.job(jobId)).outputs[0]?.poster).toBeUndefined();
    const still = await picture('webp');
    expect(await put(posterUrl(jobId, 0), still)).toBe(204);
    const { poster } = (await fixture.job(jobId)).outputs[0] ?? {};
    const kept = await fixture.media(poster ?? '');
    expect(kept.headers.get('content-type')).toBe('image/png');
    const stored = Buffer.from(await kept.arrayBuffer());
    const pixels = (bytes: Uint8Array) => sharp(bytes).removeAlpha().raw().toBuffer();
    expect((await pixels(stored)).equals(await pixels(still))).toBe(true);
    // a library that is made anew of its files takes it for no photo
    expect(stored.includes(GESSO_MARK)).toBe(true);
    expect(await put(posterUrl(jobId, 0), await picture('png', 33))).toBe(204);
    expect((await fixture.job(jobId)).outputs[0]?.poster).not.toBe(poster);
  });

  it('S40 is refused when it is no small still picture, or belongs to no clip', async () => {
    const good = await picture('webp');
    const before = (await fixture.job(jobId)).outputs[0]?.poster;
    const moving = await sharp([await picture('png'), await picture('png', 40)], {
      join: { animated: true },
    })
      .webp()
      .toBuffer();
    const wrong: readonly (readonly [string, Uint8Array, number])[] = [
      [posterUrl(jobId, 0), await picture('jpeg'), 415],
      [posterUrl(jobId, 0), new Uint8Array(0), 415],
      [posterUrl(jobId, 0), good.subarray(0, 20), 415],
      [posterUrl(jobId, 0), new TextEncoder().encode('<svg xmlns="x"/>'), 415],
      [posterUrl(jobId, 0), moving, 415],
      [posterUrl(jobId, 0), await picture('webp', 1025, 10), 413],
      [posterUrl(jobId, 0), new Uint8Array(4_000_001), 413],
      [posterUrl(jobId, 1), good, 404],
      [posterUrl('nobody', 0), good, 404],
      [posterUrl(stillJobId, 0), good, 415],
      ['/media/posters/..%2F..%2Fetc.0', good, 400],
      [`/media/posters/${jobId}`, good, 400],
    ];
    for (const [url, body, status] of wrong) {
      expect(await put(url, body), `${url} ${body.byteLength}`).toBe(status);
    }
    expect((await fixture.job(jobId)).outputs[0]?.poster).toBe(before);
    expect((await fixture.media(posterUrl(jobId, 0))).status).toBe(405);
  });

  it('is not requested again when the window cannot decode the clip', async () => {
    const { clips } = fixture.client();
    await clips.notePlayable({ jobId, output: 0, isPlayable: false });
    expect((await fixture.job(jobId)).outputs[0]?.clip?.isPlayable).toBe(false);
    await expect(clips.notePlayable({ jobId, output: 7, isPlayable: false })).rejects.toMatchObject(
      { data: { kind: 'not-found' } },
    );
  });
});

/** The clip's name: its photo, its seed, its number. */
async function clipStem(): Promise<string> {
  const { seed } = await fixture.job(jobId);
  expect(seed).toMatch(/^\d+$/u);
  return `dogs_video_seed-${seed}_1`;
}

describe('saving a part of a clip', () => {
  it('writes a frame unchanged, with its number in the name', async () => {
    const png = await picture('png');
    const stem = await clipStem();
    expect(await save('frame', png)).toEqual({
      status: 200,
      answer: { kind: 'saved', name: `${stem}_frame_003.png` },
    });
    expect((await readFile(join(folder, `${stem}_frame_003.png`))).equals(png)).toBe(true);
    const film = await numberedMp4(2, { width: 96, height: 48 });
    expect((await save('mp4', film, { first: 0, last: 11 })).answer).toEqual({
      kind: 'saved',
      name: `${stem}_frames_001-012.mp4`,
    });
    expect((await save('pair', png)).answer).toMatchObject({ name: 'dogs_compared_003.png' });
  });

  it('writes frames as a gif that keeps their times', async () => {
    const frames = await Promise.all(
      ['#ff0000', '#00ff00', '#0000ff'].map(async (background, index) => ({
        delay: 40 + 10 * index,
        png: await sharp({ create: { width: 33, height: 21, channels: 3, background } })
          .png()
          .toBuffer(),
      })),
    );
    const { answer } = await save('gif', Buffer.concat(packFrames(frames)), { first: 0, last: 2 });
    const name = `${await clipStem()}_frames_001-003.gif`;
    expect(answer).toEqual({ kind: 'saved', name });
    const path = join(folder, name);
    const { width, height, pages, delay } = await sharp(path).metadata();
    expect({ width, height, pages, delay }).toEqual({
      width: 33,
      height: 21,
      pages: 3,
      delay: [40, 50, 60],
    });
    const { data } = await sharp(path, { page: 1 }).raw().toBuffer({ resolveWithObject: true });
    expect([...data.subarray(0, 3)]).toEqual([0, 255, 0]);
  });

  it('S40 refuses a file that is not of the announced kind, and writes nothing', async () => {
    const before = await readdir(folder);
    const png = await picture('png');
    const uneven = packFrames([
      { delay: 40, png },
      { delay: 40, png: await picture('png', 20, 20) },
    ]);
    const wrong: readonly (readonly [ClipPart, Uint8Array])[] = [
      ['frame', await picture('jpeg')],
      ['frame', new TextEncoder().encode('#!/bin/sh')],
      ['mp4', png],
      ['pair', new Uint8Array(0)],
      ['gif', png],
      ['gif', Buffer.concat(uneven)],
      ['gif', Buffer.concat(packFrames([{ delay: 40, png: await picture('jpeg') }]))],
      ['gif', Buffer.concat(packFrames([{ delay: 40, png }])).subarray(0, 40)],
    ];
    for (const [part, body] of wrong) expect((await save(part, body)).status, part).toBe(415);
    const url = clipPartUrl(jobId, 0, 'frame', { first: -1, last: 0 });
    const init = { method: 'POST', body: Buffer.from(png) };
    expect((await fixture.media(url, init)).status).toBe(400);
    expect(
      (await fixture.media(clipPartUrl('x', 0, 'frame', { first: 0, last: 0 }), init)).status,
    ).toBe(404);
    expect(await readdir(folder)).toEqual(before);
  });
});

describe('dragging a clip out', () => {
  it('provides a copy with a picture for the pointer', async () => {
    const { clips, export: out } = fixture.client();
    const file = await clips.prepareDrag({ jobId, output: 0 });
    const name = `${await clipStem()}.mp4`;
    expect(file).toMatchObject({ name, mediaType: 'video/mp4', byHost: true });
    await out.startDrag({ id: file.id });
    const { outputs } = await fixture.job(jobId);
    const original = Buffer.from(await (await fixture.media(outputs[0]?.url ?? '')).arrayBuffer());
    const [drag] = dragged;
    expect((await readFile(drag?.path ?? '')).equals(original)).toBe(true);
    expect((await sharp(drag?.icon).metadata()).format).toBe('png');
  });
});
