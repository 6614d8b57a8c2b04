/** Groups the rows of a chronological list by day. */
import { formatDay } from '../../core/ui/format.ts';

/**
 * In one pass, as long lists ask for their headings often.
 * @param moments of the rows, ms since 1970; `undefined` for a row that belongs to the one above
 * @returns for each row the day that starts with it
 */
export function dayHeadings(
  moments: readonly (number | undefined)[],
  now: number = Date.now(),
): readonly (string | undefined)[] {
  /** The day of the previous row. */
  let [from, to] = [Infinity, -Infinity];
  return moments.map((moment) => {
    if (moment === undefined || (moment >= from && moment < to)) return undefined;
    const at = new Date(moment);
    from = new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime();
    to = new Date(at.getFullYear(), at.getMonth(), at.getDate() + 1).getTime();
    return formatDay(moment, now);
  });
}
