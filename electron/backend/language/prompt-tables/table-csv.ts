/** The results of a prompt table as CSV for spreadsheets. */
import Papa from 'papaparse';
import type { PromptRow, PromptTable } from '../../../../shared/contract/prompt-tables.ts';

/** A spreadsheet takes a cell for a formula by its first character (OWASP, "CSV Injection"). */
const FORMULA = /^[=+\-@\t\r]/u;

/** Spreadsheets take a file for UTF-8 by this mark. */
const BYTE_ORDER_MARK = '\uFEFF';

/** @param isGuarded an apostrophe stands before cells that would be formulas */
export function* tableCsv(
  table: PromptTable,
  rows: Iterable<PromptRow>,
  isGuarded: boolean,
): Generator<string> {
  const outputs = Math.max(1, table.parameters.n ?? 1);
  const line = (cells: readonly (string | number)[]) =>
    `${Papa.unparse([cells.map((cell) => guarded(cell, isGuarded))])}\r\n`;
  const names = Array.from({ length: outputs }, (_, index) => `output_${index + 1}`);
  yield (
    BYTE_ORDER_MARK +
      line([
        ...table.columns,
        ...names,
        'finish_reason',
        'prompt_tokens',
        'completion_tokens',
        'cost_usd',
        'seconds',
        'seed',
        'state',
        'error',
      ])
  );
  for (const row of rows) {
    yield line([
      ...row.cells,
      ...names.map((_, index) => row.outputs[index] ?? ''),
      row.finishReasons.map((reason) => reason ?? '').join(' '),
      row.usage?.promptTokens ?? '',
      row.usage?.completionTokens ?? '',
      row.cost === undefined ? '' : (row.cost / 10_000).toFixed(10),
      row.milliseconds === undefined ? '' : (row.milliseconds / 1000).toFixed(3),
      table.parameters.seed ?? '',
      row.state,
      row.error?.message ?? '',
    ]);
  }
}

function guarded(cell: string | number, isGuarded: boolean): string {
  const text = String(cell);
  return isGuarded && typeof cell === 'string' && FORMULA.test(text) ? `'${text}` : text;
}
