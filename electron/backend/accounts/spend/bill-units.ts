/** A unit that ended long enough ago is fetched once. Times are whole Unix seconds, UTC. */
import {
  splitBillRange,
  startOfCycle,
  type BillCycle,
} from '../../../../shared/api/bill-periods.ts';

/** `end` is exclusive. */
export interface BillUnit {
  readonly start: number;
  readonly end: number;
}

/** Seconds after which a unit is closed: rows are up to an hour late, those of storage a day. */
export const LATENESS = 26 * 3600;

/** As much as one query covers, so that a unit is never partly known. */
const UNIT_CYCLES: Readonly<Record<BillCycle, BillCycle>> = {
  Hour: 'Week',
  Day: 'Month',
  Week: 'Week',
  Month: 'Month',
};

/** Oldest first, up to the one that contains `now`. */
export function unitsOf(
  cycle: BillCycle,
  start: number,
  end: number,
  now: number,
): readonly BillUnit[] {
  const unit = UNIT_CYCLES[cycle];
  const first = startOfCycle(unit, start);
  const last = Math.min(end, now + 1);
  const units: BillUnit[] = [];
  for (let from = first; from < last;) {
    const [period] = splitBillRange(unit, from, from + 1);
    if (period === undefined) break;
    units.push({ start: from, end: period.endTime + 1 });
    from = period.endTime + 1;
  }
  return units;
}

export function isClosed(unit: BillUnit, now: number): boolean {
  return unit.end + LATENESS <= now;
}

export function queriesFor(cycle: BillCycle, units: readonly BillUnit[]): readonly BillUnit[] {
  const queries: BillUnit[] = [];
  for (const unit of units) {
    const last = queries.at(-1);
    const isLimited = cycle === 'Hour' || cycle === 'Day';
    if (last !== undefined && !isLimited && last.end === unit.start) {
      queries[queries.length - 1] = { start: last.start, end: unit.end };
    } else queries.push(unit);
  }
  return queries;
}
