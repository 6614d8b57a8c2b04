/** A frame number is an index into the sorted times, never time × rate. */

/** Seconds. */
export interface FrameSpan {
  /** Negative for frames before the first edit of an edit list. */
  readonly timestamp: number;
  /** 0 if the container doesn't state it. */
  readonly duration: number;
}

/** Frames closer than this have the same time: half of the finest usual tick, 1/90,000 s. */
const SAME_TIME_SECONDS = 1 / 180_000;

/** Duration of a single frame without one, ms. */
const LONE_FRAME_MILLISECONDS = 100;

/** Longer films are played but not indexed. */
export const MOST_CLIP_FRAMES = 10_000;

/** Delays up to this become {@link SLOW_DELAY_MILLISECONDS}, as in Chromium, Firefox and WebKit. */
const TOO_SHORT_DELAY_MILLISECONDS = 10;
const SLOW_DELAY_MILLISECONDS = 100;

/** A frame that ends before 0 precedes the edit and is never shown. */
export function shownFrames<T extends FrameSpan>(frames: readonly T[]): readonly T[] {
  const sorted = [...frames].sort((a, b) => a.timestamp - b.timestamp);
  return sorted.filter((frame, index) => {
    const end = sorted[index + 1]?.timestamp ?? frame.timestamp + frame.duration;
    // Keeps the last frame whatever its duration, so that a clip is never empty.
    return end > SAME_TIME_SECONDS || index === sorted.length - 1;
  });
}

/** Returns n + 1 values in ms, rising from 0. @param shown result of {@link shownFrames} */
export function frameTimesOf(shown: readonly FrameSpan[]): readonly number[] {
  const [first] = shown;
  const last = shown.at(-1);
  if (first === undefined || last === undefined) return [];
  // A partly visible frame begins with the edit.
  const start = Math.max(0, first.timestamp);
  const times = shown.map(({ timestamp }) => toMilliseconds(Math.max(0, timestamp - start)));
  const lastStart = times.at(-1) ?? 0;
  const before = times.at(-2);
  const end = toMilliseconds(last.timestamp + last.duration - start);
  const guessed = before === undefined ? LONE_FRAME_MILLISECONDS : lastStart - before;
  return [...times, end > lastStart ? end : lastStart + guessed];
}

/** @param delays ms, one per frame */
export function animationTimes(delays: readonly number[]): readonly number[] {
  const times = [0];
  for (const delay of delays) {
    const shown = delay <= TOO_SHORT_DELAY_MILLISECONDS ? SLOW_DELAY_MILLISECONDS : delay;
    times.push((times.at(-1) ?? 0) + shown);
  }
  return times;
}

/** Rounds to 1/1000 ms, which is finer than the ticks of containers. */
function toMilliseconds(seconds: number): number {
  return Math.round(seconds * 1e6) / 1e3;
}
