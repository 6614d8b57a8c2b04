/** Billing periods, in UTC. */

/** Billing cycles of the specification (`cycleType`). */
export type Cycle = 'Hour' | 'Day' | 'Week' | 'Month';

/** Names of the cycles, as a query has them. */
export const CYCLES: readonly Cycle[] = ['Hour', 'Day', 'Week', 'Month'];

/** A billing period in Unix seconds, UTC. */
export interface Period {
  readonly start: number;
  /** The last second that belongs to it. */
  readonly end: number;
}

/** Seconds of the shorter periods. */
export const SECONDS_OF = { hour: 3_600, day: 86_400 } as const;

/** Longest range of a query, in seconds; the other cycles have none. */
export const LONGEST_RANGE: Readonly<Partial<Record<Cycle, number>>> = {
  Hour: 7 * SECONDS_OF.day,
  Day: 31 * SECONDS_OF.day,
};

/**
 * The period in which a moment lies. Weeks begin on Monday, months on the first; all in UTC.
 *
 * @param seconds Unix seconds
 */
export function periodOf(cycle: Cycle, seconds: number): Period {
  switch (cycle) {
    case 'Hour':
      return multiple(seconds, SECONDS_OF.hour, 0);
    case 'Day':
      return multiple(seconds, SECONDS_OF.day, 0);
    case 'Week':
      // Unix time began on a Thursday, three days after a Monday
      return multiple(seconds, 7 * SECONDS_OF.day, -3 * SECONDS_OF.day);
    default: {
      const date = new Date(seconds * 1000);
      const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
      const end = Date.UTC(year, month + 1, 1) / 1000 - 1;
      return { start: Date.UTC(year, month, 1) / 1000, end };
    }
  }
}

function multiple(seconds: number, length: number, offset: number): Period {
  const start = Math.floor((seconds - offset) / length) * length + offset;
  return { start, end: start + length - 1 };
}
