import { expect, it } from 'vitest';
import { perceptionWith, readSample } from '../../../testing/perception-bench.ts';

it('finds the object at a point, in several sizes', { tags: 'second' }, async () => {
  const { perception } = perceptionWith();
  const picture = await readSample('fig-in-a-bowl.jpg', 900);
  await perception.embed('fig', picture);
  expect(perception.holds('fig')).toBe(true);
  const point = { x: picture.width * 0.5, y: picture.height * 0.5, isOn: true };
  const found = await perception.segment('fig', { points: [point] });
  expect(found?.readings).toHaveLength(4);
  const sizes = found?.readings
    .slice(1)
    .map(({ logits }) => logits.filter((each) => each > 0).length);
  expect(new Set(sizes).size).toBe(3);
  expect(found?.width).toBe(Math.ceil(picture.width * (found?.scale ?? 0)));
  // the click itself lies on each of them
  const at =
    Math.floor(point.y * (found?.scale ?? 0)) * (found?.width ?? 0) +
    Math.floor(point.x * (found?.scale ?? 0));
  expect(found?.readings.every(({ logits }) => (logits[at] ?? 0) > 0)).toBe(true);
});

it('finds nothing in a picture that it has not read', async () => {
  const { perception } = perceptionWith();
  expect(await perception.segment('none', { points: [] })).toBeUndefined();
});

it('finds a face, and none among figs', async () => {
  const { perception } = perceptionWith();
  const faces = await perception.faces(await readSample('admiral.jpg', 192));
  const best = faces.toSorted((a, b) => b.score - a.score)[0];
  expect(best?.score).toBeGreaterThan(0.8);
  expect(best?.points).toHaveLength(6);
  expect(await perception.faces(await readSample('fig-in-a-bowl.jpg', 192))).toEqual([]);
});

it('finds lines of text', async () => {
  const { perception } = perceptionWith();
  const lines = await perception.textLines(await readSample('postcard.jpg', 960, 'contain'));
  expect(lines.length).toBeGreaterThan(0);
});

it('fails with a message when the models are missing', async () => {
  const { perception } = perceptionWith('/nowhere');
  await expect(perception.warm('objects')).rejects.toMatchObject({
    kind: 'tool-unavailable',
    message: 'Gesso can’t find things in pictures on this computer. Everything else works.',
  });
  expect(perception.unavailable()).toContain('cannot be');
  await expect(perception.warm('text')).rejects.toMatchObject({ kind: 'tool-unavailable' });
});

it('ends when its caller ends it, and rejects pending requests', async () => {
  const { perception } = perceptionWith();
  const waiting = perception.warm('objects');
  await perception.close();
  await expect(waiting).rejects.toMatchObject({ kind: 'cancelled' });
  await expect(perception.warm('objects')).rejects.toMatchObject({ kind: 'cancelled' });
});
