/** Whole days of UTC, as the service bills them. Times are whole seconds since 1970. */
import { startOfCycle } from '../../../../shared/api/bill-periods.ts';
import type { SpendRange } from '../../../../shared/contract/spend.ts';
import type { SpendPreset, SpendView } from '../../../../shared/contract/spend-view.ts';
import { LOCALE } from '../../../../shared/numbers.ts';

const made = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(LOCALE, { timeZone: 'UTC', ...options });

export const UTC_FORMAT = {
  hour: made({ hour: '2-digit', minute: '2-digit' }),
  day: made({ day: 'numeric', month: 'short' }),
  dayOfYear: made({ day: 'numeric', month: 'short', year: 'numeric' }),
  weekday: made({ weekday: 'short', day: 'numeric', month: 'short' }),
  month: made({ month: 'short', year: 'numeric' }),
  longMonth: made({ month: 'long', year: 'numeric' }),
} as const;

const DAY = 86_400;

const DAYS: Readonly<Partial<Record<SpendPreset, number>>> = { 'days-30': 30, 'days-90': 90 };

export const PRESET_NAMES: Readonly<Record<SpendPreset, string>> = {
  today: 'Today',
  week: 'This week',
  month: 'This month',
  'days-30': 'Last 30 days',
  'last-month': 'Last month',
  'days-90': 'Last 90 days',
  year: 'This year',
};

/** @param now seconds @returns whole days, today included */
export function presetRange(preset: SpendPreset, now: number): SpendRange {
  const today = startOfCycle('Day', now);
  const end = today + DAY;
  const days = DAYS[preset];
  if (days !== undefined) return { start: end - days * DAY, end };
  const month = startOfCycle('Month', now);
  switch (preset) {
    case 'today':
      return { start: today, end };
    case 'week':
      return { start: startOfCycle('Week', now), end };
    case 'last-month':
      return { start: startOfCycle('Month', month - 1), end: month };
    case 'year':
      return { start: Date.UTC(new Date(now * 1000).getUTCFullYear(), 0, 1) / 1000, end };
    default:
      return { start: month, end };
  }
}

/** @param now seconds */
export function rangeOf(period: SpendView['period'], now: number): SpendRange {
  if (period.kind === 'dates') return { start: period.start, end: period.end };
  return presetRange(period.id, now);
}

/**
 * Returns as many days of the month or year before if the range begins with one, else the days
 * right before. A shorter month ends with its last day.
 */
export function stretchBefore({ start, end }: SpendRange): SpendRange {
  const length = end - start;
  const date = new Date(start * 1000);
  const isMonth = date.getUTCDate() === 1 && start === startOfCycle('Day', start);
  if (!isMonth || length > 31 * DAY) return { start: start - length, end: start };
  const before = startOfCycle('Month', start - 1);
  const isWhole = end === startOfCycle('Month', start + 32 * DAY);
  return { start: before, end: isWhole ? start : Math.min(before + length, start) };
}

const UNIT_MONTHS = [12, 3, 1] as const;

/**
 * Returns the next or previous month, quarter, year or week if the range is one, also a current
 * one. Other ranges move by their own length.
 * @param preset that the range came from
 */
export function neighbourOf(
  range: SpendRange,
  direction: -1 | 1,
  preset: SpendPreset | undefined,
): SpendRange {
  const { start } = range;
  const months = monthsOf(range, preset);
  if (months !== undefined) {
    const from = addMonths(start, direction * months);
    return { start: from, end: addMonths(from, months) };
  }
  const length = preset === 'week' ? 7 * DAY : range.end - start;
  const from = Math.max(0, start + direction * length);
  return { start: from, end: from + length };
}

/** Returns `undefined` if the range is no month, quarter or year. */
function monthsOf({ start, end }: SpendRange, preset: SpendPreset | undefined): number | undefined {
  if (preset === 'month' || preset === 'last-month') return 1;
  if (preset === 'year') return 12;
  if (preset !== undefined || start !== startOfCycle('Month', start)) return undefined;
  const month = new Date(start * 1000).getUTCMonth();
  return UNIT_MONTHS.find((months) => month % months === 0 && addMonths(start, months) === end);
}

/** @param start the first of a month */
function addMonths(start: number, months: number): number {
  const date = new Date(start * 1000);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1) / 1000;
}

export interface PickedPeriod {
  readonly name: string;
  readonly range: SpendRange;
}

/** The current year included. */
const YEARS_BACK = 10;

/** Covers ten years, the latest first. @param now seconds */
export function calendarPeriods(now: number): {
  readonly months: readonly PickedPeriod[];
  readonly quarters: readonly PickedPeriod[];
  readonly years: readonly PickedPeriod[];
} {
  const month = startOfCycle('Month', now);
  const date = new Date(now * 1000);
  const quarter = addMonths(month, -(date.getUTCMonth() % 3));
  const year = addMonths(month, -date.getUTCMonth());
  const list = (
    first: number,
    months: number,
    count: number,
    name: (start: Date) => string,
  ): readonly PickedPeriod[] =>
    Array.from({ length: count }, (_, back) => {
      const start = addMonths(first, -back * months);
      return {
        name: name(new Date(start * 1000)),
        range: { start, end: addMonths(start, months) },
      };
    });
  return {
    months: list(month, 1, YEARS_BACK * 12, (start) => UTC_FORMAT.longMonth.format(start)),
    quarters: list(
      quarter,
      3,
      YEARS_BACK * 4,
      (start) => `Q${start.getUTCMonth() / 3 + 1} ${start.getUTCFullYear()}`,
    ),
    years: list(year, 12, YEARS_BACK, (start) => String(start.getUTCFullYear())),
  };
}

/**
 * E.g. "1–22 Nov", "24 Oct – 22 Nov"; with the year if it is not the current one. @param now
 * seconds
 */
export function nameOfRange({ start, end }: SpendRange, now: number): string {
  const first = new Date(start * 1000);
  const last = new Date((end - 1) * 1000);
  const thisYear = new Date(now * 1000).getUTCFullYear();
  const isThisYear = first.getUTCFullYear() === thisYear && last.getUTCFullYear() === thisYear;
  const text = (isThisYear ? UTC_FORMAT.day : UTC_FORMAT.dayOfYear).formatRange(first, last);
  // within a month "1–22 Nov", with plain spaces for thin ones
  return text.replaceAll('\u2009', ' ').replace(/^(\d+) – (\d+ )/u, '$1–$2');
}

export function titleOfRange(range: SpendRange, connectionName: string): string {
  const isMonth = monthsOf(range, undefined) === 1;
  return isMonth
    ? `Statement of ${UTC_FORMAT.longMonth.format(new Date(range.start * 1000))}, ${connectionName}`
    : `Spend of ${connectionName}`;
}

export function daysOf({ start, end }: SpendRange): number {
  return Math.ceil((end - startOfCycle('Day', start)) / DAY);
}

/**
 * Parses "2026-11-22", "22.11.2026" or "22 Nov 2026".
 * @returns its first second; `undefined` for anything else
 */
export function dayOfText(text: string): number | undefined {
  const plain = text.trim();
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/u.exec(plain);
  const dotted = /^(\d{1,2})[./](\d{1,2})[./](\d{4})$/u.exec(plain);
  const named = /^(\d{1,2})\s+([a-z]{3})[a-z]*\.?\s+(\d{4})$/iu.exec(plain);
  const [year, month, day] =
    iso !== null
      ? [Number(iso[1]), Number(iso[2]), Number(iso[3])]
      : dotted !== null
        ? [Number(dotted[3]), Number(dotted[2]), Number(dotted[1])]
        : named !== null
          ? [Number(named[3]), monthOfName(named[2] ?? ''), Number(named[1])]
          : [Number.NaN, Number.NaN, Number.NaN];
  const second = Date.UTC(year, month - 1, day) / 1000;
  const date = new Date(second * 1000);
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && second >= 0;
  return isReal ? second : undefined;
}

function monthOfName(name: string): number {
  const months = 'janfebmaraprmayjunjulaugsepoctnovdec';
  const at = months.indexOf(name.toLowerCase());
  return at < 0 || at % 3 !== 0 ? Number.NaN : at / 3 + 1;
}

export function textOfDay(second: number): string {
  return new Date(second * 1000).toISOString().slice(0, 10);
}
