import { formatAmount } from '../../../../shared/spend/exact-money.ts';

/** @param changed 1/10000 USD by which known charges have changed */
export function describeChange(changed: string): string {
  const amount = formatAmount({ exact: changed, hasDecimals: true });
  if (/^-?0+(?:\.0*)?$/u.test(changed)) return 'Read again: nothing has changed.';
  return `Read again: ${amount.startsWith('−') ? amount : `+${amount}`}.`;
}
