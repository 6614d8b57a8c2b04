import { describe, expect, it } from 'vitest';
import {
  clipAt,
  dropClip,
  focusNext,
  leftClips,
  moveFocused,
  placeClip,
  seenClips,
  shiftFocused,
  startOfCompare,
  undoDrop,
} from './compare-state.ts';

describe('comparing clips', () => {
  it('removes the focused clip until one is left, which stays', () => {
    let state = { ...startOfCompare(4), focused: 1 };
    state = dropClip(state, state.focused);
    expect(leftClips(state)).toEqual([0, 2, 3]);
    expect(state.focused).toBe(0);
    state = dropClip(dropClip(state, 0), 2);
    expect(leftClips(state)).toEqual([3]);
    expect(dropClip(state, 3)).toBe(state);
    expect(seenClips(state)).toEqual([3]);
  });

  it('moves a clip to the position of another one, and shifts those between', () => {
    const four = startOfCompare(4);
    expect(seenClips(placeClip(four, 0, 2))).toEqual([1, 2, 0, 3]);
    expect(seenClips(placeClip(four, 3, 0))).toEqual([3, 0, 1, 2]);
    expect(placeClip(four, 1, 1)).toBe(four);
    const dropped = dropClip(four, 1);
    expect(placeClip(dropped, 0, 1), 'not seen').toBe(dropped);
    const moved = placeClip(dropped, 0, 2);
    expect(seenClips(moved)).toEqual([2, 0, 3]);
    expect(clipAt(moved, { x: 0.1, y: 0.1 }, 0.5)).toBe(2);
    expect(leftClips(undoDrop(moved)), 'a dropped one comes back where it was').toEqual([
      1, 2, 0, 3,
    ]);
  });

  it('changes the sides of a split, and moves the focused clip by one', () => {
    const split = { ...startOfCompare(3), mode: 'split' as const, pair: [0, 2] as const };
    expect(seenClips(placeClip(split, 2, 0))).toEqual([2, 0]);
    let state = { ...startOfCompare(3), focused: 1 };
    state = moveFocused(state, 1);
    expect([seenClips(state), state.focused]).toEqual([[0, 2, 1], 1]);
    expect(moveFocused(state, 1), 'at the end').toBe(state);
    expect(seenClips(moveFocused(moveFocused(state, -1), -1))).toEqual([1, 0, 2]);
  });

  it('restores removed clips one after another, the latest first', () => {
    const state = dropClip(dropClip(startOfCompare(3), 2), 0);
    const back = undoDrop(state);
    expect(leftClips(back)).toEqual([0, 1]);
    expect(back.focused).toBe(0);
    expect(leftClips(undoDrop(back))).toEqual([0, 1, 2]);
    expect(undoDrop(startOfCompare(2)).dropped).toEqual([]);
  });

  it('leaves a split for the remaining clips when its side was removed', () => {
    const split = { ...startOfCompare(3), mode: 'split' as const, pair: [0, 2] as const };
    expect(seenClips(dropClip(split, 2))).toEqual([0, 1]);
    expect(dropClip(dropClip(split, 2), 1).mode).toBe('side-by-side');
  });

  it('shifts only the focused clip, and shows it alone', () => {
    const state = shiftFocused(shiftFocused(focusNext(startOfCompare(3), 1), 10), -1);
    expect(state.offsets).toEqual([0, 9, 0]);
    expect(shiftFocused(state, 0).offsets).toEqual([0, 0, 0]);
    expect(seenClips({ ...state, isAlone: true })).toEqual([1]);
    expect(focusNext(startOfCompare(3), -1).focused).toBe(2);
  });

  it('finds the clip at a point of the stage in every mode', () => {
    const four = startOfCompare(4);
    const at = (x: number, y: number) => ({ x, y });
    expect(
      [at(0.2, 0.2), at(0.7, 0.2), at(0.2, 0.7), at(1, 1)].map((place) => clipAt(four, place, 0.5)),
    ).toEqual([0, 1, 2, 3]);
    const left = dropClip(four, 1);
    expect([0.1, 0.5, 0.9].map((x) => clipAt(left, at(x, 0.9), 0.5))).toEqual([0, 2, 3]);
    const split = { ...left, mode: 'split', pair: [3, 0] } as const;
    expect([0.2, 0.4].map((x) => clipAt(split, at(x, 0.5), 0.3))).toEqual([3, 0]);
    expect(clipAt({ ...left, mode: 'flicker', turn: 4 }, at(0, 0), 0.5)).toBe(2);
    expect(clipAt({ ...left, mode: 'difference' }, at(0, 0), 0.5)).toBeUndefined();
    expect(clipAt({ ...left, isAlone: true, focused: 3 }, at(0, 0), 0.5)).toBe(3);
  });
});
