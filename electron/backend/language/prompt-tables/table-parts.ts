/**
 * A table from CSV or TSV: bytes of any spreadsheet, with every row that does not fit reported. Taking a
 * text apart makes no pause, so it is done by a thread of its own.
 */
import Papa from 'papaparse';
import { PROMPT_TABLE_LIMITS, type ReadTable } from '../../../../shared/contract/prompt-tables.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { formatNumber } from '../../../../shared/format-number.ts';

/** Problems that are listed. */
const MOST_PROBLEMS = 100;

/** Rows of a table in the order of the file. */
export type TablePart = ReadTable['rows'];

/** All but the rows. */
export type TableEnd = Omit<ReadTable, 'rows'>;

/** Characters and cells of a part, about: a few milliseconds to receive. */
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
  const parsed = Papa.parse<readonly string[]>(plain, {
    skipEmptyLines: 'greedy',
    delimiter: delimiterOf(plain),
  });
  const [heads, ...lines] = parsed.data;
  if (heads === undefined || heads.length === 0) {
    throw new AppError({
      kind: 'invalid-input',
      message: 'The table is empty. Its first row must name the columns.',
    });
  }
  if (heads.length > PROMPT_TABLE_LIMITS.columns) {
    throw tooLarge(`The table has ${heads.length} columns`, PROMPT_TABLE_LIMITS.columns);
  }
  if (lines.length > PROMPT_TABLE_LIMITS.rows) {
    throw tooLarge(`The table has ${lines.length} rows`, PROMPT_TABLE_LIMITS.rows);
  }
  const cellCount = lines.length * heads.length;
  if (cellCount > PROMPT_TABLE_LIMITS.cells) {
    throw tooLarge(`The table has ${cellCount} cells`, PROMPT_TABLE_LIMITS.cells);
  }
  const problems: { row: number; message: string }[] = [];
  const report = (row: number, message: string) => {
    if (problems.length < MOST_PROBLEMS) problems.push({ row, message });
  };
  const columns = columnsOf(heads, (message) => report(0, message));
  const rows = lines.map((cells, index) => {
    if (cells.length === columns.length) return cells;
    const isShort = cells.length < columns.length;
    report(
      index + 1,
      `Has ${cells.length} ${cells.length === 1 ? 'cell' : 'cells'} for ${columns.length} columns. ${
        isShort ? 'The missing ones are empty.' : 'The cells beyond the last column are left out.'
      }`,
    );
    return columns.map((_, column) => cells[column] ?? '');
  });
  for (const { type, row = 0 } of parsed.errors) {
    if (type === 'Quotes') report(row, 'A quotation mark is not closed. Check this row.');
  }
  return { columns, rows, delimiter: parsed.meta.delimiter, problems };
}

/** Signs that also stand in texts come last. */
const DELIMITERS = ['\t', ';', ',', '|'] as const;

/** The sign that cuts the headings into the most columns: rows may be ragged, headings are not. */
function delimiterOf(text: string): string {
  const columns = (delimiter: string): number =>
    Papa.parse<readonly string[]>(text, { delimiter, preview: 1, skipEmptyLines: 'greedy' }).data[0]
      ?.length ?? 0;
  return DELIMITERS.reduce<string>(
    (best, each) => (columns(each) > columns(best) ? each : best),
    DELIMITERS[0],
  );
}

/** Empty and repeated names get one of their own. */
function columnsOf(heads: readonly string[], report: (message: string) => void): readonly string[] {
  const columns: string[] = [];
  for (const [index, head] of heads.entries()) {
    let name = head.trim();
    if (name === '') {
      name = `column ${index + 1}`;
      report(`Column ${index + 1} has no name. It is called “${name}”.`);
    }
    const first = name;
    for (let copy = 2; columns.includes(name); copy++) name = `${first} ${copy}`;
    if (name !== first)
      report(`Two columns are called “${first}”. The second is called “${name}”.`);
    columns.push(name);
  }
  return columns;
}

function decode(bytes: Uint8Array): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  if (isUtf16) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes); // as older spreadsheets save
  }
}

function tooLarge(sentence: string, limit: number): AppError {
  return new AppError({
    kind: 'too-large',
    message: `${sentence}. Gesso reads up to ${formatNumber(limit)}. Split it first.`,
    details: { limit },
  });
}
