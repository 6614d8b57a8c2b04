import { expect, it } from 'vitest';
import type { Mix } from '../../../shared/contract/mix.ts';
import {
  addStroke,
  beginHistory,
  canUndo,
  changeMix,
  isInitial,
  redoMix,
  undoMix,
} from './mix-history.ts';

const MIX: Mix = { strength: 1, softEdge: 0.03, strokes: [] };
const STROKE = { points: [1, 2], radius: 3, hardness: 0.5, isErase: false };

it('undoes and redoes each change, one after another', () => {
  const weaker = changeMix(beginHistory(MIX), { ...MIX, strength: 0.5 });
  const painted = addStroke(weaker, STROKE);
  const back = undoMix(painted);
  expect([back.now.strokes.length, back.now.strength]).toEqual([0, 0.5]);
  expect(undoMix(back).now).toEqual(MIX);
  expect(canUndo(undoMix(back))).toBe(false);
  expect(redoMix(redoMix(undoMix(back))).now).toEqual(painted.now);
});

it('merges a slider drag into one step', () => {
  let history = beginHistory(MIX);
  for (const strength of [0.9, 0.8, 0.7]) {
    history = changeMix(history, { ...history.now, strength }, 'strength');
  }
  history = changeMix(history, { ...history.now, softEdge: 0.1 }, 'softEdge');
  expect(undoMix(history).now.strength).toBe(0.7);
  expect(undoMix(undoMix(history)).now.strength).toBe(1);
});

it('undoes strokes of an earlier session one by one', () => {
  const kept = beginHistory({ ...MIX, strokes: [STROKE, { ...STROKE, radius: 9 }] });
  expect(canUndo(kept)).toBe(true);
  expect(undoMix(kept).now.strokes).toEqual([STROKE]);
  expect(undoMix(undoMix(undoMix(kept))).now.strokes).toEqual([]);
  expect(redoMix(undoMix(kept)).now).toEqual(kept.now);
});

it('a change after an undo drops the undone step', () => {
  const undone = undoMix(addStroke(beginHistory(MIX), STROKE));
  const other = changeMix(undone, { ...MIX, strength: 0.2 });
  expect(redoMix(other)).toEqual(other);
  expect(isInitial(undone.now, MIX)).toBe(true);
  expect(isInitial(other.now, MIX)).toBe(false);
});
