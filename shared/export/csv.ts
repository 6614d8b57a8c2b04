/** Lines of CSV files (RFC 4180) that are safe to open in a spreadsheet. */
import Papa from 'papaparse';

/** Spreadsheets take a file for UTF-8 by this mark, which stands before its first line. */
export const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Texts that a spreadsheet takes for a formula (OWASP, “CSV Injection”): it looks past white space and
 * invisible characters, and some read full-width signs like the usual ones.
 */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u;

/** The text with an apostrophe before it where a spreadsheet would take it for a formula. */
export function guarded(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** The same for a text that may be a number, which stays one, also a negative one. */
export function guardedUnlessNumber(text: string): string {
  return /^[+-]?\d+(?:\.\d+)?$/u.test(text) ? text : guarded(text);
}

/** `semicolon`: as spreadsheets of countries with a decimal comma read and write it. */
export const CSV_STYLES = ['comma', 'semicolon'] as const;
export type CsvStyle = (typeof CSV_STYLES)[number];

/** One line with its end; cells are quoted where they have to be. */
export function csvLine(cells: readonly (string | number)[], style: CsvStyle): string {
  if (style === 'comma') return `${Papa.unparse([[...cells]])}\r\n`;
  const local = cells.map((cell) =>
    /^[+-]?\d+\.\d+$/u.test(String(cell)) ? String(cell).replace('.', ',') : cell,
  );
  return `${Papa.unparse([local], { delimiter: ';' })}\r\n`;
}
