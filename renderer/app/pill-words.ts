import type { SpendForecast } from '../../shared/contract/spend-forecast.ts';
import { LOCALE, shownPercent } from '../../shared/numbers.ts';
import { formatAmount, formatExactly } from '../../shared/spend/exact-money.ts';

/** Age at which bills are marked as old, ms. */
const OLD = 2 * 3_600_000;

const time = new Intl.DateTimeFormat(LOCALE, {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});

/** @param now Unix ms @returns `undefined` until the bills of this month were read */
export function pillOf(
  { month, budgets }: Pick<SpendForecast, 'month' | 'budgets'>,
  now: number,
): { readonly text: string; readonly hint: string } | undefined {
  const { spent, readAt, isAtMost } = month;
  if (spent === undefined) return undefined;
  const isOld = readAt === undefined || now - readAt > OLD;
  const used = budgets.map(
    ({ budget, percent }) =>
      `${shownPercent(percent)} of ${formatAmount({ exact: String(budget.amount), hasDecimals: true })} a ${budget.period}.`,
  );
  const age = readAt === undefined ? '' : ` Read ${time.format(readAt)}.`;
  return {
    text: `${isAtMost === true ? 'at most ' : isOld ? '~' : ''}${formatAmount(spent)} so far`,
    hint: [`This month (UTC): ${formatExactly(spent)}.${age}`, ...used].join(' '),
  };
}
