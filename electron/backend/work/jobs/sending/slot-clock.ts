/** Services limit requests per minute and kind: jobs wait here instead of failing. */
import type { DatabaseSync } from 'node:sqlite';
import type { JobKindName } from '../../../../../shared/contract/job-requests.ts';
import { transaction } from '../../../library/database.ts';
import { RATE_LIMIT } from './job-outcome.ts';
import { createSql } from '../../../library/row-values.ts';

/** Requests that share a rate. Uploads have no known rate. */
export type SlotGroup = 'image' | 'video' | 'upload';

export const SLOT_GROUP: Readonly<Record<JobKindName, SlotGroup>> = {
  cleanup: 'image',
  'remove-text': 'image',
  'merge-face': 'image',
  upscale: 'image',
  video: 'video',
  'training-upload': 'upload',
  watch: 'upload', // Sends nothing.
};

/** Window of the rate, ms. */
export const SLOT_WINDOW = 60_000;
/** Longest delay by a refusal, ms; a longer one comes from a clock that was set back. */
const MOST_HELD = RATE_LIMIT.mostMilliseconds;

export type SlotClock = ReturnType<typeof createSlotClock>;

/** Rates hold across restarts. Times are Unix ms. */
export function createSlotClock(database: DatabaseSync, perMinute: (group: SlotGroup) => number) {
  const sql = createSql(database);

  return {
    /** When each of the next `count` requests may be sent, in order; `now` if there is room. */
    plan(connectionId: string, group: SlotGroup, now: number, count: number): readonly number[] {
      const limit = perMinute(group);
      // A clock that was set back must not delay anything for more than a minute.
      sql.run`UPDATE slots_taken SET taken_at = ${now} WHERE connection_id = ${connectionId}
          AND slot_group = ${group} AND taken_at > ${now}`;
      const times = sql.all`SELECT taken_at FROM slots_taken WHERE connection_id = ${connectionId}
          AND slot_group = ${group} ORDER BY taken_at`.map((row) => Number(row['taken_at']));
      sql.run`DELETE FROM slots_held WHERE connection_id = ${connectionId} AND slot_group = ${group}
          AND held_until > ${now + MOST_HELD}`;
      const heldUntil = Number(
        sql.value`SELECT held_until FROM slots_held
          WHERE connection_id = ${connectionId} AND slot_group = ${group}` ?? now,
      );
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
        sql.run`DELETE FROM slots_taken WHERE taken_at <= ${now - SLOT_WINDOW}`;
        sql.run`INSERT INTO slots_taken VALUES (${connectionId}, ${group}, ${now})`;
      });
    },
    /** Undoes {@link SlotClock.take} for a request that could not be connected. */
    giveBack: (connectionId: string, group: SlotGroup, time: number): void =>
      void sql.run`DELETE FROM slots_taken WHERE rowid = (SELECT rowid FROM slots_taken
          WHERE connection_id = ${connectionId} AND slot_group = ${group} AND taken_at = ${time}
          LIMIT 1)`,
    hold: (connectionId: string, group: SlotGroup, until: number): void =>
      void sql.run`INSERT INTO slots_held VALUES (${connectionId}, ${group}, ${until})
        ON CONFLICT (connection_id, slot_group)
        DO UPDATE SET held_until = max(held_until, excluded.held_until)`,
  };
}
