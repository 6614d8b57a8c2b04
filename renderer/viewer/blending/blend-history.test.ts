import { expect, it } from 'vitest';
import type { Blend } from '../../../shared/contract/blend.ts';
import {
  addStroke,
  beginHistory,
  canUndo,
  changeBlend,
  isInitial,
  redoBlend,
  undoBlend,
} from './blend-history.ts';

const BLEND: Blend = { strength: 1, softEdge: 0.03, strokes: [] };
const STROKE = { points: [1, 2], radius: 3, hardness: 0.5, isErase: false };

it('undoes and redoes each change, one after another', () => {
  const weaker = changeBlend(beginHistory(BLEND), { ...BLEND, strength: 0.5 });
  const painted = addStroke(weaker, STROKE);
  const back = undoBlend(painted);
  expect([back.now.strokes.length, back.now.strength]).toEqual([0, 0.5]);
  expect(undoBlend(back).now).toEqual(BLEND);
  expect(canUndo(undoBlend(back))).toBe(false);
  expect(redoBlend(redoBlend(undoBlend(back))).now).toEqual(painted.now);
});

it('merges a slider drag into one step', () => {
  let history = beginHistory(BLEND);
  for (const strength of [0.9, 0.8, 0.7]) {
    history = changeBlend(history, { ...history.now, strength }, 'strength');
  }
  history = changeBlend(history, { ...history.now, softEdge: 0.1 }, 'softEdge');
  expect(undoBlend(history).now.strength).toBe(0.7);
  expect(undoBlend(undoBlend(history)).now.strength).toBe(1);
});

it('undoes strokes of an earlier session one by one', () => {
  const kept = beginHistory({ ...BLEND, strokes: [STROKE, { ...STROKE, radius: 9 }] });
  expect(canUndo(kept)).toBe(true);
  expect(undoBlend(kept).now.strokes).toEqual([STROKE]);
  expect(undoBlend(undoBlend(undoBlend(kept))).now.strokes).toEqual([]);
  expect(redoBlend(undoBlend(kept)).now).toEqual(kept.now);
});

it('a change after an undo drops the undone step', () => {
  const undone = undoBlend(addStroke(beginHistory(BLEND), STROKE));
  const other = changeBlend(undone, { ...BLEND, strength: 0.2 });
  expect(redoBlend(other)).toEqual(other);
  expect(isInitial(undone.now, BLEND)).toBe(true);
  expect(isInitial(other.now, BLEND)).toBe(false);
});
