/** RFC 4180, safe to open in a spreadsheet. */
import Papa from 'papaparse';

export type CsvColumn<Row> = readonly [name: string, value: (row: Row) => string];

/** Makes spreadsheets read the file as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** OWASP, “CSV Injection”; some programs accept full-width signs. */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u;

/** Prefixes an apostrophe if a spreadsheet would take the text for a formula. */
export function guarded(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** Leaves numbers, including negative ones. */
export function guardedUnlessNumber(text: string): string {
  return /^[+-]?\d+(?:\.\d+)?$/u.test(text) ? text : guarded(text);
}

/** `semicolon` is for locales with a decimal comma. */
export const CSV_STYLES = ['comma', 'semicolon'] as const;
export type CsvStyle = (typeof CSV_STYLES)[number];

export function csvLine(cells: readonly (string | number)[], style: CsvStyle): string {
  if (style === 'comma') return `${Papa.unparse([[...cells]])}\r\n`;
  const local = cells.map((cell) =>
    /^[+-]?\d+\.\d+$/u.test(String(cell)) ? String(cell).replace('.', ',') : cell,
  );
  return `${Papa.unparse([local], { delimiter: ';' })}\r\n`;
}

/** Leads with the names of the columns. */
export function* csvTable<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: Iterable<Row>,
  style: CsvStyle,
): Generator<string, void, void> {
  const names = columns.map(([name]) => name);
  yield BYTE_ORDER_MARK + csvLine(names, style);
  for (const row of rows) {
    const cells = columns.map(([, value]) => guardedUnlessNumber(value(row)));
    yield csvLine(cells, style);
  }
}
