/** Counts moments from the last key press, never adds up, so it does not drift. DOM-free. */
import { createCallbacks } from '../../../shared/callbacks.ts';

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

interface Sequence {
  readonly mode: LoopMode;
  /** Of one round, ms. */
  readonly length: number;
  readonly beats: readonly Beat[];
}

interface Moment {
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
function momentAt({ beats }: Sequence, times: readonly number[], at: number): Moment {
  const beat = beats[lastBegun(at, beats.length - 1, (index) => beats[index]?.start)];
  if (beat === undefined) return { frame: 0, clipTime: 0 };
  const { frame, duration, isBack } = beat;
  const most = duration - Math.min(INSIDE, duration / 4);
  const within = Math.min(Math.max(0, at - beat.start), most);
  return { frame, clipTime: (times[frame] ?? 0) + (isBack ? most - within : within) };
}

/** Returns ms on the way forth; the nearest frame in the range for one outside. */
function startOfFrame({ beats }: Sequence, frame: number): number {
  const forth = beats.filter(({ isBack }) => !isBack);
  const [first] = forth;
  const last = forth.at(-1);
  if (first === undefined || last === undefined) return 0;
  const inside = Math.min(Math.max(frame, first.frame), last.frame);
  return forth[inside - first.frame]?.start ?? 0;
}

/** Wraps a time into the sequence; `once` stops at its ends. */
function foldTime({ mode, length }: Sequence, at: number): number {
  if (length <= 0) return 0;
  if (mode === 'once') return Math.min(Math.max(0, at), length);
  return ((at % length) + length) % length;
}

/** Returns the frame at a time in ms; the nearest one outside the clip. */
export function frameAt(times: readonly number[], time: number): number {
  return lastBegun(time, times.length - 2, (frame) => times[frame]);
}

function lastBegun(
  time: number,
  last: number,
  startOf: (index: number) => number | undefined,
): number {
  let low = 0;
  let high = Math.max(0, last);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((startOf(middle) ?? 0) <= time + TOLERANCE) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Ms. */
export function durationOf(times: readonly number[], frame: number): number {
  return (times[frame + 1] ?? 0) - (times[frame] ?? 0);
}

/** Multiples of a clip's own speed. */
const SPEED = { slowest: 0.1, fastest: 4 } as const;

export const SPEED_STEPS = [0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4] as const;

/** The same object until something changes. */
export interface ClockSnapshot extends Moment {
  readonly isPlaying: boolean;
  /** 0.1 to 4. */
  readonly speed: number;
  readonly isReverse: boolean;
  readonly mode: LoopMode;
  readonly range: FrameRange;
}

interface ClockHost {
  /** Ms, monotonic. */
  now(): number;
  /** @returns a function that cancels it */
  nextFrame(callback: () => void): () => void;
}

export type ClipClock = ReturnType<typeof createClock>;

export const windowHost: ClockHost = {
  now: () => performance.now(),
  nextFrame(callback) {
    const handle = requestAnimationFrame(() => callback());
    return () => cancelAnimationFrame(handle);
  },
};

export function createClock(initialTimes: readonly number[], host: ClockHost) {
  let times = initialTimes;
  let range = wholeRange(times);
  let mode: LoopMode = 'loop';
  let sequence = createSequence(times, range, mode);
  let speed = 1;
  let isReverse = false;
  let isPlaying = false;
  /** Position in the sequence when it was last set, and the time of that. */
  let anchor = { at: 0, since: 0 };
  let stopWaiting: (() => void) | undefined;
  const listeners = createCallbacks();
  let snapshot = take();

  function position(): number {
    if (!isPlaying) return anchor.at;
    return anchor.at + (host.now() - anchor.since) * speed * (isReverse ? -1 : 1);
  }

  function setPosition(at: number): void {
    anchor = { at: foldTime(sequence, at), since: host.now() };
  }

  function take(): ClockSnapshot {
    const at = foldTime(sequence, position());
    return { ...momentAt(sequence, times, at), isPlaying, speed, isReverse, mode, range };
  }

  function publish(): void {
    snapshot = take();
    listeners.call();
  }

  function tick(): void {
    stopWaiting = undefined;
    if (!isPlaying) return;
    if (isAtEnd(sequence, position(), isReverse)) {
      setPosition(isReverse ? 0 : sequence.length);
      isPlaying = false;
    } else stopWaiting = host.nextFrame(tick);
    const { frame, clipTime } = take();
    if (frame !== snapshot.frame || clipTime !== snapshot.clipTime || !isPlaying) publish();
  }

  function turn(change: () => void): void {
    setPosition(position());
    change();
    publish();
  }

  function rebuild(frame: number): void {
    sequence = createSequence(times, range, mode);
    setPosition(startOfFrame(sequence, frame));
    publish();
  }

  function goTo(frame: number): void {
    setPosition(startOfFrame(sequence, frame));
    publish();
  }

  return {
    get snapshot(): ClockSnapshot {
      return snapshot;
    },
    /** Called in the animation frame in which the moment changes, and at every other change. */
    subscribe: listeners.on,
    /** Keeps the frame if it exists, and resets the range to all frames. */
    setTimes(next: readonly number[]): void {
      if (isSame(times, next)) return;
      times = next;
      range = wholeRange(times);
      rebuild(snapshot.frame);
    },
    play(): void {
      if (isPlaying || times.length < 2) return;
      if (isAtEnd(sequence, anchor.at, isReverse)) anchor.at = isReverse ? sequence.length : 0;
      isPlaying = true;
      anchor.since = host.now();
      stopWaiting = host.nextFrame(tick);
      publish();
    },
    pause(): void {
      if (!isPlaying) return;
      turn(() => {
        isPlaying = false;
      });
      stopWaiting?.();
    },
    /** Stops at the frame. Wraps around if the sequence loops. */
    step(frames: number): void {
      if (!Number.isFinite(frames)) return;
      isPlaying = false;
      stopWaiting?.();
      const count = range.last - range.first + 1;
      const wanted = snapshot.frame - range.first + Math.trunc(frames);
      const stopped = Math.min(Math.max(0, wanted), count - 1);
      const round = ((wanted % count) + count) % count;
      goTo(range.first + (mode === 'loop' ? round : stopped));
    },
    seekFrame: goTo,
    /** @param clipTime ms of the leading clip */
    seek(clipTime: number): void {
      const frame = frameAt(times, clipTime);
      const within = Math.max(0, clipTime - (times[frame] ?? 0));
      const isInside = frame >= range.first && frame <= range.last;
      setPosition(startOfFrame(sequence, frame) + (isInside ? within : 0));
      publish();
    },
    setSpeed(next: number): void {
      if (Number.isNaN(next)) return;
      turn(() => {
        speed = Math.min(Math.max(next, SPEED.slowest), SPEED.fastest);
      });
    },
    setReverse: (next: boolean): void =>
      turn(() => {
        isReverse = next;
      }),
    setMode(next: LoopMode): void {
      mode = next;
      rebuild(snapshot.frame);
    },
    setRange({ first, last }: FrameRange): void {
      const most = Math.max(0, times.length - 2);
      const start = Math.min(Math.max(0, Math.trunc(first)), most);
      range = { first: start, last: Math.min(Math.max(start, Math.trunc(last)), most) };
      rebuild(snapshot.frame);
    },
    destroy(): void {
      isPlaying = false;
      stopWaiting?.();
      listeners.clear();
    },
  };
}

function isAtEnd(sequence: Sequence, at: number, isReverse: boolean): boolean {
  if (sequence.mode !== 'once') return false;
  return isReverse ? at <= 0 : at >= sequence.length;
}

function wholeRange(times: readonly number[]): FrameRange {
  return { first: 0, last: Math.max(0, times.length - 2) };
}

function isSame(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((time, index) => time === b[index]);
}
