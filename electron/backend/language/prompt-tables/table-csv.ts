import type { PromptRow, PromptTable } from '../../../../shared/contract/prompt-tables.ts';
import { BYTE_ORDER_MARK, csvLine, guarded, type CsvStyle } from '../../../../shared/export/csv.ts';

/** @param isGuarded prefixes cells that would be formulas with an apostrophe */
export function* tableCsv(
  table: PromptTable,
  rows: Iterable<PromptRow>,
  isGuarded: boolean,
  style: CsvStyle,
): Generator<string> {
  const outputs = Math.max(1, table.parameters.n ?? 1);
  const line = (cells: readonly (string | number)[]) =>
    csvLine(
      cells.map((cell) => (isGuarded && typeof cell === 'string' ? guarded(cell) : cell)),
      style,
    );
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
