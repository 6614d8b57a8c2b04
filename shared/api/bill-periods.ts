/** At most 31 days by day or 7 by hour. Times are whole seconds since 1970, UTC. */

export const BILL_CYCLES = ['Hour', 'Day', 'Week', 'Month'] as const;
export type BillCycle = (typeof BILL_CYCLES)[number];

/** First and last second, both included. */
interface BillPeriod {
  readonly startTime: number;
  readonly endTime: number;
}

const HOUR = 3_600;
const DAY = 24 * HOUR;

/** Longest period of one query, seconds. Weeks and months have no known limit. */
export const MAX_PERIOD_SECONDS: Readonly<Record<BillCycle, number>> = {
  Hour: 7 * DAY,
  Day: 31 * DAY,
  Week: Infinity,
  Month: Infinity,
};

/** 1970-01-01 was a Thursday, three days after a Monday. */
const MONDAY_OFFSET = 3 * DAY;

/** A closed period is fetched only once. @param start first second @param end exclusive */
export function splitBillRange(
  cycle: BillCycle,
  start: number,
  end: number,
): readonly BillPeriod[] {
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || end <= start || start < 0) {
    return [];
  }
  const first = startOfCycle(cycle, start);
  const after = endOfCycle(cycle, end - 1);
  const periods: BillPeriod[] = [];
  for (let from = first; from < after;) {
    const to = Math.min(after, endOfQuery(cycle, from));
    periods.push({ startTime: from, endTime: to - 1 });
    from = to;
  }
  return periods;
}

/** Returns the first second of the cycle that contains a second. Weeks begin on Monday. */
export function startOfCycle(cycle: BillCycle, second: number): number {
  switch (cycle) {
    case 'Hour':
      return second - (second % HOUR);
    case 'Day':
      return second - (second % DAY);
    case 'Week':
      // The week of 1970-01-01 began before second 0.
      return Math.max(0, second - ((second + MONDAY_OFFSET) % (7 * DAY)));
    case 'Month':
      return monthOf(second, 0);
  }
}

/** @returns the first second after the cycle */
export function endOfCycle(cycle: BillCycle, second: number): number {
  switch (cycle) {
    case 'Hour':
      return startOfCycle('Hour', second) + HOUR;
    case 'Day':
      return startOfCycle('Day', second) + DAY;
    case 'Week':
      return second - ((second + MONDAY_OFFSET) % (7 * DAY)) + 7 * DAY;
    case 'Month':
      return monthOf(second, 1);
  }
}

function endOfQuery(cycle: BillCycle, second: number): number {
  if (cycle === 'Hour') return endOfCycle('Week', second);
  return cycle === 'Day' ? endOfCycle('Month', second) : Infinity;
}

function monthOf(second: number, monthsLater: number): number {
  const date = new Date(second * 1000);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + monthsLater, 1) / 1000;
}
