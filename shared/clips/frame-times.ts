/**
 * When the frames of a clip begin and end. Backend and window number frames by the same rules, so that
 * “frame 12” is the same picture in a list, in the player and in the name of a saved file. A number is
 * a place in the sorted list of times, never a time multiplied by a rate.
 */

/** A coded frame as its container describes it, in seconds, in any order. */
export interface FrameSpan {
  /** May be negative: frames before the beginning of an edit list's first edit. */
  readonly timestamp: number;
  /** 0 where the container does not know it. */
  readonly duration: number;
}

/** Frames that are at most so long apart have the same time: half of the finest usual tick, 1/90,000 s. */
const SAME_TIME_SECONDS = 1 / 180_000;

/** The end of a last frame without a duration, where there is no other frame to take it from, ms. */
const LONE_FRAME_MILLISECONDS = 100;

/** Most frames that a clip may have; longer films are played, but not indexed. */
export const MOST_CLIP_FRAMES = 10_000;

/**
 * Shorter delays of animated pictures, and this one, become {@link SLOW_DELAY_MILLISECONDS}: the rule of
 * Chromium, Firefox and WebKit for pictures that ask for no delay at all.
 */
const TOO_SHORT_DELAY_MILLISECONDS = 10;
const SLOW_DELAY_MILLISECONDS = 100;

/**
 * The frames that are seen, in the order in which they are seen. A frame that ends before 0 lies before
 * the edit and is never shown.
 */
export function shownFrames<T extends FrameSpan>(frames: readonly T[]): readonly T[] {
  const sorted = [...frames].sort((a, b) => a.timestamp - b.timestamp);
  return sorted.filter((frame, index) => {
    const end = sorted[index + 1]?.timestamp ?? frame.timestamp + frame.duration;
    // the last frame is shown whatever its duration: a clip is never empty
    return end > SAME_TIME_SECONDS || index === sorted.length - 1;
  });
}

/**
 * Beginnings of all frames and the end of the last one: n + 1 values in ms, rising, from 0.
 *
 * @param shown of {@link shownFrames}
 */
export function frameTimesOf(shown: readonly FrameSpan[]): readonly number[] {
  const [first] = shown;
  const last = shown.at(-1);
  if (first === undefined || last === undefined) return [];
  // a frame that is seen in part begins with the edit
  const start = Math.max(0, first.timestamp);
  const times = shown.map(({ timestamp }) => toMilliseconds(Math.max(0, timestamp - start)));
  const lastStart = times.at(-1) ?? 0;
  const before = times.at(-2);
  const end = toMilliseconds(last.timestamp + last.duration - start);
  const guessed = before === undefined ? LONE_FRAME_MILLISECONDS : lastStart - before;
  return [...times, end > lastStart ? end : lastStart + guessed];
}

/**
 * The same for the delays of an animated picture.
 *
 * @param delays ms, one a frame
 */
export function animationTimes(delays: readonly number[]): readonly number[] {
  const times = [0];
  for (const delay of delays) {
    const shown = delay <= TOO_SHORT_DELAY_MILLISECONDS ? SLOW_DELAY_MILLISECONDS : delay;
    times.push((times.at(-1) ?? 0) + shown);
  }
  return times;
}

/** To a thousandth of a millisecond: containers count in ticks that are longer. */
function toMilliseconds(seconds: number): number {
  return Math.round(seconds * 1e6) / 1e3;
}
