/**
 * When the next request may leave. The service takes so many of a kind a minute; asking more often
 * only earns refusals, so jobs wait here, and a refusal moves the clock instead of failing a job.
 */
import type { JobKindName } from '../../../shared/contract/job-requests.ts';
import type { Submission } from './job-store.ts';

/** Requests that share a rate. Uploads have none that is known. */
export type SlotGroup = 'image' | 'video' | 'upload';

/** Which rate holds for a kind of job. */
export function slotGroupOf(kind: JobKindName): SlotGroup {
  switch (kind) {
    case 'video':
      return 'video';
    case 'training-upload':
      return 'upload';
    case 'cleanup':
    case 'remove-text':
    case 'merge-face':
    case 'upscale':
      return 'image';
  }
}

/** The rate is counted over a minute, ms. */
export const SLOT_WINDOW = 60_000;

/** See the file comment. Times are Unix ms. */
export interface SlotClock {
  /**
   * When each of the next `count` requests may leave, the first one first; `now` where there is room.
   */
  plan(connectionId: string, group: SlotGroup, now: number, count: number): readonly number[];
  /** A request leaves now. */
  take(connectionId: string, group: SlotGroup, now: number): void;
  /** It did not leave after all: it could not be connected. */
  giveBack(connectionId: string, group: SlotGroup, taken: number): void;
  /** Nothing of this group before this moment: the service refused. */
  hold(connectionId: string, group: SlotGroup, until: number): void;
}

/**
 * @param perMinute the rate of a group at the moment
 * @param past what left within the last minute, also before a restart
 */
export function createSlotClock(
  perMinute: (group: SlotGroup) => number,
  past: readonly Submission[],
): SlotClock {
  const taken = new Map<string, number[]>();
  const held = new Map<string, number>();
  const keyOf = (connectionId: string, group: SlotGroup) => `${group} ${connectionId}`;

  function timesOf(key: string): number[] {
    const times = taken.get(key) ?? [];
    taken.set(key, times);
    return times;
  }

  for (const { connectionId, kind, at } of past) {
    timesOf(keyOf(connectionId, slotGroupOf(kind))).push(at);
  }

  return {
    plan(connectionId, group, now, count) {
      const key = keyOf(connectionId, group);
      const limit = perMinute(group);
      // A clock that was set back must not keep anything waiting longer than a minute.
      const times = timesOf(key).map((time) => Math.min(time, now));
      const first = Math.max(now, held.get(key) ?? now);
      const starts: number[] = [];
      for (let index = 0; index < count; index++) {
        const oldest = times[times.length - limit];
        const start = Math.max(first, oldest === undefined ? now : oldest + SLOT_WINDOW);
        starts.push(start);
        times.push(start);
      }
      return starts;
    },
    take(connectionId, group, now) {
      const times = timesOf(keyOf(connectionId, group));
      times.push(now);
      while ((times[0] ?? now) < now - SLOT_WINDOW) times.shift();
    },
    giveBack(connectionId, group, time) {
      const times = timesOf(keyOf(connectionId, group));
      const at = times.lastIndexOf(time);
      if (at >= 0) times.splice(at, 1);
    },
    hold(connectionId, group, until) {
      const key = keyOf(connectionId, group);
      held.set(key, Math.max(until, held.get(key) ?? until));
    },
  };
}
