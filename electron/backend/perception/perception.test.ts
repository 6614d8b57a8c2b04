import { resolve } from 'node:path';
import sharp from 'sharp';
import { afterEach, expect, it } from 'vitest';
import { forkPerception, type ForkedPerception } from '../../perception/fork.ts';
import { createPerceptionProcess } from './perception-process.ts';
import { createPerception, type Perception, type Picture } from './perception.ts';

const MODELS = resolve(import.meta.dirname, '../../../node_modules');
const sample = (name: string) => resolve(import.meta.dirname, '../../../assets/samples', name);

const open: Perception[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});

/** With the processes that it has started. */
function perceptionWith(models: string) {
  const started: ForkedPerception[] = [];
  const logged: string[] = [];
  const process = createPerceptionProcess(
    () => {
      const child = forkPerception(models);
      started.push(child);
      return child;
    },
    (line) => void logged.push(line),
  );
  const perception = createPerception(process);
  open.push(perception);
  return { perception, started, logged };
}

async function read(
  name: string,
  longer: number,
  fit: 'inside' | 'contain' = 'inside',
): Promise<Picture> {
  const { data, info } = await sharp(sample(name))
    .rotate()
    .removeAlpha()
    .resize(longer, longer, { fit, position: 'left top' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { rgb: data, width: info.width, height: info.height };
}

it('finds the object at a point, in several sizes', async () => {
  const { perception } = perceptionWith(MODELS);
  const picture = await read('fig-in-a-bowl.jpg', 900);
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

it('knows nothing of a picture that it has not read', async () => {
  const { perception } = perceptionWith(MODELS);
  expect(await perception.segment('none', { points: [] })).toBeUndefined();
});

it('finds a face, and none among figs', async () => {
  const { perception } = perceptionWith(MODELS);
  const faces = await perception.faces(await read('admiral.jpg', 192));
  const best = faces.toSorted((a, b) => b.score - a.score)[0];
  expect(best?.score).toBeGreaterThan(0.8);
  expect(best?.points).toHaveLength(6);
  expect(await perception.faces(await read('fig-in-a-bowl.jpg', 192))).toEqual([]);
});

it('finds lines of text', async () => {
  const { perception } = perceptionWith(MODELS);
  const lines = await perception.textLines(await read('postcard.jpg', 960, 'contain'));
  expect(lines.length).toBeGreaterThan(0);
});

it('goes on after its process was killed, and says so', async () => {
  const { perception, started, logged } = perceptionWith(MODELS);
  const picture = await read('fig-in-a-bowl.jpg', 1024);
  await perception.warm('objects');
  const reading = perception.embed('fig', picture);
  started[0]?.kill();
  await expect(reading).rejects.toMatchObject({ kind: 'tool-unavailable', action: 'retry' });
  expect(logged.join()).toContain('the process ended');
  expect(perception.unavailable()).toBeUndefined();
  await perception.embed('fig', picture);
  expect(started).toHaveLength(2);
  expect(perception.holds('fig')).toBe(true);
});

it('forgets what an ended process had read', async () => {
  const { perception, started } = perceptionWith(MODELS);
  await perception.embed('fig', await read('fig-in-a-bowl.jpg', 1024));
  started[0]?.kill();
  const before = started.length;
  await expect
    .poll(() => perception.segment('fig', { points: [] }).catch(() => 'ended'))
    .toBeUndefined();
  expect(started.length).toBeGreaterThanOrEqual(before);
});

it('is given up with a sentence where the models are missing', async () => {
  const { perception } = perceptionWith('/nowhere');
  await expect(perception.warm('objects')).rejects.toMatchObject({
    kind: 'tool-unavailable',
    message: 'Gesso can’t find things in pictures on this computer. Everything else works.',
  });
  expect(perception.unavailable()).toContain('cannot be');
  await expect(perception.warm('text')).rejects.toMatchObject({ kind: 'tool-unavailable' });
});

it('is ended by its caller, and rejects what waits', async () => {
  const { perception } = perceptionWith(MODELS);
  const waiting = perception.warm('objects');
  await perception.close();
  await expect(waiting).rejects.toMatchObject({ kind: 'cancelled' });
  await expect(perception.warm('objects')).rejects.toMatchObject({ kind: 'cancelled' });
});
