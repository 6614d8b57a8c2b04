import { assert, constantFrom, integer, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import type { Point, Size } from '../../../../shared/geometry/rect.ts';
import {
  mirrored,
  NO_TURN,
  rectToScreen,
  rectToStage,
  rotated,
  toScreen,
  toStage,
  wayToStage,
  type Turn,
} from './turn.ts';

const SCREEN: Size = { width: 800, height: 500 };
const TURNS: readonly Turn[] = [0, 1, 2, 3].flatMap((quarters) =>
  [false, true].map((isMirrored) => ({ quarters: quarters as Turn['quarters'], isMirrored })),
);
const turns = constantFrom(...TURNS);
const points = record({ x: integer({ min: -99, max: 999 }), y: integer({ min: -999, max: 999 }) });

test('maps points and rectangles to the stage and back unchanged', () => {
  assert(
    property(turns, points, (turn, at) => {
      expect(toScreen(turn, SCREEN, toStage(turn, SCREEN, at))).toEqual(at);
      const rect = { ...at, width: 30, height: 20 };
      expect(rectToScreen(turn, SCREEN, rectToStage(turn, SCREEN, rect))).toEqual(rect);
    }),
  );
});

test('computes the direction between two points in a rotated view', () => {
  assert(
    property(turns, points, points, (turn, from, to) => {
      const start = toStage(turn, SCREEN, from);
      const end = toStage(turn, SCREEN, to);
      const way: Point = { x: to.x - from.x, y: to.y - from.y };
      expect(wayToStage(turn, way)).toEqual({ x: end.x - start.x + 0, y: end.y - start.y + 0 });
    }),
  );
});

test('a quarter turn clockwise moves the top left to the right, and mirroring swaps sides', () => {
  const corner = { x: 0, y: 0 };
  const once = rotated(NO_TURN, 1);
  expect(toScreen(once, SCREEN, corner)).toEqual({ x: 800, y: 0 });
  // as seen on the screen, not in the photo
  const both = mirrored(once);
  expect(toScreen(both, SCREEN, corner)).toEqual({ x: 0, y: 0 });
  expect(mirrored(both)).toEqual(once);
  expect(rotated(once, -1)).toEqual(NO_TURN);
  expect(rotated(rotated(rotated(once, 1), 1), 1)).toEqual(NO_TURN);
});
