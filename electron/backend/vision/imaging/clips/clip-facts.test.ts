/** Measures real clips of every kind. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import {
  smallAnimation,
  smallMp4,
  withEdit,
  withSound,
  withTimes,
} from '../../../../testing/clips.ts';
import { testFolder } from '../../../../testing/test-folder.ts';
import { createClipMeter } from './clip-facts.ts';
import { configureImaging } from '../configure.ts';

const folder = testFolder();
configureImaging();
const meter = createClipMeter();
afterAll(() => meter.close());

async function measured(bytes: Uint8Array, mediaType: string) {
  const path = join(folder, 'clip');
  await writeFile(path, bytes);
  return await meter.measure(path, mediaType);
}

async function factsOf(bytes: Uint8Array, mediaType: string) {
  return (await measured(bytes, mediaType)).facts;
}

const SIZE = { width: 48, height: 32 };

describe('the measured facts of a film', () => {
  it('are its size, frames, times and codec', async () => {
    expect(await factsOf(await smallMp4(14, SIZE), 'video/mp4')).toEqual({
      ...SIZE,
      frameCount: 14,
      frameTimes: Array.from({ length: 15 }, (_none, index) =>
        expect.closeTo((index * 1000) / 6, 1),
      ),
      codec: expect.stringMatching(/^avc1\./u),
      hasAudio: false,
    });
  });

  it('keep varying times', async () => {
    const film = await withTimes(await smallMp4(4, SIZE), [0, 0.1, 0.5, 0.54, 1]);
    const facts = await factsOf(film, 'video/mp4');
    expect(facts?.frameTimes).toEqual([0, 100, 500, 540, 1000].map((ms) => expect.closeTo(ms, 1)));
  });

  it('include whether there is sound', async () => {
    const facts = await factsOf(await withSound(await smallMp4(2, SIZE)), 'video/mp4');
    expect(facts).toMatchObject({ hasAudio: true, frameCount: 2 });
  });

  it('leave out frames that an edit list skips', async () => {
    // the muxer writes the film's clock in ticks of 1/57,600 s
    const film = await withTimes(await smallMp4(4, SIZE), [0, 0.25, 0.5, 0.75, 1]);
    const facts = await factsOf(withEdit(film, 57_600 / 2), 'video/mp4');
    expect(facts?.frameTimes).toEqual([0, 250, 500].map((ms) => expect.closeTo(ms, 1)));
    expect(facts?.frameCount).toBe(2);
  });

  it('are missing when the file is cut before its index, or is no film', async () => {
    const film = await smallMp4(14, SIZE);
    const unreadable = { damage: 'unreadable' };
    const half = film.subarray(0, film.byteLength / 2);
    expect(await measured(half, 'video/mp4')).toEqual(unreadable);
    expect(await measured(new Uint8Array(0), 'video/mp4')).toEqual(unreadable);
    expect(await measured(film.subarray(0, 40), 'video/webm')).toEqual(unreadable);
  });
});

describe('the facts of an animated picture', () => {
  it('cover all its frames, with the usual delay for one too short to be seen', async () => {
    expect(await factsOf(await smallAnimation('gif', [40, 170, 10], SIZE), 'image/gif')).toEqual({
      ...SIZE,
      frameCount: 3,
      frameTimes: [0, 40, 210, 310],
      codec: 'gif',
      hasAudio: false,
    });
    const webp = await factsOf(await smallAnimation('webp', [160, 170], SIZE), 'image/webp');
    expect(webp).toMatchObject({ frameTimes: [0, 160, 330], codec: 'webp' });
  });

  it('are right for odd sizes and a single frame', async () => {
    const odd = { width: 33, height: 17 };
    expect(await factsOf(await smallAnimation('gif', [0], odd), 'image/gif')).toEqual({
      ...odd,
      frameCount: 1,
      frameTimes: [0, 100],
      codec: 'gif',
      hasAudio: false,
    });
  });

  it('are missing for a still picture and a damaged one', async () => {
    const still = sharp({ create: { ...SIZE, channels: 3, background: 'red' } });
    expect(await measured(await still.clone().webp().toBuffer(), 'image/webp')).toEqual({});
    expect(await measured(await still.clone().png().toBuffer(), 'image/png')).toEqual({});
    const gif = await smallAnimation('gif', [40], SIZE);
    expect(await measured(gif.subarray(0, 10), 'image/gif')).toEqual({ damage: 'unreadable' });
  });
});
