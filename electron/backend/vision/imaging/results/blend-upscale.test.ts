/** Blends originals into their enlargements, on files alone. */
import sharp from 'sharp';
import { expect, it } from 'vitest';
import type { Blend } from '../../../../../shared/contract/blend.ts';
import { noise, pngOf } from '../../../../testing/pictures.ts';
import { createImagingBench } from '../testing/imaging-bench.ts';
import { writeBlendedUpscale } from './blend-upscale.ts';

const bench = createImagingBench();

const WIDTH = 90;
const HEIGHT = 60;
const original = noise(30, 20, 3) as Uint8Array;
const grey = new Uint8Array(WIDTH * HEIGHT * 3).fill(127);

/** A grey result of 3× over noise. */
async function blended(blend: Blend): Promise<Uint8Array> {
  const answer = await pngOf(grey, WIDTH, HEIGHT, 3);
  const order = await bench.enlargement(await pngOf(original, 30, 20, 3), answer, {
    from: { width: 30, height: 20 },
    to: { width: WIDTH, height: HEIGHT },
  });
  const path = `${order.resultPath}-blended`;
  await writeBlendedUpscale(order, order.resultPath, blend, path);
  return sharp(path).raw().toBuffer();
}

it('returns the result byte for byte at full strength without strokes', async () => {
  const data = await blended({ strength: 1, softEdge: 0, strokes: [] });
  expect(Buffer.from(grey).equals(data)).toBe(true);
});

it('returns the original at zero strength, with its pixel centres aligned', async () => {
  const data = await blended({ strength: 0, softEdge: 0, strokes: [] });
  for (let y = 0; y < 20; y++) {
    for (let x = 0; x < 30 * 3; x++) {
      const column = Math.floor(x / 3) * 3 + 1;
      const index = ((y * 3 + 1) * WIDTH + column) * 3 + (x % 3);
      expect(Math.abs((data[index] ?? 0) - (original[y * 90 + x] ?? 0))).toBeLessThanOrEqual(1);
    }
  }
});

it('a stroke restores the original under it, and nowhere else', async () => {
  const stroke = { points: [20, 45], radius: 8, hardness: 1, isErase: false };
  const data = await blended({ strength: 1, softEdge: 0, strokes: [stroke] });
  let outside = 0;
  let inside = 0;
  for (let pixel = 0; pixel < WIDTH * HEIGHT; pixel++) {
    const x = pixel % WIDTH;
    const y = Math.floor(pixel / WIDTH);
    const isNear = Math.hypot(x + 0.5 - 20, y + 0.5 - 45) < 11;
    const isOther = [0, 1, 2].some((channel) => data[pixel * 3 + channel] !== 127);
    if (isOther && isNear) inside += 1;
    if (isOther && !isNear) outside += 1;
  }
  expect(outside).toBe(0);
  expect(inside).toBeGreaterThan(150);
});
