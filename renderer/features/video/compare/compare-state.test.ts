/** Dropping clips until one is left, and everything that goes with it. */
import { describe, expect, it } from 'vitest';
import {
  dropClip,
  focusNext,
  leftClips,
  nextGain,
  seenClips,
  shiftFocused,
  startOfCompare,
  undoDrop,
} from './compare-state.ts';

describe('comparing clips', () => {
  it('drops the clip in focus until one is left, which stays', () => {
    let state = { ...startOfCompare(4), focused: 1 };
    state = dropClip(state, state.focused);
    expect(leftClips(state)).toEqual([0, 2, 3]);
    expect(state.focused).toBe(0);
    state = dropClip(dropClip(state, 0), 2);
    expect(leftClips(state)).toEqual([3]);
    expect(dropClip(state, 3)).toBe(state);
    expect(seenClips(state)).toEqual([3]);
  });

  it('brings them back one after the other, the latest first', () => {
    const state = dropClip(dropClip(startOfCompare(3), 2), 0);
    const back = undoDrop(state);
    expect(leftClips(back)).toEqual([0, 1]);
    expect(back.focused).toBe(0);
    expect(leftClips(undoDrop(back))).toEqual([0, 1, 2]);
    expect(undoDrop(startOfCompare(2)).dropped).toEqual([]);
  });

  it('leaves a split whose side was dropped for the clips that are left', () => {
    const split = { ...startOfCompare(3), mode: 'split' as const, pair: [0, 2] as const };
    expect(seenClips(dropClip(split, 2))).toEqual([0, 1]);
    expect(dropClip(dropClip(split, 2), 1).mode).toBe('side-by-side');
  });

  it('shifts the clip in focus alone, and shows it alone', () => {
    const state = shiftFocused(shiftFocused(focusNext(startOfCompare(3), 1), 10), -1);
    expect(state.offsets).toEqual([0, 9, 0]);
    expect(shiftFocused(state, 0).offsets).toEqual([0, 0, 0]);
    expect(seenClips({ ...state, isAlone: true })).toEqual([1]);
    expect(focusNext(startOfCompare(3), -1).focused).toBe(2);
  });

  it('goes round the gains', () => {
    expect(nextGain({ ...startOfCompare(2), gain: 4 })).toBe(8);
    expect(nextGain({ ...startOfCompare(2), gain: 16 })).toBe(1);
  });
});
