import type { SpendRows } from '../../../../shared/contract/spend.ts';
import { count } from '../../../core/ui/format.ts';

/** The number of rows, and of the headings over them. */
export function countSentence({
  total,
  headings,
}: Partial<Pick<SpendRows, 'total'>> & Pick<SpendRows, 'headings'>): string {
  const rows = count(total?.rows ?? 0, 'row');
  return headings === 0 ? rows : `${rows} below ${count(headings, 'heading')}`;
}
