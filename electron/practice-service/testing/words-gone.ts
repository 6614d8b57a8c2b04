/** Words on a photograph, and how well the service removes them. */
import sharp from 'sharp';
import { expect } from 'vitest';
import { readImage, type Service } from '../test-support.ts';
import { drawLettering, grown, type Lettering, letteringMask } from './lettering.ts';
import { samplePhoto } from './tasks.ts';

const REMOVE_TEXT_PATH = '/v3/remove-text';

/** The values of a picture's pixels. */
export function samplesOf(file: Buffer): Promise<Buffer> {
  return sharp(file).raw().toBuffer();
}

/** Asks the service to take the text away. */
export async function removeText(service: Service, file: Buffer, extra?: object): Promise<Buffer> {
  const body = { image_file: file.toString('base64'), ...(extra === undefined ? {} : { extra }) };
  const response = await service.post(REMOVE_TEXT_PATH, body);
  expect(response.status).toBe(200);
  return readImage(response);
}

/** How well words were removed from a photograph. */
interface Outcome {
  /** Share of the words' pixels that were filled. */
  readonly filled: number;
  /** Mean difference to the photograph without words, where they were, before and after. */
  readonly before: number;
  readonly after: number;
  /** Pixels that were changed farther than 20 pixels from any word. */
  readonly elsewhere: number;
}

/** Writes words on a photograph and has them removed. */
export async function tryWords(
  service: Service,
  photo: Buffer,
  words: readonly Lettering[],
): Promise<Outcome> {
  const { width, height } = await sharp(photo).metadata();
  const written = await drawLettering(photo, words);
  const [clean, before, after] = await Promise.all(
    [photo, written, await removeText(service, written)].map((file) => samplesOf(file)),
  );
  if (clean === undefined || before === undefined || after === undefined) throw new Error();
  const mask = await letteringMask(words, width, height);
  const near = grown(mask, width, height, 20);
  let [pixels, filled, differenceBefore, differenceAfter, elsewhere] = [0, 0, 0, 0, 0];
  for (let pixel = 0; pixel < mask.length; pixel += 1) {
    const channels = [3 * pixel, 3 * pixel + 1, 3 * pixel + 2];
    const isChanged = channels.some((at) => before[at] !== after[at]);
    if (isChanged && near[pixel] === 0) elsewhere += 1;
    if (mask[pixel] !== 1) continue;
    pixels += 1;
    if (isChanged) filled += 1;
    for (const at of channels) {
      differenceBefore += Math.abs((before[at] ?? 0) - (clean[at] ?? 0)) / 3;
      differenceAfter += Math.abs((after[at] ?? 0) - (clean[at] ?? 0)) / 3;
    }
  }
  return {
    filled: filled / pixels,
    before: differenceBefore / pixels,
    after: differenceAfter / pixels,
    elsewhere,
  };
}

/** The words are filled, what was there before is nearly back, and the rest of the photograph stays. */
export async function expectGone(
  service: Service,
  name: SampleName,
  words: readonly Lettering[],
): Promise<void> {
  const photo = await samplePhoto(name, 420, 330);
  const { filled, before, after, elsewhere } = await tryWords(service, photo, words);
  expect(filled).toBeGreaterThan(0.93);
  expect(after).toBeLessThan(0.5 * before);
  // Next to a watermark, specks that look like it are filled too.
  expect(elsewhere).toBeLessThan(0.01 * 420 * 330);
}

/** A photograph without text comes back as it is. */
export async function expectUnchanged(service: Service, name: SampleName): Promise<void> {
  const photo = await samplePhoto(name, 400, 300);
  expect((await samplesOf(await removeText(service, photo))).equals(await samplesOf(photo))).toBe(
    true,
  );
}

type SampleName = Parameters<typeof samplePhoto>[0];
