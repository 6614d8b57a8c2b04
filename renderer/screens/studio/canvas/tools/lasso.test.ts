import { describe, expect, it } from 'vitest';
import { EMPTY_LASSO, lassoPoints, reduceLasso, type LassoEvent, type LassoPath } from './lasso.ts';

/** Photo points are ten times the screen's. */
const at = (x: number, y: number) => ({ screen: { x, y }, photo: { x: x * 10, y: y * 10 } });
const press = (
  x: number,
  y: number,
  time: number,
  first?: { x: number; y: number },
): LassoEvent => ({ type: 'press', at: at(x, y), time, firstOnScreen: first });
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
  it('is empty after a click of the drag-only button, and a line after a drag of it', () => {
    const start = { ...EMPTY_LASSO, isDragOnly: true };
    const click = [press(0, 0, 0), release].reduce(reduceLasso, start);
    expect(click.outcome).toBe('given-up');
    const drag: LassoEvent = { type: 'move', at: [at(20, 0), at(20, 30)] };
    expect([press(0, 0, 0), drag, release].reduce(reduceLasso, start).outcome).toBe('closed');
  });

  it('treats a shaky click as a click', () => {
    const tremble: LassoEvent = { type: 'move', at: [at(2, 1), at(1, 2)] };
    const path = after(press(0, 0, 0), tremble, release);
    expect(lassoPoints(path)).toEqual([at(0, 0).photo]);
    expect(path.outcome).toBe('open');
  });

  it('is closed by a click on its first point, a double click and a key', () => {
    expect(after(...TRIANGLE, press(5, 5, 3000, { x: 0, y: 0 })).outcome).toBe('closed');
    expect(after(...TRIANGLE, press(52, 51, 2200, { x: 0, y: 0 })).outcome).toBe('closed');
    expect(after(...TRIANGLE, { type: 'close' }).outcome).toBe('closed');
    expect(after(...TRIANGLE, press(52, 51, 2900, { x: 0, y: 0 })).outcome).toBe('open');
  });

  it('encloses nothing with fewer than three points', () => {
    expect(after(press(0, 0, 0), release, { type: 'close' }).outcome).toBe('given-up');
  });
});
