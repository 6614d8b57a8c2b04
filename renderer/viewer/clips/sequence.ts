/** Finds frames by their own times, so both ends are exact. DOM-free. */

/** After the last frame: the first one again, the way back, or nothing. */
export type LoopMode = 'loop' | 'ping-pong' | 'once';

/** Both included, from 0. */
export interface FrameRange {
  readonly first: number;
  readonly last: number;
}

interface Beat {
  readonly frame: number;
  /** Within the sequence, ms. */
  readonly start: number;
  readonly duration: number;
  readonly isBack: boolean;
}

export interface Sequence {
  readonly mode: LoopMode;
  /** Of one round, ms. */
  readonly length: number;
  readonly beats: readonly Beat[];
}

export interface Moment {
  readonly frame: number;
  /** The same moment in the clip, ms, within the frame. */
  readonly clipTime: number;
}

/** Ms before a border that count as behind it, as times are rounded to 1/1000 ms. */
const TOLERANCE = 0.005;

/** Ms by which a moment stays inside its frame; more than the tolerance. */
const INSIDE = 0.02;

/** @param times starts of all frames and the end of the last, ms */
export function createSequence(
  times: readonly number[],
  range: FrameRange,
  mode: LoopMode,
): Sequence {
  const forth = Array.from(
    { length: range.last - range.first + 1 },
    (_none, index) => range.first + index,
  );
  // the ends are shown once a round, not twice
  const back = mode === 'ping-pong' ? forth.slice(1, -1).toReversed() : [];
  const beats: Beat[] = [];
  let start = 0;
  for (const [index, frame] of [...forth, ...back].entries()) {
    const duration = durationOf(times, frame);
    beats.push({ frame, start, duration, isBack: index >= forth.length });
    start += duration;
  }
  return { mode, length: start, beats };
}

/** @param at ms from 0 to the length of the sequence */
export function momentAt({ beats }: Sequence, times: readonly number[], at: number): Moment {
  const beat = beats[beatAt(beats, at)];
  if (beat === undefined) return { frame: 0, clipTime: 0 };
  const { frame, duration, isBack } = beat;
  const most = duration - Math.min(INSIDE, duration / 4);
  const within = Math.min(Math.max(0, at - beat.start), most);
  const begin = times[frame] ?? 0;
  return { frame, clipTime: begin + (isBack ? most - within : within) };
}

/** Returns ms on the way forth; the nearest frame in the range for one outside. */
export function startOfFrame({ beats }: Sequence, frame: number): number {
  const forth = beats.filter(({ isBack }) => !isBack);
  const [first] = forth;
  const last = forth.at(-1);
  if (first === undefined || last === undefined) return 0;
  const inside = Math.min(Math.max(frame, first.frame), last.frame);
  return forth[inside - first.frame]?.start ?? 0;
}

/** Wraps a time into the sequence; `once` stops at its ends. */
export function foldTime({ mode, length }: Sequence, at: number): number {
  if (length <= 0) return 0;
  if (mode === 'once') return Math.min(Math.max(0, at), length);
  return ((at % length) + length) % length;
}

/** Returns the frame at a time in ms; the nearest one outside the clip. */
export function frameAt(times: readonly number[], time: number): number {
  let low = 0;
  let high = Math.max(0, times.length - 2);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((times[middle] ?? 0) <= time + TOLERANCE) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Ms. */
export function durationOf(times: readonly number[], frame: number): number {
  return (times[frame + 1] ?? 0) - (times[frame] ?? 0);
}

function beatAt(beats: readonly Beat[], at: number): number {
  let low = 0;
  let high = Math.max(0, beats.length - 1);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((beats[middle]?.start ?? 0) <= at + TOLERANCE) low = middle;
    else high = middle - 1;
  }
  return low;
}
