import type { SpendRows } from '../../../../shared/contract/spend.ts';
import { formatNumber } from '../../../base/ui/format.ts';

export function countSentence(
  {
    total,
    count,
    headings,
  }: Partial<Pick<SpendRows, 'total'>> & Pick<SpendRows, 'count' | 'headings'>,
  { first, last }: { readonly first: number; readonly last: number },
): string {
  const rows = total?.rows ?? 0;
  const all = `${formatNumber(rows)} ${rows === 1 ? 'row' : 'rows'}`;
  if (headings === 0) return `Rows ${first}–${last} of ${formatNumber(count)}`;
  return `${all} below ${headings === 1 ? '1 heading' : `${formatNumber(headings)} headings`}`;
}
