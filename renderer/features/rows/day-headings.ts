/** Groups the rows of a chronological list by day. */
import { useMemo } from 'react';
import { formatDay } from '../../core/ui/format.ts';
import { useStartOfToday } from '../../core/ui/use-now.ts';

/** @param momentOf the same function at each render, as `dayHeadings` takes its results */
export function useDayHeadings<Row>(
  rows: readonly Row[],
  momentOf: (row: Row) => number | undefined,
): readonly (string | undefined)[] {
  const today = useStartOfToday();
  return useMemo(() => dayHeadings(rows.map(momentOf), today), [rows, momentOf, today]);
}

/**
 * In one pass, as long lists ask for their headings often.
 * @param moments of the rows, ms since 1970; `undefined` for a row that belongs to the one above
 * @param today any moment of it
 * @returns for each row the day that starts with it
 */
export function dayHeadings(
  moments: readonly (number | undefined)[],
  today: number,
): readonly (string | undefined)[] {
  /** The day of the previous row. */
  let [from, to] = [Infinity, -Infinity];
  return moments.map((moment) => {
    if (moment === undefined || (moment >= from && moment < to)) return undefined;
    const at = new Date(moment);
    from = new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime();
    to = new Date(at.getFullYear(), at.getMonth(), at.getDate() + 1).getTime();
    return formatDay(moment, today);
  });
}
