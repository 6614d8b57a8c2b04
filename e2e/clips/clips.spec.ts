/** Clips in Chromium: the right frame and colours, whatever the file. */
import sharp from 'sharp';
import { expect } from 'playwright/test';
import {
  damagedMp4,
  numberedMp4,
  PATCHES,
  withColours,
  withEdit,
  withIndexFirst,
  withSound,
  withTones,
  withTimes,
  type FilmColours,
} from '../../electron/testing/clips.ts';
import { test, type ClipPage } from './fixture.ts';
import type { Rgb } from './harness.tsx';
import type { Heard } from './sound-harness.ts';
import { NUMBER_AT, numberIn, PATCHES_AT } from './number-in.ts';

const SIZE = { width: 192, height: 96 };
const upTo = (count: number, first = 0) => Array.from({ length: count }, (_n, at) => first + at);

test('numbers every frame, whatever the times and edits', async ({ clips }) => {
  const film = await numberedMp4(25, SIZE);
  const even = clips.put('/even.mp4', film);
  expect(await clips.open(even)).toMatchObject({ kind: 'ready', isCut: false, size: SIZE });
  expect(await clips.numbers(even, 25)).toEqual(upTo(25));

  const seconds = [0, 0.1, 0.5, 0.54, 1, 2];
  const uneven = clips.put('/uneven.mp4', await withTimes(await numberedMp4(5, SIZE), seconds));
  const { times } = await clips.open(uneven);
  expect(times).toEqual(seconds.map((second) => expect.closeTo(1000 * second, 1)));
  expect(await clips.numbers(uneven, 5)).toEqual(upTo(5));

  // the edit begins with the third frame: a quarter of a second each, 57,600 ticks a second
  const quarters = await withTimes(await numberedMp4(6, SIZE), [0, 0.25, 0.5, 0.75, 1, 1.25, 1.5]);
  const edited = clips.put('/edited.mp4', withEdit(quarters, 57_600 / 2));
  expect((await clips.open(edited)).times).toHaveLength(5);
  expect(await clips.numbers(edited, 4)).toEqual(upTo(4, 2));

  const one = clips.put('/one.mp4', await numberedMp4(1, SIZE, 77));
  expect((await clips.open(one)).times).toHaveLength(2);
  expect(await clips.numbers(one, 1)).toEqual([77]);
  expect(await clips.page.evaluate(() => window.clipHarness?.use.decoding)).toBe(0);
});

test('gives up a film whose count does not end @second', async ({ clips }) => {
  const bad = clips.put('/endless.mp4', await damagedMp4('ctts'));
  const good = clips.put('/behind.mp4', await numberedMp4(5, SIZE));
  const opened = await clips.page.evaluate(
    (urls) => window.clipHarness?.openImpatiently(urls),
    [bad, good],
  );
  expect(opened).toMatchObject([
    { kind: 'failed', failure: 'damaged' },
    { kind: 'ready', isCut: false, size: SIZE },
  ]);
});

test('gives gif and webp the frames that the backend measures', async ({ clips }) => {
  const odd = { width: 161, height: 97 };
  for (const format of ['gif', 'webp'] as const) {
    const url = clips.put(
      `/odd.${format}`,
      await numberedAnimation(format, [40, 170, 10], odd),
      `image/${format}`,
    );
    const opened = await clips.open(url, `image/${format}`);
    expect(opened).toMatchObject({ kind: 'ready', size: odd, times: [0, 40, 210, 310] });
    expect(await clips.numbers(url, 3)).toEqual([0, 1, 2]);
  }
});

test('tells apart films that are cut, unknown, or have sound', async ({ clips }) => {
  const film = await withIndexFirst(await numberedMp4(25, SIZE));
  const cut = clips.put('/cut.mp4', film.subarray(0, film.byteLength * 0.7));
  const opened = await clips.open(cut);
  expect(opened).toMatchObject({ kind: 'ready', isCut: true });
  const count = opened.times.length - 1;
  expect(count).toBeGreaterThan(3);
  expect(count).toBeLessThan(25);
  expect(await clips.numbers(cut, count)).toEqual(upTo(count));

  const plain = await numberedMp4(5, SIZE);
  const headless = clips.put('/headless.mp4', plain.subarray(0, plain.byteLength / 2));
  expect(await clips.open(headless)).toMatchObject({ kind: 'failed', failure: 'damaged' });
  const text = clips.put('/text.mp4', new TextEncoder().encode('not a film at all'));
  expect(await clips.open(text)).toMatchObject({ kind: 'failed', failure: 'damaged' });
  expect(await clips.open('/nowhere.mp4')).toMatchObject({ kind: 'failed', failure: 'fetch' });
  const sounding = clips.put('/sound.mp4', await withSound(plain));
  expect(await clips.open(sounding)).toMatchObject({ kind: 'ready', hasAudio: true });
});

test('plays sound with its frame, and keeps it in a saved part', async ({ clips }) => {
  const tones = [500, 1000, 1500, 2000];
  const film = await numberedMp4(tones.length, { ...SIZE, rate: 2 });
  const url = clips.put('/tones.mp4', await withTones(film, tones, 0.5));
  await clips.open(url);
  // browsers play sound only after a click in the page
  await clips.page.mouse.click(5, 5);
  const heard = await clips.page.evaluate((at) => window.clipHarness?.listen(at, 9), url);
  const isRight = ({ frame, hertz }: Heard) => Math.abs(hertz - (tones[frame] ?? 0)) < 120;
  const right = heard?.filter(isRight) ?? [];
  // both tones are heard at the border of two frames
  expect(right.length).toBeGreaterThan(0.75 * (heard?.length ?? Infinity));
  expect(new Set(right.map(({ frame }) => frame))).toEqual(new Set([0, 1, 2, 3]));

  const bytes = await clips.page.evaluate((at) => window.clipHarness?.savedPart(at, 1, 2), url);
  const part = clips.put('/part.mp4', Uint8Array.from(bytes ?? []));
  expect(await clips.open(part)).toMatchObject({ kind: 'ready', hasAudio: true });
  const saved = await clips.page.evaluate((at) => window.clipHarness?.tones(at), part);
  expect(saved?.map((hertz) => Math.round(hertz / 100))).toEqual([10, 15]);
});

test('restarts a decoder that the browser reclaims', async ({ clips }) => {
  const url = clips.put('/film.mp4', await numberedMp4(25, SIZE));
  const came = await clips.page.evaluate((at) => window.clipHarness?.decodeReclaimed(at), url);
  expect([...(came ?? [])].sort((a, b) => a - b)).toEqual(upTo(25));
  const hidden = await clips.page.evaluate(
    (at) => window.clipHarness?.poster(at, 'video/mp4', true),
    url,
  );
  expect(hidden).toEqual({ type: 'image/webp' });
  const at = await clips.page.evaluate(
    ([path, places]) => window.clipHarness?.posterColours(path, 'video/mp4', places),
    [url, NUMBER_AT] as const,
  );
  // the frame in the middle
  expect(numberIn(at ?? [])).toBe(12);
});

const TAGS: readonly (readonly [string, Partial<FilmColours> | undefined])[] = [
  ['no tags', undefined],
  ['BT.709', { matrix: 'bt709', fullRange: false }],
  ['BT.601', { matrix: 'smpte170m', fullRange: false }],
  ['BT.709, full range', { matrix: 'bt709', fullRange: true }],
  ['BT.601, full range', { matrix: 'smpte170m', fullRange: true }],
];

test('shows the film’s colours in player, saved frame and still', async ({ clips }) => {
  for (const [orientation, size] of [
    ['landscape', { width: 192, height: 96 }],
    ['portrait', { width: 96, height: 736 }],
  ] as const) {
    const plain = await numberedMp4(2, size);
    for (const [name, tags] of TAGS) {
      const film =
        tags === undefined
          ? plain
          : await withColours(plain, {
              primaries: 'bt709',
              transfer: 'bt709',
              matrix: 'bt709',
              fullRange: false,
              ...tags,
            });
      const url = clips.put(`/${orientation}-${name.replaceAll(/\W/gu, '')}.mp4`, film);
      await clips.open(url);
      const guess = size.height < 720 ? 'smpte170m' : 'bt709';
      const expected = PATCHES.map((patch) =>
        rgbOf(patch, tags?.matrix ?? guess, tags?.fullRange ?? false),
      );
      for (const [place, colours] of Object.entries(await coloursEverywhere(clips, url))) {
        expect(
          farthest(colours, expected),
          `${place}: ${orientation}, ${name}`,
        ).toBeLessThanOrEqual(2);
      }
    }
  }
});

test('keeps four clips within one frame, and below the cap @second', async ({ clips }) => {
  const counts = [25, 25, 100, 14];
  const urls: string[] = [];
  for (const [index, count] of counts.entries()) {
    const rate = count === 100 ? 24 : 6;
    const url = clips.put(`/four-${index}.mp4`, await numberedMp4(count, { ...SIZE, rate }));
    urls.push(url);
    await clips.open(url);
  }
  await clips.page.evaluate((all) => window.clipHarness?.compare(all, 'moment'), urls);
  await expect(clips.page.getByTestId('frame-4')).toHaveText('frame 1 of 14');
  // the first frames show before the long clip is decoded
  await expect.poll(() => clips.page.evaluate(() => window.clipHarness?.use.decoding)).toBe(0);
  // once through all 100 frames, each read back from the panes
  const seen = await clips.page.evaluate(async (at) => {
    const harness = window.clipHarness;
    const clock = harness?.clock;
    if (harness === undefined || clock === undefined) throw new Error('Nothing is shown.');
    const all: (readonly (readonly [number, number, number])[])[][] = [];
    for (let frame = 0; frame < 100; frame++) {
      await new Promise((resolve) => {
        requestAnimationFrame(resolve);
      });
      all.push([0, 1, 2, 3].map((pane) => harness.paneColours(pane, at)));
      clock.step(1);
    }
    return all;
  }, NUMBER_AT);
  const numbers = seen.map((panes) => panes.map(numberIn));
  expect(numbers).toEqual(
    upTo(100).map((frame) => [
      Math.floor(frame / 4),
      Math.floor(frame / 4),
      frame,
      Math.floor((frame * 14) / 100 + 1e-9),
    ]),
  );
  const use = await clips.page.evaluate(() => window.clipHarness?.use);
  expect(use?.decoding).toBe(0);
  expect(use?.bytes ?? Infinity).toBeLessThanOrEqual(use?.cap ?? 0);
});

/** Returns the colours of the patches wherever they are shown. */
async function coloursEverywhere(clips: ClipPage, url: string) {
  const { page } = clips;
  const places = [url, PATCHES_AT] as const;
  // a long clip is kept as planes in place of pixels
  const planes = await page.evaluate(async ([at, to]) => {
    const harness = window.clipHarness;
    await harness?.open(`${at}?planes`, 'video/mp4', 0);
    return harness?.colours(`${at}?planes`, 1, to);
  }, places);
  const saved = await page.evaluate(
    ([at, to]) => window.clipHarness?.savedColours(at, 1, to),
    places,
  );
  const still = await page.evaluate(
    ([at, to]) => window.clipHarness?.posterColours(at, 'video/mp4', to),
    places,
  );
  await page.evaluate((at) => window.clipHarness?.play(at), url);
  const shown = () => page.evaluate((to) => window.clipHarness?.shownColours(to), PATCHES_AT);
  // the first frame is drawn
  await expect(async () => expect((await shown())?.[5]?.[1]).toBeGreaterThan(60)).toPass();
  return {
    planes: planes ?? [],
    saved: saved ?? [],
    still: still ?? [],
    player: (await shown()) ?? [],
  };
}

/** ITU-R BT.601 and BT.709: 8 bits. */
function rgbOf(
  [y, cb, cr]: readonly [number, number, number],
  matrix: 'bt709' | 'smpte170m',
  isFull: boolean,
): Rgb {
  const [red, blue] = matrix === 'bt709' ? [0.2126, 0.0722] : [0.299, 0.114];
  const green = 1 - red - blue;
  const light = isFull ? y / 255 : (y - 16) / 219;
  const [u, v] = isFull
    ? [(cb - 128) / 255, (cr - 128) / 255]
    : [(cb - 128) / 224, (cr - 128) / 224];
  const r = light + 2 * (1 - red) * v;
  const b = light + 2 * (1 - blue) * u;
  const g = (light - red * r - blue * b) / green;
  const level = (share: number) => Math.round(255 * Math.min(1, Math.max(0, share)));
  return [level(r), level(g), level(b)];
}

function farthest(colours: readonly Rgb[], expected: readonly Rgb[]): number {
  expect(colours).toHaveLength(expected.length);
  return Math.max(
    ...colours.flatMap((colour, index) =>
      colour.map((level, channel) => Math.abs(level - (expected[index]?.[channel] ?? 0))),
    ),
  );
}

/** Creates frames with their numbers, black and white, in the upper half. */
async function numberedAnimation(
  format: 'gif' | 'webp',
  delays: readonly number[],
  { width, height }: { readonly width: number; readonly height: number },
): Promise<Uint8Array> {
  const page = width * height * 3;
  const samples = new Uint8Array(page * delays.length).fill(90);
  for (let at = 0; at < samples.length; at += 3) {
    const number = Math.floor(at / page);
    const x = (at / 3) % width;
    const bit = 7 - Math.floor((x * 8) / width);
    samples.fill((number >> bit) & 1 ? 255 : 0, at, at + 3);
  }
  return await sharp(samples, {
    raw: { width, height: height * delays.length, channels: 3, pageHeight: height },
  })
    .toFormat(format, { delay: [...delays], loop: 0, lossless: true })
    .toBuffer();
}
