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
