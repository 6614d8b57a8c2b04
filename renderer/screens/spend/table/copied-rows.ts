/** Copies text with tabs and a table. Both have exact numbers, as either may be pasted. */
import { escapeMarkup } from '../../../../shared/escape-markup.ts';
import type { SpendRow } from '../../../../shared/contract/spend.ts';
import type { Column } from './columns.ts';

export function rowsAsTsv(rows: readonly SpendRow[], columns: readonly Column[]): string {
  const names = columns.map(({ title }) => title).join('\t');
  const lines = rows.map((row) => columns.map((column) => cell(row, column)).join('\t'));
  return [names, ...lines].join('\r\n');
}

export function rowsAsHtml(rows: readonly SpendRow[], columns: readonly Column[]): string {
  const line = (cells: readonly string[], tag: 'td' | 'th') =>
    `<tr>${cells.map((text) => `<${tag}>${escapeMarkup(text)}</${tag}>`).join('')}</tr>`;
  const names = line(
    columns.map(({ title }) => title),
    'th',
  );
  const lines = rows.map((row) =>
    line(
      columns.map((column) => cell(row, column)),
      'td',
    ),
  );
  return `<table>${names}${lines.join('')}</table>`;
}

/** Text that a spreadsheet would take for a formula begins with an apostrophe. */
function cell(row: SpendRow, { plain, isNumber }: Column): string {
  const text = plain(row).replace(/[\t\r\n]/gu, ' ');
  return !isNumber && /^[=+\-@]/u.test(text) ? `'${text}` : text;
}
