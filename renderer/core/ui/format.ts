import { LOCALE, formatNumber } from '../../../shared/numbers.ts';

export { formatNumber };

/** Such as "3.4 MB" (decimal, like file managers). */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const units = ['kB', 'MB', 'GB'] as const;
  let value = bytes / 1000;
  let index = 0;
  while (value >= 999.5 && index < units.length - 1) {
    value /= 1000;
    index += 1;
  }
  return `${short(value)} ${units[index]}`;
}

/** Milliseconds as "0.8 s", "12 s", "2 min 5 s". */
export function formatDuration(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (seconds < 59.5) return `${short(seconds)} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

/** Pixels as "24.0 MP". */
export function formatMegapixels(width: number, height: number): string {
  const megapixels = (width * height) / 1_000_000;
  if (megapixels < 0.05) return '< 0.1 MP';
  return `${short(megapixels)} MP`;
}

/** 1 as "100 %", 0.083 as "8.3 %". */
export function formatZoom(zoom: number): string {
  return `${short(zoom * 100)} %`;
}

/** With one decimal below 10. */
function short(value: number): string {
  return value < 9.95 ? value.toFixed(1) : String(Math.round(value));
}

/**
 * "14:05" today, "20 Nov 14:05" this year, "20 Nov 2025 14:05" before; local time.
 * @param milliseconds since 1970
 */
export function formatTime(milliseconds: number, now: number = Date.now()): string {
  const { date, time } = partsOf(milliseconds, now);
  return date === undefined ? time : `${date} ${time}`;
}

/** With the day, even today: "today, 14:05", "20 Nov, 14:05". */
export function formatDayAndTime(milliseconds: number): string {
  const { date = 'today', time } = partsOf(milliseconds, Date.now());
  return `${date}, ${time}`;
}

/** For a sentence: "at 14:05", "on 20 Nov at 14:05". */
export function formatWhen(milliseconds: number, now: number = Date.now()): string {
  const { date, time } = partsOf(milliseconds, now);
  return date === undefined ? `at ${time}` : `on ${date} at ${time}`;
}

/** In full, for tooltips: "20 November 2026, 14:05:09". */
export function formatDateTime(milliseconds: number): string {
  const at = new Date(milliseconds);
  const date = textOf(at, { day: 'numeric', month: 'long', year: 'numeric' });
  return `${date}, ${textOf(at, { hour: '2-digit', minute: '2-digit', second: '2-digit' })}`;
}

/** "14:05", below a heading with the day. */
export function formatClock(milliseconds: number): string {
  return textOf(new Date(milliseconds), { hour: '2-digit', minute: '2-digit' });
}

/** A heading: "Today", "Yesterday", "20 November", "20 November 2025". */
export function formatDay(milliseconds: number, now: number = Date.now()): string {
  const at = new Date(milliseconds);
  const today = new Date(now);
  const before = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1);
  if (at.toDateString() === today.toDateString()) return 'Today';
  if (at.toDateString() === before.toDateString()) return 'Yesterday';
  const year = at.getFullYear() === today.getFullYear() ? {} : ({ year: 'numeric' } as const);
  return textOf(at, { day: 'numeric', month: 'long', ...year });
}

/** A heading of a long list: "Today", "Yesterday", "November", "November 2025". */
export function formatDayOrMonth(milliseconds: number, now: number): string {
  const day = formatDay(milliseconds, now);
  if (!/^\d/u.test(day)) return day;
  return day.replace(/^\d+ /u, '');
}

/** @returns no date for today */
function partsOf(milliseconds: number, now: number) {
  const at = new Date(milliseconds);
  const today = new Date(now);
  const time = textOf(at, { hour: '2-digit', minute: '2-digit' });
  if (at.toDateString() === today.toDateString()) return { date: undefined, time };
  const isThisYear = at.getFullYear() === today.getFullYear();
  const year = isThisYear ? {} : ({ year: 'numeric' } as const);
  return { date: textOf(at, { day: 'numeric', month: 'short', ...year }), time };
}

const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Keeps each format, because creating one takes longer than rendering the rest of a card. Formats
 * are in UTC and get local time, because a format keeps the time zone that it was created in.
 */
function textOf(at: Date, options: Intl.DateTimeFormatOptions): string {
  const key = JSON.stringify(options);
  const format =
    formats.get(key) ?? new Intl.DateTimeFormat(LOCALE, { ...options, timeZone: 'UTC' });
  formats.set(key, format);
  return format.format(at.getTime() - at.getTimezoneOffset() * 60_000);
}

/** "1 photo", "12 photos", "2 batches". @param plural with "s" unless given */
export function count(number: number, noun: string, plural: string = `${noun}s`): string {
  return `${formatNumber(number)} ${number === 1 ? noun : plural}`;
}

/** An estimate in milliseconds as "a few seconds", "about 1 minute", "about 2 h 10 min". */
export function formatRoughly(milliseconds: number): string {
  const minutes = Math.round(milliseconds / 60_000);
  if (milliseconds < 20_000) return 'a few seconds';
  if (minutes < 1) return 'about half a minute';
  if (minutes === 1) return 'about 1 minute';
  if (minutes < 60) return `about ${minutes} minutes`;
  return `about ${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
