/** Amounts are 1/10000 USD, times seconds since 1970, UTC. */
import type { BudgetState, SpendForecast } from '../../../../shared/contract/spend-forecast.ts';
import { categoryName } from '../../../../shared/spend/category-names.ts';
import { formatAmount } from '../../../../shared/spend/exact-money.ts';
import { LOCALE, shownPercent } from '../../../../shared/numbers.ts';
import { bucketName } from '../model/chart-words.ts';

/** Units of 1/10000 USD in a dollar. */
const DOLLAR = 10_000;

export function money(units: number): string {
  return formatAmount({ exact: String(Math.round(units)), hasDecimals: true });
}

/** Dollars; a smaller amount has no significant digit. */
const SMALLEST = 1e-8;

/** Rounds to two significant digits, down and up: "$40–70", "$1,200–1,500", "$0.40–0.75". */
export function roundedRange(low: number, high: number): string {
  const [from, to] = [low / DOLLAR, high / DOLLAR];
  const step = 10 ** (Math.floor(Math.log10(Math.max(to, SMALLEST))) - 1);
  const down = Math.max(0, Math.floor(from / step + 1e-9) * step);
  const up = Math.ceil(to / step - 1e-9) * step;
  if (up <= 0) return '$0';
  const digits = step >= 1 ? 0 : Math.ceil(-Math.log10(step) - 1e-9);
  const written = (value: number) =>
    value.toLocaleString(LOCALE, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return down === up ? `$${written(up)}` : `$${written(down)}–${written(up)}`;
}

export function forecastSentence({
  forecast,
  month,
}: Pick<SpendForecast, 'forecast' | 'month'>): string {
  const name = bucketName(month, 'month');
  switch (forecast.kind) {
    case 'billed':
      return `${name} ends today; its bill may still grow by late charges.`;
    case 'few-days':
      return `No forecast for ${name} yet: it needs ${forecast.needed} final days, and there ${forecast.days === 1 ? 'is' : 'are'} ${forecast.days}.`;
    case 'few-active':
      return `No forecast for ${name}: only ${forecast.days === 1 ? '1 day has' : `${forecast.days} days have`} charges, and it needs ${forecast.needed}.`;
    case 'uneven':
      return `${name} is too uneven for a forecast. At the pace of the last 14 days: ${money(forecast.atPace)}.`;
    case 'range':
      return `${name} should end at ${roundedRange(forecast.low, forecast.high)} (80 % likely).`;
  }
}

export function pastSentence(past: SpendForecast['pastForecasts'][number]): string {
  const actual = Number(past.actual.exact);
  const isInside = actual >= past.low && actual <= past.high;
  const month = bucketName({ start: past.month, end: past.month + 1 }, 'month');
  const made = bucketName({ start: past.madeOn, end: past.madeOn + 86_400 }, 'day');
  const verdict = isInside ? 'inside' : actual > past.high ? 'above' : 'below';
  return `${made}: ${roundedRange(past.low, past.high)}; ${month} came to ${formatAmount(past.actual)}, ${verdict} it.`;
}

export function budgetName({ scope, period, counts }: BudgetState['budget']): string {
  const what = scope === 'all' ? 'Everything' : categoryName(scope);
  return `${what}${counts === 'to-pay' ? ' to pay' : ''}, a ${period}`;
}

export function budgetSentence({ budget, spent, percent, isKnown }: BudgetState): string {
  const of = money(budget.amount);
  const use = `${formatAmount(spent)} of ${of} (${shownPercent(percent)})`;
  return isKnown ? use : `at least ${use}; some of it has not been read`;
}
