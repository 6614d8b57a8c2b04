/**
 * Sound that follows a clock: it is heard at the clip's own speed, forwards. At other speeds, backwards and
 * on a way there and back there is silence. DOM-free: what makes the sound is handed in.
 */
import type { ClipClock, ClockSnapshot } from './clock.ts';

/** The times between which sound goes round, or at whose end it is over; of the clip, ms. */
export interface SoundCourse {
  readonly start: number;
  readonly end: number;
  readonly isLoop: boolean;
}

/** Makes a clip's sound be heard. */
export interface SoundOutput {
  /** From a time of the clip, ms; ends what was heard before. May fail to begin: it is asked again then. */
  play(from: number, course: SoundCourse): void;
  stop(): void;
  /** The time of the clip that is heard now, ms, within its course; `undefined` while nothing is. */
  position(): number | undefined;
}

/** Ms by which sound may be before or behind its frame: from there on it is noticed (ITU-R BT.1359). */
const MOST_APART = 45;

/**
 * Begins to follow.
 *
 * @param times of the clip, ms
 * @returns stops following, and the sound
 */
export function followClock(
  clock: ClipClock,
  times: readonly number[],
  output: SoundOutput,
): () => void {
  let course: SoundCourse | undefined;
  function follow(): void {
    const { snapshot } = clock;
    const wanted = courseOf(snapshot, times);
    if (wanted === undefined) {
      if (course !== undefined) output.stop();
    } else if (!isSame(course, wanted) || isApart(output.position(), snapshot.clipTime, wanted)) {
      output.play(snapshot.clipTime, wanted);
    }
    course = wanted;
  }
  const stop = clock.subscribe(follow);
  follow();
  return () => {
    stop();
    output.stop();
  };
}

/** @returns `undefined` for silence */
function courseOf(now: ClockSnapshot, times: readonly number[]): SoundCourse | undefined {
  const { isPlaying, speed, isReverse, mode, range } = now;
  if (!isPlaying || speed !== 1 || isReverse || mode === 'ping-pong') return undefined;
  const start = times[range.first] ?? 0;
  const end = times[range.last + 1] ?? 0;
  return end > start ? { start, end, isLoop: mode === 'loop' } : undefined;
}

function isSame(a: SoundCourse | undefined, b: SoundCourse): boolean {
  return a?.start === b.start && a.end === b.end && a.isLoop === b.isLoop;
}

function isApart(heard: number | undefined, seen: number, course: SoundCourse): boolean {
  if (heard === undefined) return true;
  const apart = Math.abs(heard - seen);
  // around the end of a loop both ways count
  const round = course.isLoop ? course.end - course.start - apart : apart;
  return Math.min(apart, Math.abs(round)) > MOST_APART;
}
