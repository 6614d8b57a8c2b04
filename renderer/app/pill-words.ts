/** The words of the pill in the top bar. */
import type { Outlook } from '../../shared/contract/outlook.ts';
import { shownPercent } from '../../shared/spend/percent.ts';
import { formatAmount, formatExactly } from '../../shared/spend/exact-money.ts';
import { LOCALE } from '../base/ui/format.ts';

/** Bills that were read longer ago are marked, ms. */
const OLD = 2 * 3_600_000;

const time = new Intl.DateTimeFormat(LOCALE, {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});

/** @param now Unix ms */
export function pillOf(
  { month, budgets }: Pick<Outlook, 'month' | 'budgets'>,
  now: number,
): { readonly text: string; readonly hint: string } {
  const { spent, readAt } = month;
  if (spent === undefined) {
    return { text: '– so far', hint: 'The bills of this month have not been read yet.' };
  }
  const isOld = readAt === undefined || now - readAt > OLD;
  const used = budgets.map(
    ({ budget, percent }) =>
      `${shownPercent(percent)} of ${formatAmount({ exact: String(budget.amount), hasDecimals: true })} a ${budget.period}.`,
  );
  const age = readAt === undefined ? '' : ` Read ${time.format(readAt)}.`;
  return {
    text: `${isOld ? '~' : ''}${formatAmount(spent)} so far`,
    hint: [`This month (UTC): ${formatExactly(spent)}.${age}`, ...used].join(' '),
  };
}
