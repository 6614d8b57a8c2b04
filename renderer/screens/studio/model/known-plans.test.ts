import { describe, expect, it } from 'vitest';
import { createKnownPlans, planQuestion } from './known-plans.ts';
import { NO_BOXES } from './box-plan.ts';
import type { NextRun } from './next-run.ts';

const REGION = { x: 0, y: 0, width: 100, height: 100 };
const next: NextRun = {
  operation: 'cleanup',
  cleanup: NO_BOXES,
  text: undefined,
  textBoxes: [],
  regions: [REGION],
};

/** A tile with these bytes at its beginning. */
function tile(column: number, ...bytes: readonly number[]) {
  const bits = new Uint8Array(8192);
  bits.set(bytes);
  return { column, row: 0, bits };
}

describe('the key of a planning request', () => {
  const question = planQuestion(next, [tile(0, 1, 2), tile(1, 3)]);

  it('is the same for the same pixels, whatever the order of tiles', () => {
    expect(planQuestion(next, [tile(1, 3), tile(0, 1, 2)])).toBe(question);
  });

  it('differs for other pixels, another position or other boxes', () => {
    expect(planQuestion(next, [tile(0, 2, 1), tile(1, 3)])).not.toBe(question);
    expect(planQuestion(next, [tile(2, 1, 2), tile(1, 3)])).not.toBe(question);
    expect(planQuestion(next, [tile(0, 1, 2)])).not.toBe(question);
    const wider = { ...next, regions: [{ ...REGION, width: 101 }] };
    expect(planQuestion(wider, [tile(0, 1, 2), tile(1, 3)])).not.toBe(question);
  });

  it('does not depend on the mask when text is removed', () => {
    const text: NextRun = { ...next, operation: 'remove-text' };
    expect(planQuestion(text, [tile(0, 1)])).toBe(planQuestion(text, []));
  });
});

it('cached plans are at most fifty, the oldest dropped first, and none is valid after a change elsewhere', () => {
  const known = createKnownPlans();
  const answer = { calls: [], isPractice: true };
  for (let number = 0; number < 51; number++) known.keep(`${number}`, answer);
  expect(known.of('0')).toBeUndefined();
  expect(known.of('1')).toBe(answer);
  known.forget();
  expect(known.of('1')).toBeUndefined();
});
