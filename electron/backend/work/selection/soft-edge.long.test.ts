/** Tests the soft edge on edges with a known blur. */
import { describe, expect, it } from 'vitest';
import type { HeldPicture } from './messages.ts';
import { lineWithSoftEdge } from './line-edge.ts';
import { edgesOf, type Selected } from './found-pixels.ts';
import { withSoftEdge } from './soft-edge.ts';
import type { Rect } from '../../../../shared/geometry/rect.ts';

type Colour = readonly [number, number, number];

/** Share of the thing at a distance from its true edge (outside is above 0), for a blur in pixels (sigma). */
function shareAt(distance: number, blur: number): number {
  // the normal distribution by a logistic curve: within a hundredth
  return 1 / (1 + Math.exp((1.702 * distance) / Math.max(blur, 0.05)));
}

/** A scene of one thing, whose true background is known. */
function scene(options: {
  readonly side: number;
  readonly blur: (angle: number) => number;
  readonly thing: Colour;
  readonly ground: (x: number, y: number) => Colour;
  readonly grain: number;
  /** Of the selection beside the true edge, pixels. */
  readonly off?: number;
}) {
  const { side, blur, thing, ground, grain, off = 0 } = options;
  const radius = side / 4;
  const middle = side / 2;
  const rgb = new Uint8Array(new ArrayBuffer(side * side * 3));
  const truth = new Float32Array(side * side * 3);
  const pixels = new Uint8Array(side * side);
  let state = 7;
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const [dx, dy] = [x + 0.5 - middle, y + 0.5 - middle];
      const distance = Math.hypot(dx, dy) - radius;
      const share = shareAt(distance, blur(Math.atan2(dy, dx)));
      const at = y * side + x;
      if (distance < off) pixels[at] = 1;
      for (const [channel, value] of ground(x, y).entries()) {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
        const noise = (((state >>> 8) % 2001) / 1000 - 1) * grain;
        const colour = (thing[channel] ?? 0) * share + value * (1 - share) + noise;
        rgb[at * 3 + channel] = Math.max(0, Math.min(255, Math.round(colour)));
        truth[at * 3 + channel] = value;
      }
    }
  }
  const rect = { x: 0, y: 0, width: side, height: side };
  const picture: HeldPicture = { key: '', rect, width: side, height: side, rgb };
  return { picture, rect, selected: { width: side, height: side, pixels }, truth, radius, middle };
}

/** Most levels by which a pixel outside of the handed over pixels differs from the background, and how far those reach. */
function leftOf(made: ReturnType<typeof scene>) {
  const { picture, rect, selected, truth, radius, middle } = made;
  const covered = withSoftEdge(picture, traced(selected, rect), 1);
  expect(covered.rect).toEqual(rect);
  let left = 0;
  let reach = 0;
  for (const [at, value] of covered.pixels.entries()) {
    const [x, y] = [at % rect.width, Math.floor(at / rect.width)];
    if (value === 1) {
      reach = Math.max(reach, Math.hypot(x + 0.5 - middle, y + 0.5 - middle) - radius);
      continue;
    }
    const off = [0, 1, 2].map((channel) =>
      Math.abs((picture.rgb[at * 3 + channel] ?? 0) - (truth[at * 3 + channel] ?? 0)),
    );
    left = Math.max(left, ...off);
  }
  return { left, reach };
}

const RED: Colour = [200, 40, 30];
const GREEN: Colour = [70, 130, 60];

describe('the soft edge', () => {
  it.each([
    [160, 0.3],
    [160, 1],
    [320, 2],
    [640, 4],
    [1280, 8],
  ])(
    'of an object in a picture of %i pixels, blurred by %d, is covered and little more',
    (side, blur) => {
      const { left, reach } = leftOf(
        scene({ side, blur: () => blur, thing: RED, ground: () => GREEN, grain: 0 }),
      );
      expect(left).toBeLessThan(12);
      expect(reach).toBeLessThan(3.5 * blur + 4);
    },
  );

  it('is empty where there is no edge, and stays out of protected areas', () => {
    const even = scene({ side: 200, blur: () => 2, thing: GREEN, ground: () => GREEN, grain: 0 });
    const covered = withSoftEdge(even.picture, traced(even.selected, even.rect), 1);
    expect(covered.pixels).toEqual(even.selected.pixels);
    const { picture, rect, selected } = scene({
      side: 200,
      blur: () => 3,
      thing: RED,
      ground: () => GREEN,
      grain: 0,
    });
    const isRight = (x: number): boolean => x >= 100;
    const half = withSoftEdge(picture, traced(selected, rect), 1, isRight);
    const rightOf = (pixels: Uint8Array) => pixels.filter((_value, at) => isRight(at % 200));
    const leftHalf = (pixels: Uint8Array) => pixels.filter((_value, at) => !isRight(at % 200));
    expect(rightOf(half.pixels)).toEqual(rightOf(selected.pixels));
    expect(sum(leftHalf(half.pixels))).toBeGreaterThan(sum(leftHalf(selected.pixels)));
  });
});

it('makes a blurred line as wide as it is with its soft edge, on both sides', () => {
  const side = 240;
  const rgb = new Uint8Array(new ArrayBuffer(side * side * 3));
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const share = shareAt(Math.abs(y + 0.5 - 120) - 5, 2);
      rgb.fill(Math.round(220 - 190 * share), (y * side + x) * 3, (y * side + x) * 3 + 3);
    }
  }
  const rect = { x: 0, y: 0, width: side, height: side };
  const way = Array.from({ length: 200 }, (_none, at) => ({ x: 20 + at, y: 120, width: 10 }));
  const wide = lineWithSoftEdge({ key: '', rect, width: side, height: side, rgb }, way);
  for (const { width } of wide) {
    expect(width).toBeGreaterThan(10 + 2 * 4);
    expect(width).toBeLessThan(10 + 2 * 9);
  }
  const straight = way.slice(0, 2);
  expect(lineWithSoftEdge({ key: '', rect, width: side, height: side, rgb }, straight)).toEqual(
    straight,
  );
});

function traced(selected: Selected, crop: Rect) {
  return { ...selected, crop, edges: edgesOf(selected) };
}

function sum(values: Uint8Array): number {
  return values.reduce((total, value) => total + value, 0);
}
