/**
 * Days of a time zone, for bills by the hour. They are exact only where the zone's clock is whole hours
 * apart from UTC all the time. Pure; times are seconds since 1970.
 */

/** See the file comment. */
export type LocalDays =
  /** The first second of each day, and the first second after the last one. */
  | { readonly kind: 'days'; readonly starts: readonly number[] }
  /** The zone is off by parts of an hour. */
  | { readonly kind: 'not-whole-hours' };

const DAY = 86_400;
const HOUR = 3600;

/** @param range whole days of UTC, which name the dates; `timeZone` is a name of IANA */
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

/** The first second of a date there. @param date its first second in UTC */
function midnightOf(date: number, timeZone: string): number {
  let start = date;
  // the clock may be changed in between: the second look uses the offset that holds there
  for (let turn = 0; turn < 2; turn++) start = date - offsetAt(start, timeZone);
  return start;
}

/** Seconds that the zone's clock is ahead of UTC at a moment. */
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
