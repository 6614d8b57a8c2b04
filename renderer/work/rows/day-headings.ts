/** The days above the rows of a list that is in the order of time. */
import { formatDay } from '../../base/ui/format.ts';

/**
 * One pass over the whole list: a long one is asked for its headings often.
 *
 * @param moments of the rows, ms since 1970; `undefined` for a row that belongs to the one above it
 * @returns for each row the day that begins with it
 */
export function dayHeadings(
  moments: readonly (number | undefined)[],
  now: number = Date.now(),
): readonly (string | undefined)[] {
  /** Where the day of the row before begins and ends. */
  let [from, to] = [Infinity, -Infinity];
  return moments.map((moment) => {
    if (moment === undefined || (moment >= from && moment < to)) return undefined;
    const at = new Date(moment);
    from = new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime();
    to = new Date(at.getFullYear(), at.getMonth(), at.getDate() + 1).getTime();
    return formatDay(moment, now);
  });
}
