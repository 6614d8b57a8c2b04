/** Exact only if the zone differs from UTC by whole hours. Times are Unix seconds. */

type LocalDays =
  /** First second of each day, and the end of the last one. */
  | { readonly kind: 'days'; readonly starts: readonly number[] }
  /** The offset is not a whole number of hours. */
  | { readonly kind: 'not-whole-hours' };

const DAY = 86_400;
const HOUR = 3600;

/** @param range whole UTC days, which name the dates @param timeZone IANA name */
export function localDays(
  range: { readonly start: number; readonly end: number },
  timeZone: string,
): LocalDays {
  const starts: number[] = [];
  for (let date = range.start; date <= range.end; date += DAY)
    starts.push(midnightOf(date, timeZone));
  return starts.every((start) => start % HOUR === 0)
    ? { kind: 'days', starts }
    : { kind: 'not-whole-hours' };
}

function midnightOf(date: number, timeZone: string): number {
  // The clock may change in between: the second pass uses the offset that applies there.
  const near = date - offsetAt(date, timeZone);
  const start = date - offsetAt(near, timeZone);
  const isSkipped = start + offsetAt(start, timeZone) < date; // The day begins at the change.
  return isSkipped ? near : start;
}

/** Seconds. */
function offsetAt(second: number, timeZone: string): number {
  const parts = formatOf(timeZone).formatToParts(second * 1000);
  const at = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((part) => part.type === type)?.value ?? 0);
  const shown = Date.UTC(
    at('year'),
    at('month') - 1,
    at('day'),
    at('hour'),
    at('minute'),
    at('second'),
  );
  return shown / 1000 - second;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(timeZone, made);
  return made;
}
