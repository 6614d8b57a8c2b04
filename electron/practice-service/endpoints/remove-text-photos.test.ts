/** Text removal over HTTP, with more kinds of lettering and more photographs. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectGone, expectUnchanged, removeText, samplesOf } from '../testing/words-gone.ts';
import { samplePhoto } from '../testing/tasks.ts';
import { type Service, startService } from '../test-support.ts';

let service: Service;

beforeAll(async () => {
  service = await startService();
});

afterAll(async () => {
  await service.server.close();
});

it.each([
  [
    'black print on a bright wall, sloping',
    'two-dogs',
    [
      {
        text: 'NO PARKIN',
        left: 240,
        top: 22,
        height: 19,
        colour: '#111',
        weight: 0.12,
        slope: 6,
      },
    ],
  ],
  [
    'a half transparent watermark',
    'mountain-path',
    [{ text: 'SAMPLE', left: 112, top: 250, height: 36, colour: '#fff', opacity: 0.55 }],
  ],
  [
    'two small lines in colour',
    'fig-in-a-bowl',
    [
      { text: 'HOTEL', left: 14, top: 16, height: 14, colour: '#103a90', weight: 0.16 },
      { text: 'ROMA', left: 14, top: 40, height: 14, colour: '#103a90', weight: 0.16 },
    ],
  ],
] as const)('finds and fills %s', async (_what, name, words) => {
  await expectGone(service, name, words);
});

it('removes the caption of the sample postcard, so that none is found afterwards', async () => {
  const photo = await samplePhoto('postcard', 950, 632);
  const once = await removeText(service, photo);
  expect((await samplesOf(once)).equals(await samplesOf(photo))).toBe(false);
  expect((await samplesOf(await removeText(service, once))).equals(await samplesOf(once))).toBe(
    true,
  );
});

it.each(['mountain-path', 'two-dogs', 'fig-in-a-bowl'] as const)(
  'gives a photograph without text back as it is: %s',
  async (name) => {
    await expectUnchanged(service, name);
  },
);
