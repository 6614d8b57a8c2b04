/**
 * Bills in queries that the service takes: the bill list has no pages, a query by day may ask for at
 * most 31 days and one by hour for at most 7. Pure; times are whole seconds since 1970, UTC.
 */

/** The spans that a service sums up by, as it names them. */
export const BILL_CYCLES = ['Hour', 'Day', 'Week', 'Month'] as const;
export type BillCycle = (typeof BILL_CYCLES)[number];

/** Seconds from the first to the last, both included, as rows of a bill have them. */
export interface BillPeriod {
  readonly startTime: number;
  readonly endTime: number;
}

const HOUR = 3_600;
const DAY = 24 * HOUR;

/** Longest period of one query, seconds. The specification states none; a week or a month has no known limit. */
export const MAX_PERIOD_SECONDS: Readonly<Record<BillCycle, number>> = {
  Hour: 7 * DAY,
  Day: 31 * DAY,
  Week: Infinity,
  Month: Infinity,
};

/** 1970-01-01 was a Thursday: three days after a Monday. */
const MONDAY_OFFSET = 3 * DAY;

/**
 * The periods to ask for, one after another, oldest first: without gap and overlap, each within the
 * limit, together all cycles that the range touches.
 *
 * Queries by day end with calendar months and queries by hour with weeks (Monday to Sunday), so that
 * two ranges have their inner periods in common and a closed one needs to be asked for once only.
 *
 * @param start first second of the range
 * @param end first second after it; nothing is to be asked for when it is not after `start`
 */
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

/** First second of the cycle that a second lies in. Weeks begin on Monday. */
export function startOfCycle(cycle: BillCycle, second: number): number {
  switch (cycle) {
    case 'Hour':
      return second - (second % HOUR);
    case 'Day':
      return second - (second % DAY);
    case 'Week':
      // The week of 1970-01-01 began before the clock did.
      return Math.max(0, second - ((second + MONDAY_OFFSET) % (7 * DAY)));
    case 'Month':
      return monthOf(second, 0);
  }
}

/** First second after the cycle that a second lies in. */
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

/** The latest end of a query that begins at this second. */
function endOfQuery(cycle: BillCycle, second: number): number {
  if (cycle === 'Hour') return endOfCycle('Week', second);
  return cycle === 'Day' ? endOfCycle('Month', second) : Infinity;
}

/** First second of the month, or of one after it. */
function monthOf(second: number, monthsLater: number): number {
  const date = new Date(second * 1000);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + monthsLater, 1) / 1000;
}
