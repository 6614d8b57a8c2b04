/** Tests what the model is asked, and when, with scripted answers. */
import { expect, it } from 'vitest';
import type { Rect } from '../../../../shared/geometry/rect.ts';
import type { Perception, Picture, Segmentation } from '../../vision/perception/perception.ts';
import { createObjectFinder, type SelectingGesture } from './object-finder.ts';

const PHOTO = { width: 256, height: 256 } as const;
/** Around the thing that every answer shows. */
const BOX = { x: 80, y: 80, width: 100, height: 100 } as const;
const LOOP = [
  { x: 76, y: 76 },
  { x: 184, y: 76 },
  { x: 184, y: 184 },
  { x: 76, y: 184 },
] as const;
const GESTURE: Omit<SelectingGesture, 'pass'> = {
  photoId: 'a',
  photo: PHOTO,
  gesture: { kind: 'loop', points: [...LOOP] },
  strokes: [],
  within: undefined,
  reading: undefined,
};

/** One pixel for four of a picture with a longer side of 1024. */
function answerOf(areas: readonly Rect[]): Segmentation {
  const readings = areas.map(({ x, y, width, height }) => ({
    logits: Float32Array.from({ length: 256 * 256 }, (_none, index) => {
      const [across, down] = [(index % 256) - x, Math.floor(index / 256) - y];
      return across >= 0 && across < width && down >= 0 && down < height ? 8 : -8;
    }),
    score: 0.95,
  }));
  return { width: 256, height: 256, scale: 0.25, readings };
}

/** @param answers areas of each answer, in pixels of it; the last one counts for all that follow */
function finderWith(answers: readonly (readonly Rect[])[]) {
  const done: string[] = [];
  const held = new Set<string>();
  let asked = 0;
  const perception = {
    warm: () => Promise.resolve(),
    holds: (key: string) => held.has(key),
    embed(key: string) {
      done.push('read');
      held.add(key);
      return Promise.resolve();
    },
    segment() {
      done.push('ask');
      asked += 1;
      return Promise.resolve(answerOf(answers[Math.min(asked, answers.length) - 1] ?? []));
    },
  } satisfies Partial<Perception>;
  const finder = createObjectFinder({
    perception: perception as unknown as Perception,
    renderKeyOf: (photoId) => photoId,
    sizeOf: () => PHOTO,
    read: () => Promise.resolve({ width: 1, height: 1, rgb: new Uint8Array(3) } satisfies Picture),
  });
  return { finder, done };
}

const whenQuiet = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

it('answers a loop from one candidate when it is unambiguous, and reads the close-up meanwhile', async () => {
  const { finder, done } = finderWith([[BOX]]);
  await finder.readAhead('a', undefined);
  const found = await finder.find({ ...GESTURE, pass: 'coarse' }, undefined);
  expect(found).toMatchObject({ readings: 1, isUnsure: false });
  await whenQuiet();
  expect(done).toEqual(['read', 'ask', 'read']);
  await finder.find({ ...GESTURE, pass: 'fine' }, undefined);
  // it has been read: a second look is all that is left, in two sizes of the box
  expect(done).toEqual(['read', 'ask', 'read', 'ask', 'ask']);
});

it('asks again when a loop is ambiguous, or a candidate is requested', async () => {
  const part = { x: 80, y: 80, width: 40, height: 40 };
  const { finder, done } = finderWith([[BOX, part]]);
  await finder.readAhead('a', undefined);
  const found = await finder.find({ ...GESTURE, pass: 'coarse' }, undefined);
  expect(found.readings).toBe(2);
  expect(done.filter((each) => each === 'ask')).toHaveLength(2);
  const clear = finderWith([[BOX]]);
  await clear.finder.readAhead('a', undefined);
  await clear.finder.find({ ...GESTURE, pass: 'coarse', reading: 0 }, undefined);
  expect(clear.done.filter((each) => each === 'ask')).toHaveLength(2);
});

it('reads no close-up for a loop that was cancelled', async () => {
  const { finder, done } = finderWith([[BOX]]);
  await finder.readAhead('a', undefined);
  const asker = new AbortController();
  asker.abort();
  await expect(finder.find({ ...GESTURE, pass: 'coarse' }, asker.signal)).rejects.toThrow();
  await whenQuiet();
  expect(done).toEqual(['read']);
});
