import { expect, it } from 'vitest';
import { loadOpenCv } from '../../../workers/opencv.ts';
import type { HeldPicture } from './messages.ts';
import { refineObject } from './refine-object.ts';

const cv = await loadOpenCv();

const SIDE = 512;
/** Lies on its side and ends in a point on the right. */
const SPIKE = { base: 100, point: 400, middle: 256.5, halfHeight: 40 } as const;
/** Pixels of the picture for one of the model. */
const MODEL_PIXEL = 4;

/** @param end right of which nothing belongs to it */
function isOnSpike(x: number, y: number, end: number = SPIKE.point): boolean {
  const { base, point, middle, halfHeight } = SPIKE;
  const half = (halfHeight * (point - x)) / (point - base);
  return x >= base && x < end && Math.abs(y + 0.5 - middle) < half;
}

function pictureOfSpike(): HeldPicture {
  const rgb = new Uint8Array(SIDE * SIDE * 3);
  for (let index = 0; index < SIDE * SIDE; index++) {
    const isOn = isOnSpike(index % SIDE, Math.floor(index / SIDE));
    const grain = (index * 7919) % 13;
    rgb.set(
      (isOn ? [50, 60, 80] : [160, 40, 30]).map((level) => level + grain),
      index * 3,
    );
  }
  const size = { width: SIDE, height: SIDE };
  return { key: 'spike', rect: { x: 0, y: 0, ...size }, ...size, rgb };
}

it('includes the point of a thing, which the model cuts off', () => {
  const side = SIDE / MODEL_PIXEL;
  const cut = SPIKE.point - 5 * MODEL_PIXEL;
  const logits = Float32Array.from({ length: side * side }, (_none, index) => {
    const [x, y] = [index % side, Math.floor(index / side)];
    return isOnSpike((x + 0.5) * MODEL_PIXEL, (y + 0.5) * MODEL_PIXEL, cut) ? 8 : -8;
  });
  const whole = { x: 0, y: 0, width: SIDE, height: SIDE };
  const { selected, around } = refineObject(
    cv,
    pictureOfSpike(),
    {
      photo: whole,
      gesture: { kind: 'scribble', points: [{ x: 150, y: 256 }], width: 8 },
      strokes: [],
      withShadow: false,
      pass: 'fine',
      seen: {
        rect: whole,
        width: side,
        height: side,
        scale: 1 / MODEL_PIXEL,
        logits,
        isUnsure: false,
      },
    },
    (pixels) => pixels,
    () => undefined,
  );
  const scale = selected.width / around.width;
  const isSelected = (x: number, y: number): boolean => {
    const [across, down] = [(x - around.x) * scale, (y - around.y) * scale].map(Math.floor);
    return selected.pixels[(down ?? 0) * selected.width + (across ?? 0)] === 1;
  };
  expect(isSelected(cut - 8, 256)).toBe(true);
  expect(isSelected(SPIKE.point - 10, 256)).toBe(true);
  expect(isSelected(SPIKE.point + 8, 256)).toBe(false);
});
