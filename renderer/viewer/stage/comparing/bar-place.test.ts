import { expect, it } from 'vitest';
import { barEdge, keepOnStage } from './bar-place.ts';

const STAGE = { width: 600, height: 500 };
const BAR = { x: 100, y: 8, width: 400, height: 76 };

it('a bar over a stage is at the top, and at the bottom when it would cover the part', () => {
  const edge = (part: Parameters<typeof barEdge>[1]) => barEdge(BAR, part, STAGE, 44);
  expect(edge({ x: 200, y: 200, width: 50, height: 50 })).toBe('top');
  expect(edge({ x: 200, y: 20, width: 50, height: 50 })).toBe('bottom');
  expect(edge({ x: 10, y: 20, width: 50, height: 50 }), 'beside the bar').toBe('top');
  expect(edge({ x: 200, y: 60, width: 50, height: 400 }), 'less of it').toBe('top');
  expect(edge({ x: 200, y: 0, width: 50, height: 400 }), 'less of it').toBe('bottom');
  expect(edge({ x: 0, y: 0, width: 600, height: 500 }), 'everywhere').toBe('top');
});

it('a bar over a stage can be dragged within the stage, not off it', () => {
  expect(keepOnStage({ x: 30, y: 40 }, BAR, STAGE)).toEqual({ x: 30, y: 40 });
  expect(keepOnStage({ x: -900, y: -900 }, BAR, STAGE)).toEqual({ x: -100, y: -8 });
  expect(keepOnStage({ x: 900, y: 900 }, BAR, STAGE)).toEqual({ x: 100, y: 416 });
  // a bar that is wider than the stage stays at its left end
  const wide = { ...BAR, x: 0, width: 700 };
  expect(keepOnStage({ x: 50, y: 0 }, wide, STAGE).x).toBeCloseTo(0);
});
