/** Plays only at the clip's own speed, forwards; all else is silent. DOM-free. */
import type { ClipClock, ClockSnapshot } from './clock.ts';

/** Ms of the clip between which sound loops, or at whose end it stops. */
export interface SoundCourse {
  readonly start: number;
  readonly end: number;
  readonly isLoop: boolean;
}

export interface SoundOutput {
  /** @param from ms of the clip. May fail to begin; it is then called again. */
  play(from: number, course: SoundCourse): void;
  stop(): void;
  /** Ms of the clip that is heard now, within its course; `undefined` while silent. */
  position(): number | undefined;
}

/** Ms of lead or lag from which viewers notice it (ITU-R BT.1359). */
const MOST_APART = 45;

/** @param times of the clip, ms @returns a function that stops following */
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
