/**
 * Bills in units that are kept as a whole: a unit that ended long enough ago never changes again
 * and is asked for once. Pure; times are whole seconds since 1970, UTC.
 */
import type { BillCycle } from '../../../shared/api/bill-periods.ts';
import { splitBillRange, startOfCycle } from '../../../shared/api/bill-periods.ts';

/** From `start` to before `end`. */
export interface BillUnit {
  readonly start: number;
  readonly end: number;
}

/** Rows are up to an hour late, those of storage a day: after this many seconds a unit is closed. */
export const LATENESS = 26 * 3600;

/** One unit: as much as one query may ask for, so that it is never half known. */
const UNIT_CYCLES: Readonly<Record<BillCycle, BillCycle>> = {
  Hour: 'Week',
  Day: 'Month',
  Week: 'Week',
  Month: 'Month',
};

/** The units that a range touches, oldest first, up to the one that `now` lies in. */
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

/** True when nothing more will be billed in it. */
export function isClosed(unit: BillUnit, now: number): boolean {
  return unit.end + LATENESS <= now;
}

/**
 * Units that have to be asked for, in as few queries as the service allows: neighbours become one
 * where it states no longest period.
 */
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
