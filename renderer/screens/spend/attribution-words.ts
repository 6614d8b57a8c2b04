import type { AttributionRow } from '../../../shared/contract/attribution.ts';
import { formatAmount } from '../../../shared/spend/exact-money.ts';
import { count, formatNumber } from '../../core/ui/format.ts';

export function causeSentence(row: AttributionRow): string {
  const { billed, ours, possible, unit, state } = row;
  const maybe = possible === 0 ? '' : ` ${formatNumber(possible)} more possibly billed.`;
  switch (state) {
    case 'both':
      if (billed === undefined) return `${counted(ours, unit)} of Gesso are among these.${maybe}`;
      return billed === ours
        ? `All ${counted(ours, unit)} were Gesso’s.${maybe}`
        : `${formatNumber(ours)} of ${counted(billed, unit)} were Gesso’s.${maybe}`;
    case 'only-billed':
      return `Not from Gesso: other programs or people on this account.${maybe}`;
    case 'only-ours':
      return ours === 0
        ? `${counted(possible, unit)} of Gesso, possibly billed.`
        : `${counted(ours, unit, 'Gesso ')} ${ours === 1 ? 'wasn’t' : 'weren’t'} billed (free or failed).${maybe}`;
    case 'not-yet':
      return ours === 0
        ? `${counted(possible, unit)} of Gesso, possibly billed.`
        : `${counted(ours, unit)} of Gesso, not billed yet.${maybe}`;
  }
}

/** Money only where all calls are ours; else "at most". */
export function causeAmount({ amount, state, isPure }: AttributionRow): string {
  if (amount === undefined) return '–';
  return state === 'both' && !isPure ? `at most ${formatAmount(amount)}` : formatAmount(amount);
}

function counted(number: number, unit: AttributionRow['unit'], whose = ''): string {
  return count(number, `${whose}${unit === 'calls' ? 'call' : 'token'}`);
}
