/** Days and hours as bills count them, in UTC. */
import { LOCALE } from '../../../../shared/format-number.ts';

const made = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(LOCALE, { timeZone: 'UTC', ...options });

/** Formats of a moment, named by an example; ranges, too. */
export const UTC_FORMAT = {
  /** "14:00" */
  hour: made({ hour: '2-digit', minute: '2-digit' }),
  /** "21 Nov" */
  day: made({ day: 'numeric', month: 'short' }),
  /** "21 Nov 2026" */
  dayOfYear: made({ day: 'numeric', month: 'short', year: 'numeric' }),
  /** "Sat 21 Nov" */
  weekday: made({ weekday: 'short', day: 'numeric', month: 'short' }),
  /** "Nov 2026" */
  month: made({ month: 'short', year: 'numeric' }),
  /** "November 2026" */
  longMonth: made({ month: 'long', year: 'numeric' }),
} as const;
