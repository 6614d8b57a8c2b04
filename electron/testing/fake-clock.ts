/** Time that only moves when the test says so. */
import type { JobClock } from '../backend/work/jobs/job-clock.ts';

export interface FakeClock extends JobClock {
  /** Moves on to the next moment at which something is due, at most by this many ms. @returns true when something was due */
  advance(milliseconds: number): boolean;
  /** Shows an earlier time; everything is due as long from now as before. */
  setBack(milliseconds: number): void;
}

/** @param random from 0 up to 1 */
export function createFakeClock(start: number, random: () => number): FakeClock {
  let now = start;
  let alarms: { at: number; readonly callback: () => void }[] = [];
  return {
    now: () => now,
    random,
    after(milliseconds, callback) {
      const alarm = { at: now + Math.max(0, milliseconds), callback };
      alarms.push(alarm);
      return () => {
        alarms = alarms.filter((other) => other !== alarm);
      };
    },
    advance(milliseconds) {
      const until = now + milliseconds;
      const next = Math.min(...alarms.map(({ at }) => at));
      now = Math.min(until, next);
      const due = alarms.filter(({ at }) => at <= now);
      alarms = alarms.filter(({ at }) => at > now);
      for (const { callback } of due) callback();
      return due.length > 0;
    },
    setBack(milliseconds) {
      now -= milliseconds;
      for (const alarm of alarms) alarm.at -= milliseconds;
    },
  };
}
