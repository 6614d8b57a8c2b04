import type { SpendRow, SpendSelection } from '../../../../shared/contract/spend.ts';
import { backend } from '../../../base/backend/client.ts';
import type { Column } from './columns.ts';
import { rowsAsHtml, rowsAsTsv } from './copied-rows.ts';
import { rowsQuery, type RowOrder } from './use-row-pages.ts';

/** More lines are better saved as a file. */
export const MOST_COPIED = 5000;

const PAGE = 500;

/**
 * @param lines first and last of the table; headings are left out
 * @returns the number of rows on the clipboard
 */
export async function copyRows(
  selection: SpendSelection,
  order: RowOrder,
  columns: readonly Column[],
  lines: { readonly first: number; readonly last: number },
): Promise<number> {
  const rows: SpendRow[] = [];
  for (let offset = lines.first; offset <= lines.last; offset += PAGE) {
    const limit = Math.min(PAGE, lines.last - offset + 1);
    const page = await backend.spend.rows(rowsQuery(selection, order, { offset, limit }));
    rows.push(...page.items.flatMap((item) => (item.kind === 'row' ? item.row : [])));
  }
  const text = (type: string, content: string) => new Blob([content], { type });
  await navigator.clipboard.write([
    new ClipboardItem({
      'text/plain': text('text/plain', rowsAsTsv(rows, columns)),
      'text/html': text('text/html', rowsAsHtml(rows, columns)),
    }),
  ]);
  return rows.length;
}
