import { describe, expect, it } from 'vitest';
import {
  canCloseLasso,
  EMPTY_LASSO,
  lassoCorners,
  lassoPoints,
  reduceLasso,
  type LassoEvent,
  type LassoPath,
} from './lasso-path.ts';

/** Photo points are ten times the screen's. */
const at = (x: number, y: number) => ({ screen: { x, y }, photo: { x: x * 10, y: y * 10 } });
const press = (
  x: number,
  y: number,
  time: number,
  first?: { x: number; y: number },
): LassoEvent => ({
  type: 'press',
  at: at(x, y),
  time,
  firstOnScreen: first,
});
const release: LassoEvent = { type: 'release' };

function after(...events: readonly LassoEvent[]): LassoPath {
  return events.reduce(reduceLasso, EMPTY_LASSO);
}

const TRIANGLE = [
  press(0, 0, 0),
  release,
  press(50, 0, 1000, { x: 0, y: 0 }),
  release,
  press(50, 50, 2000, { x: 0, y: 0 }),
  release,
];

describe('the path of the lasso', () => {
  it('has a corner at each click and stays open', () => {
    const path = after(...TRIANGLE);
    expect(path.outcome).toBe('open');
    expect(lassoPoints(path)).toEqual([at(0, 0), at(50, 0), at(50, 50)].map(({ photo }) => photo));
  });

  it('is closed by a click on its first point, a double click and a key', () => {
    expect(after(...TRIANGLE, press(5, 5, 3000, { x: 0, y: 0 })).outcome).toBe('closed');
    expect(after(...TRIANGLE, press(52, 51, 2200, { x: 0, y: 0 })).outcome).toBe('closed');
    expect(after(...TRIANGLE, { type: 'close' }).outcome).toBe('closed');
    expect(after(...TRIANGLE, press(52, 51, 2900, { x: 0, y: 0 })).outcome).toBe('open');
  });

  it('shows a corner for each click, and where a click closes it', () => {
    const path = after(...TRIANGLE);
    expect(lassoCorners(path)).toEqual(lassoPoints(path));
    expect(canCloseLasso(path)).toBe(true);
    expect(canCloseLasso(after(press(0, 0, 0), release))).toBe(false);
    const drag: LassoEvent = { type: 'move', at: [at(20, 0), at(20, 30)] };
    const mixed = after(...TRIANGLE, press(80, 80, 5000, { x: 0, y: 0 }), drag, release);
    expect(lassoCorners(mixed)).toHaveLength(4); // the drag itself has none
  });

  it('is empty after a click of the drag-only button, and a line after a drag of it', () => {
    const start = { ...EMPTY_LASSO, isDragOnly: true };
    const click = [press(0, 0, 0), release].reduce(reduceLasso, start);
    expect(click.outcome).toBe('given-up');
    const drag: LassoEvent = { type: 'move', at: [at(20, 0), at(20, 30)] };
    expect([press(0, 0, 0), drag, release].reduce(reduceLasso, start).outcome).toBe('closed');
  });

  it('follows a drag, and is closed at its end when nothing was clicked before', () => {
    const drag: LassoEvent = { type: 'move', at: [at(20, 0), at(20, 30)] };
    const alone = after(press(0, 0, 0), drag, release);
    expect(alone.outcome).toBe('closed');
    expect(lassoPoints(alone)).toHaveLength(3);
    const mixed = after(...TRIANGLE, press(80, 80, 5000, { x: 0, y: 0 }), drag, release);
    expect(mixed.outcome).toBe('open');
    expect(lassoPoints(mixed)).toHaveLength(6);
  });

  it('treats a shaky click as a click', () => {
    const tremble: LassoEvent = { type: 'move', at: [at(2, 1), at(1, 2)] };
    const path = after(press(0, 0, 0), tremble, release);
    expect(lassoPoints(path)).toEqual([at(0, 0).photo]);
    expect(path.outcome).toBe('open');
  });

  it('drops its last addition, a whole drag at once, until it is empty', () => {
    const drag: LassoEvent = { type: 'move', at: [at(20, 0), at(20, 30)] };
    const back: LassoEvent = { type: 'remove-last' };
    const mixed = after(...TRIANGLE, press(80, 80, 5000, { x: 0, y: 0 }), drag, release, back);
    expect(lassoPoints(mixed)).toHaveLength(3);
    expect(after(...TRIANGLE, back, back).outcome).toBe('open');
    expect(after(...TRIANGLE, back, back, back).outcome).toBe('given-up');
  });

  it('encloses nothing with fewer than three points', () => {
    expect(after(press(0, 0, 0), release, { type: 'close' }).outcome).toBe('given-up');
  });
});
