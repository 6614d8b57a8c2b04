import { expect, test } from 'vitest';
import type { Rect, Size } from '../../../../shared/geometry/rect.ts';
import { traceOutlines } from '../../../../shared/selection/trace-outlines.ts';
import { contourOf, type Contour, type Outlines } from './contour.ts';

const SIZE: Size = { width: 300, height: 220 };
const PHOTO: Rect = { x: 0, y: 0, ...SIZE };

/** Traces a shape by pixel centres. @param step photo pixels per traced pixel */
function traced(isIn: (x: number, y: number) => boolean, step = 1): Outlines {
  const size = { width: SIZE.width / step, height: SIZE.height / step };
  const pixels = Uint8Array.from({ length: size.width * size.height }, (_, at) => {
    const x = ((at % size.width) + 0.5) * step;
    return isIn(x, (Math.floor(at / size.width) + 0.5) * step) ? 1 : 0;
  });
  return traceOutlines(pixels, size).map((outline) => outline.map((value) => value * step));
}

const disc =
  (centreX: number, centreY: number, radius: number) =>
  (x: number, y: number): boolean =>
    Math.hypot(x - centreX, y - centreY) < radius;

const contour = (outlines: Outlines, scale = 1, within = PHOTO): Contour =>
  contourOf({ things: [outlines], within, scale });

function pointsOf(line: ArrayLike<number> | undefined): { x: number; y: number }[] {
  return Array.from({ length: (line?.length ?? 0) / 2 }, (_, at) => ({
    x: line?.[2 * at] ?? 0,
    y: line?.[2 * at + 1] ?? 0,
  }));
}

/** Returns the length of the longest straight run along an axis. */
function longestRun(line: ArrayLike<number> | undefined): number {
  const points = pointsOf(line);
  let [run, longest] = [0, 0];
  for (const [index, to] of [...points, ...points].entries()) {
    const from = points[(index + points.length - 1) % points.length] ?? to;
    const [across, down] = [Math.abs(to.x - from.x), Math.abs(to.y - from.y)];
    const isStraight = Math.min(across, down) < 0.02 * Math.max(across, down);
    run = isStraight ? run + Math.max(across, down) : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}

test.each([
  { scale: 0.38, step: 1 },
  { scale: 2, step: 2 },
])(
  'traces a disc with a round edge, at $scale of its size in pixels of $step',
  ({ scale, step }) => {
    const radius = 80;
    const { edges, crumbs } = contour(traced(disc(150, 110, radius), step), scale);
    expect(crumbs).toHaveLength(0);
    expect(edges).toHaveLength(1);
    const points = pointsOf(edges[0]);
    expect(points.length).toBeGreaterThan(90);
    const place = Math.max(step, 1 / scale); // a place of the grid, photo pixels
    for (const { x, y } of points) {
      const off = Math.abs(Math.hypot(x - 150, y - 110) - radius);
      expect(off / place).toBeLessThan(0.5);
    }
    // the pixels that it was traced in run straight for twice as long as a chord that is half a pixel off
    const chord = Math.sqrt(8 * radius * step * 0.5);
    expect(longestRun(edges[0])).toBeLessThan(Math.max(0.75 * chord, 3 * place));
  },
);

test('traces a slightly sloping edge without steps', () => {
  const outlines = traced((x, y) => x > 40 && x < 260 && y < 180 && y > 100 + (x - 150) / 4);
  const points = pointsOf(contour(outlines).edges[0]);
  const sloping = points.filter(({ x, y }) => x > 60 && x < 240 && y < 140);
  expect(sloping.length).toBeGreaterThan(100);
  for (const { x, y } of sloping) expect(Math.abs(y - 100 - (x - 150) / 4)).toBeLessThan(0.35);
});

test('traces no islands and holes below half a percent of the object', () => {
  const thing = disc(120, 110, 80); // 20,106 pixels: 100 are half a percent
  const isIn = (x: number, y: number): boolean =>
    (thing(x, y) && !disc(100, 110, 5)(x, y) && !disc(140, 110, 12)(x, y)) ||
    disc(240, 40, 5)(x, y) ||
    disc(240, 180, 12)(x, y);
  const { edges, crumbs } = contour(traced(isIn));
  const middles = (lines: readonly ArrayLike<number>[]): number[][] =>
    lines
      .map((line) => {
        const points = pointsOf(line);
        const mean = (of: 'x' | 'y'): number =>
          Math.round(points.reduce((sum, each) => sum + each[of], 0) / points.length);
        return [mean('x'), mean('y')];
      })
      .toSorted((a, b) => (a[0] ?? 0) - (b[0] ?? 0));
  expect(middles(edges)).toEqual([
    [120, 110],
    [140, 110],
    [240, 180],
  ]);
  expect(middles(crumbs)).toEqual([
    [100, 110],
    [240, 40],
  ]);
});

test('keeps a small object next to a large one', () => {
  const [large, small] = [traced(disc(100, 110, 90)), traced(disc(250, 110, 5))];
  const { edges } = contourOf({ things: [large, small], within: PHOTO, scale: 1 });
  expect(edges).toHaveLength(2);
});

test('keeps the edge of a wire thinner than a view pixel from end to end', () => {
  const outlines = traced((x, y) => Math.abs(y - 30 - x / 2) < 1 && x > 20 && x < 280);
  const { edges } = contour(outlines, 0.25);
  expect(edges).toHaveLength(1);
  const xs = pointsOf(edges[0]).map(({ x }) => x);
  expect(Math.min(...xs)).toBeLessThan(24);
  expect(Math.max(...xs)).toBeGreaterThan(276);
});

test('outlines an object that fills the photo at its border', () => {
  const around = { x: -20, y: -20, width: SIZE.width + 40, height: SIZE.height + 40 };
  const { edges } = contour(
    traced(() => true),
    1,
    around,
  );
  const points = pointsOf(edges[0]);
  expect(Math.abs(Math.min(...points.map(({ x }) => x)))).toBeLessThan(0.2);
  expect(Math.abs(Math.max(...points.map(({ y }) => y)) - SIZE.height)).toBeLessThan(0.2);
});

test('traces only the visible part', () => {
  const within = { x: 100, y: 60, width: 80, height: 60 };
  const { edges } = contour(traced(disc(150, 110, 40)), 1, within);
  expect(edges.length).toBeGreaterThan(0);
  for (const { x, y } of edges.flatMap(pointsOf)) {
    expect(x).toBeGreaterThanOrEqual(100);
    expect(y).toBeLessThanOrEqual(120);
  }
  expect(contour(traced(disc(30, 30, 20)), 1, within)).toEqual({ edges: [], crumbs: [] });
});
