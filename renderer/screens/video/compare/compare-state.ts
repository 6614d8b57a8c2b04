import { isSameSize, type Point, type Size } from '../../../../shared/geometry/rect.ts';
import type { MatchMode } from '../../../viewer/clips/match.ts';
import { layoutOf } from '../../../viewer/stage/comparing/panes.ts';

/** `difference`: of two clips, or of one to its own first frame. */
export type CompareMode = 'side-by-side' | 'split' | 'flicker' | 'difference';

/** Clips are identified by their index among all that were opened. */
export interface CompareState {
  readonly mode: CompareMode;
  /** `undefined` for the default of these clips. */
  readonly match: MatchMode | undefined;
  /** Frames by which each clip is shifted. */
  readonly offsets: readonly number[];
  /** All clips, from left to right. */
  readonly order: readonly number[];
  /** The latest last. */
  readonly dropped: readonly number[];
  readonly focused: number;
  readonly isAlone: boolean;
  /** Sides of a split or a difference. */
  readonly pair: readonly [number, number];
  /** Multiplies a difference. */
  readonly gain: number;
  readonly isToFirst: boolean;
  /** Counter that selects the clip of a flicker. */
  readonly turn: number;
  readonly isFlickering: boolean;
}

/** Powers of two: doubling keeps a difference exact. */
export const GAINS = [1, 2, 4, 8, 16] as const;

export function startOfCompare(count: number): CompareState {
  return {
    mode: 'side-by-side',
    match: undefined,
    offsets: Array.from({ length: count }, () => 0),
    order: Array.from({ length: count }, (_none, index) => index),
    dropped: [],
    focused: 0,
    isAlone: false,
    pair: [0, Math.min(1, count - 1)],
    gain: 1,
    isToFirst: false,
    turn: 0,
    isFlickering: false,
  };
}

export function leftClips({ order, dropped }: CompareState): readonly number[] {
  return order.filter((index) => !dropped.includes(index));
}

/**
 * Puts a clip in the place of another; those between move up. The sides of a pair change places.
 */
export function placeClip(state: CompareState, index: number, at: number): CompareState {
  const seen = seenClips(state);
  if (index === at || !seen.includes(index) || !seen.includes(at)) return state;
  if (seen === state.pair) return { ...state, pair: [state.pair[1], state.pair[0]] };
  const others = state.order.filter((each) => each !== index);
  const isOnward = state.order.indexOf(index) < state.order.indexOf(at);
  const place = others.indexOf(at) + (isOnward ? 1 : 0);
  return { ...state, order: others.toSpliced(place, 0, index) };
}

export function moveFocused(state: CompareState, by: 1 | -1): CompareState {
  const seen = seenClips(state);
  const neighbour = seen[seen.indexOf(state.focused) + by];
  return neighbour === undefined ? state : placeClip(state, state.focused, neighbour);
}

export function dropClip(state: CompareState, index: number): CompareState {
  const left = leftClips(state);
  if (left.length < 2 || !left.includes(index)) return state;
  return withValidFocus({ ...state, dropped: [...state.dropped, index] });
}

export function undoDrop(state: CompareState): CompareState {
  const back = state.dropped.at(-1);
  if (back === undefined) return state;
  return withValidFocus({ ...state, dropped: state.dropped.slice(0, -1), focused: back });
}

export function focusNext(state: CompareState, by: 1 | -1): CompareState {
  const left = leftClips(state);
  const next = left[(left.indexOf(state.focused) + by + left.length) % left.length];
  return next === undefined ? state : { ...state, focused: next };
}

/** 0 removes the shift. */
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

export function seenClips(state: CompareState): readonly number[] {
  const left = leftClips(state);
  if (state.isAlone || left.length === 1) return [state.focused];
  if (state.mode === 'side-by-side' || state.mode === 'flicker') return left;
  return state.pair;
}

/**
 * Finds the clip at a point of the stage.
 * @param at shares of the stage's width and height
 * @param split share at which the split line is
 * @returns `undefined` if two clips are seen as one
 */
export function clipAt(state: CompareState, at: Point, split: number): number | undefined {
  const seen = seenClips(state);
  if (seen.length < 2) return seen[0];
  switch (state.mode) {
    case 'side-by-side': {
      const { columns, rows } = layoutOf(seen.length);
      const column = Math.min(columns - 1, Math.floor(at.x * columns));
      return seen[Math.min(rows - 1, Math.floor(at.y * rows)) * columns + column];
    }
    case 'split':
      return seen[at.x < split ? 0 : 1];
    case 'flicker':
      return seen[state.turn % seen.length];
    case 'difference':
      return undefined;
  }
}

/**
 * @param drawn size of the difference
 * @returns `undefined` if no clip is scaled against the other
 */
export function scalingOf(
  { mode, isAlone, isToFirst, pair }: CompareState,
  clips: readonly { readonly title: string; readonly size: Size }[],
  drawn: Size,
): string | undefined {
  if (mode !== 'difference' || isAlone || isToFirst) return undefined;
  const [first, second] = [clips[pair[0]], clips[pair[1]]];
  if (first === undefined || second === undefined || isSameSize(first.size, second.size)) {
    return undefined;
  }
  const to = `to ${drawn.width} × ${drawn.height} px for the difference.`;
  const scaled = [first, second].filter(({ size }) => !isSameSize(size, drawn));
  return scaled.length === 2
    ? `Both clips are scaled ${to}`
    : `${scaled[0]?.title ?? ''} is scaled ${to}`;
}

/** Restores valid focus and pair after a change; a single clip cannot be compared. */
function withValidFocus(state: CompareState): CompareState {
  const left = leftClips(state);
  const [first = 0, second = first] = left;
  const focused = left.includes(state.focused) ? state.focused : first;
  const isPair = state.pair.every((index) => left.includes(index));
  const pair = isPair ? state.pair : ([first, second] as const);
  return { ...state, focused, pair, mode: left.length === 1 ? 'side-by-side' : state.mode };
}
