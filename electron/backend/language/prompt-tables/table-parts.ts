/** Parses tables and reports malformed rows. Blocks; run it in a thread. */
import { PROMPT_TABLE_LIMITS, type ReadTable } from '../../../../shared/contract/prompt-tables.ts';
import { AppError, invalidInput } from '../../../../shared/errors/app-error.ts';
import { formatNumber } from '../../../../shared/numbers.ts';
import { csvRows } from './csv-rows.ts';

const MOST_PROBLEMS = 100;

const MISQUOTED = 'A quotation mark is not closed. Check this row.';

export type TablePart = ReadTable['rows'];

export type TableEnd = Omit<ReadTable, 'rows'>;

/** Approximate characters and cells of a part: a few milliseconds to receive. */
const PART = { characters: 400_000, cells: 10_000 } as const;

/** @throws AppError `invalid-input`, `too-large` */
export function* tableParts(bytes: Uint8Array): Generator<TablePart, TableEnd, void> {
  const { rows, ...end } = tableOf(bytes);
  let part: TablePart[number][] = [];
  let characters = 0;
  for (const row of rows) {
    part.push(row);
    characters += row.reduce((sum, cell) => sum + cell.length, 0);
    if (characters < PART.characters && part.length * row.length < PART.cells) continue;
    yield part;
    part = [];
    characters = 0;
  }
  yield part;
  return end;
}

function tableOf(bytes: Uint8Array): ReadTable {
  const plain = decode(bytes).replace(/^\uFEFF/u, '');
  const [hint = '', named] = EXCEL_DELIMITER_HINT.exec(plain) ?? [];
  const text = plain.slice(hint.length);
  const delimiter = named ?? delimiterOf(text);
  const lines = csvRows(text, delimiter, PROMPT_TABLE_LIMITS.columns);
  const heads = lines.next().value;
  if (heads === undefined) {
    throw invalidInput('The table is empty. Its first row must name the columns.');
  }
  // SECURITY: S49 counted while parsing: oversized input is not read to its end
  requireAtMost(heads.count, 'columns');
  const problems: { row: number; message: string }[] = [];
  const report = (row: number, message: string) => {
    if (problems.length < MOST_PROBLEMS) problems.push({ row, message });
  };
  const columns = columnsOf(heads.cells, (message) => report(0, message));
  if (heads.isMisquoted) report(0, MISQUOTED);
  const rows: (readonly string[])[] = [];
  for (const { cells, count, isMisquoted } of lines) {
    const isFitting = count === columns.length;
    rows.push(isFitting ? cells : columns.map((_, column) => cells[column] ?? ''));
    requireAtMost(rows.length, 'rows');
    requireAtMost(rows.length * columns.length, 'cells');
    if (!isFitting) {
      const isShort = count < columns.length;
      report(
        rows.length,
        `Has ${count} ${count === 1 ? 'cell' : 'cells'} for ${columns.length} columns. ${
          isShort ? 'The missing ones are empty.' : 'The cells beyond the last column are left out.'
        }`,
      );
    }
    if (isMisquoted) report(rows.length, MISQUOTED);
  }
  return { columns, rows, delimiter, problems };
}

const EXCEL_DELIMITER_HINT = /^"?sep=([^"\r\n])"?(?:\r?\n|\r|$)/iu;

/** Characters that also occur in texts come last. */
const DELIMITERS = ['\t', ';', ',', '|'] as const;

/** Chooses the delimiter that gives the header most columns, because rows may be ragged. */
function delimiterOf(text: string): string {
  let best = { delimiter: DELIMITERS[0] as string, count: 0 };
  for (const delimiter of DELIMITERS) {
    const count = csvRows(text, delimiter, 0).next().value?.count ?? 0;
    if (count > best.count) best = { delimiter, count };
  }
  return best.delimiter;
}

function columnsOf(heads: readonly string[], report: (message: string) => void): readonly string[] {
  const columns: string[] = [];
  const names = heads.map((head) => head.trim());
  for (const [index, given] of names.entries()) {
    const first = given === '' ? `column ${index + 1}` : given;
    let name = first;
    for (let copy = 2; columns.includes(name) || (name !== given && names.includes(name)); copy++) {
      name = `${first} ${copy}`;
    }
    const fault = given === '' ? 'has no name' : `is also named “${given}”`;
    if (name !== given) report(`Column ${index + 1} ${fault}. It is called “${name}”.`);
    columns.push(name);
  }
  return columns;
}

function decode(bytes: Uint8Array): string {
  const isMarked = (first: number, second: number) => bytes[0] === first && bytes[1] === second;
  if (isMarked(0xff, 0xfe)) return new TextDecoder('utf-16le').decode(bytes);
  if (isMarked(0xfe, 0xff)) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes); // As older spreadsheets save.
  }
}

function requireAtMost(count: number, what: 'columns' | 'rows' | 'cells'): void {
  const limit = PROMPT_TABLE_LIMITS[what];
  if (count <= limit) return;
  throw new AppError(
    'too-large',
    `The table has more than ${formatNumber(limit)} ${what}. Split it first.`,
    { details: { limit } },
  );
}
