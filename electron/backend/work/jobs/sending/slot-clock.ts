/** Services limit requests per minute and kind: jobs wait here instead of failing. */
import type { DatabaseSync } from 'node:sqlite';
import type { JobKindName } from '../../../../../shared/contract/job-requests.ts';
import { transaction } from '../../../library/database.ts';
import { RATE_LIMIT } from './job-outcome.ts';

/** Requests that share a rate. Uploads have no known rate. */
export type SlotGroup = 'image' | 'video' | 'upload';

export function slotGroupOf(kind: JobKindName): SlotGroup {
  switch (kind) {
    case 'video':
      return 'video';
    case 'training-upload':
    case 'watch': // Sends nothing.
      return 'upload';
    case 'cleanup':
    case 'remove-text':
    case 'merge-face':
    case 'upscale':
      return 'image';
  }
}

/** Window of the rate, ms. */
export const SLOT_WINDOW = 60_000;
/** Longest delay by a refusal, ms; a longer one comes from a clock that was set back. */
const MOST_HELD = RATE_LIMIT.mostMilliseconds;

export type SlotClock = ReturnType<typeof createSlotClock>;

/** Rates hold across restarts. Times are Unix ms. */
export function createSlotClock(database: DatabaseSync, perMinute: (group: SlotGroup) => number) {
  const taken = database.prepare(
    'SELECT taken_at FROM slots_taken WHERE connection_id = ? AND slot_group = ? ORDER BY taken_at',
  );
  const bringBack = database.prepare(
    'UPDATE slots_taken SET taken_at = ? WHERE connection_id = ? AND slot_group = ? AND taken_at > ?',
  );
  const take = database.prepare('INSERT INTO slots_taken VALUES (?, ?, ?)');
  const forget = database.prepare('DELETE FROM slots_taken WHERE taken_at <= ?');
  const giveBack = database.prepare(
    `DELETE FROM slots_taken WHERE rowid = (SELECT rowid FROM slots_taken
       WHERE connection_id = ? AND slot_group = ? AND taken_at = ? LIMIT 1)`,
  );
  const endHold = database.prepare(
    'DELETE FROM slots_held WHERE connection_id = ? AND slot_group = ? AND held_until > ?',
  );
  const held = database.prepare(
    'SELECT held_until FROM slots_held WHERE connection_id = ? AND slot_group = ?',
  );
  const hold = database.prepare(
    `INSERT INTO slots_held VALUES (?, ?, ?) ON CONFLICT (connection_id, slot_group)
       DO UPDATE SET held_until = max(held_until, excluded.held_until)`,
  );

  return {
    /** When each of the next `count` requests may be sent, in order; `now` if there is room. */
    plan(connectionId: string, group: SlotGroup, now: number, count: number): readonly number[] {
      const limit = perMinute(group);
      // A clock that was set back must not delay anything for more than a minute.
      bringBack.run(now, connectionId, group, now);
      const times = taken.all(connectionId, group).map((row) => Number(row['taken_at']));
      endHold.run(connectionId, group, now + MOST_HELD);
      const heldUntil = Number(held.get(connectionId, group)?.['held_until'] ?? now);
      const first = Math.max(now, heldUntil);
      const starts: number[] = [];
      for (let index = 0; index < count; index++) {
        const oldest = times[times.length - limit];
        const start = Math.max(first, oldest === undefined ? now : oldest + SLOT_WINDOW);
        starts.push(start);
        times.push(start);
      }
      return starts;
    },
    take(connectionId: string, group: SlotGroup, now: number): void {
      transaction(database, () => {
        forget.run(now - SLOT_WINDOW);
        take.run(connectionId, group, now);
      });
    },
    /** Undoes {@link SlotClock.take} for a request that could not be connected. */
    giveBack: (connectionId: string, group: SlotGroup, time: number): void =>
      void giveBack.run(connectionId, group, time),
    hold: (connectionId: string, group: SlotGroup, until: number): void =>
      void hold.run(connectionId, group, until),
  };
}
