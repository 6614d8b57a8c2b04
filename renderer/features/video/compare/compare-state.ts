/** How clips are compared: plain state and its changes. Pure. */
import type { MatchMode } from '../../../clips/match.ts';

/** `difference`: of two clips, or of one to its own first frame. */
export type CompareMode = 'side-by-side' | 'split' | 'flicker' | 'difference';

/** See the file comment. Clips are named by their place among all that were opened, from 0. */
export interface CompareState {
  readonly mode: CompareMode;
  /** `undefined`: the usual one for these clips. */
  readonly match: MatchMode | undefined;
  /** Frames by which each clip is shifted. */
  readonly offsets: readonly number[];
  /** Clips that were dropped, the latest last. */
  readonly dropped: readonly number[];
  /** The clip that keys work on. */
  readonly focused: number;
  /** Only the focused clip is seen. */
  readonly isAlone: boolean;
  /** Sides of a split, and of a difference. */
  readonly pair: readonly [number, number];
  /** Multiplies a difference. */
  readonly gain: number;
  /** A difference is that of a clip to its own first frame. */
  readonly isToFirst: boolean;
  /** Which of the clips a flicker shows: counts on. */
  readonly turn: number;
  readonly isFlickering: boolean;
}

/** Powers of two: a difference is doubled, and stays exact. */
export const GAINS = [1, 2, 4, 8, 16] as const;

/** @param count clips */
export function startOfCompare(count: number): CompareState {
  return {
    mode: 'side-by-side',
    match: undefined,
    offsets: Array.from({ length: count }, () => 0),
    dropped: [],
    focused: 0,
    isAlone: false,
    pair: [0, Math.min(1, count - 1)],
    gain: 4,
    isToFirst: false,
    turn: 0,
    isFlickering: false,
  };
}

/** The clips that are left. */
export function leftClips({ offsets, dropped }: CompareState): readonly number[] {
  return offsets.map((_offset, index) => index).filter((index) => !dropped.includes(index));
}

/** Drops a clip, unless it is the last one. */
export function dropClip(state: CompareState, index: number): CompareState {
  const left = leftClips(state);
  if (left.length < 2 || !left.includes(index)) return state;
  return settled({ ...state, dropped: [...state.dropped, index] });
}

/** Brings the latest dropped clip back. */
export function undoDrop(state: CompareState): CompareState {
  const back = state.dropped.at(-1);
  if (back === undefined) return state;
  return settled({ ...state, dropped: state.dropped.slice(0, -1), focused: back });
}

/** Moves the focus to a neighbour, round the ends. */
export function focusNext(state: CompareState, by: 1 | -1): CompareState {
  const left = leftClips(state);
  const at = left.indexOf(state.focused);
  const next = left[(at + by + left.length) % left.length];
  return next === undefined ? state : { ...state, focused: next };
}

/** Shifts the focused clip; 0 takes its shift away. */
export function shiftFocused(state: CompareState, frames: number): CompareState {
  const offsets = state.offsets.map((offset, index) => {
    if (index !== state.focused) return offset;
    return frames === 0 ? 0 : offset + frames;
  });
  return { ...state, offsets };
}

export function nextGain({ gain }: CompareState): number {
  return GAINS.find((each) => each > gain) ?? GAINS[0];
}

/** The clips that are seen, from left to right. */
export function seenClips(state: CompareState): readonly number[] {
  const left = leftClips(state);
  if (state.isAlone || left.length === 1) return [state.focused];
  if (state.mode === 'side-by-side' || state.mode === 'flicker') return left;
  return state.pair;
}

/** Focus and pair among the clips that are left; one clip cannot be compared. */
function settled(state: CompareState): CompareState {
  const left = leftClips(state);
  const [first = 0, second = first] = left;
  const focused = left.includes(state.focused) ? state.focused : first;
  const isPair = state.pair.every((index) => left.includes(index));
  const pair = isPair ? state.pair : ([first, second] as const);
  return { ...state, focused, pair, mode: left.length === 1 ? 'side-by-side' : state.mode };
}
