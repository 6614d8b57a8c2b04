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

it('fills a half transparent watermark', async () => {
  const words = { text: 'SAMPLE', left: 112, top: 250, height: 36, colour: '#fff', opacity: 0.55 };
  await expectGone(service, 'mountain-path', [words]);
});

it('removes the caption of the sample postcard, so that none is found afterwards', async () => {
  const photo = await samplePhoto('postcard', 950, 632);
  const once = await removeText(service, photo);
  expect((await samplesOf(once)).equals(await samplesOf(photo))).toBe(false);
  expect((await samplesOf(await removeText(service, once))).equals(await samplesOf(once))).toBe(
    true,
  );
});

it.each(['mountain-path', 'two-dogs'] as const)(
  'gives a photograph without text back as it is: %s',
  async (name) => {
    await expectUnchanged(service, name);
  },
);
