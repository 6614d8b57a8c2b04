import Papa from 'papaparse';
import { expect, it } from 'vitest';
import { PROMPT_TABLE_LIMITS } from '../../../../shared/contract/prompt-tables.ts';
import { byDepth } from '../../../testing/depth.ts';
import { costRatio } from '../../../testing/processor-cost.ts';
import { csvRows } from './csv-rows.ts';
import { tableParts } from './table-parts.ts';

const rowsOf = (text: string, delimiter = ',') =>
  [...csvRows(text, delimiter, 200)].map(({ cells }) => cells);

it.each<[string, string, readonly (readonly string[])[]]>([
  ['blank lines alone', '\n \r\n,\n""\n', []],
  [
    'Windows line ends',
    'a,b\r\n1,2\r\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  ['line ends of both kinds', 'a\r\nb\nc', [['a'], ['b'], ['c']]],
  [
    'line ends of old Macs',
    'a,b\r1,2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'delimiters, line ends and marks in quotes',
    '"a,b","c\r\nd","e""f"',
    [['a,b', 'c\r\nd', 'e"f']],
  ],
])('reads %s', (_, text, rows) => {
  expect(rowsOf(text)).toEqual(rows);
});

it.each(['a,"b', '"a"b",c', '"'.repeat(3)])('reports the quotation marks of %s', (text) => {
  expect([...csvRows(text, ',', 200)]).toMatchObject([{ isMisquoted: true }]);
});

it('counts the cells of a row that it does not keep', () => {
  const [row] = csvRows('a,'.repeat(1000), ',', 3);
  expect(row).toEqual({ cells: ['a', 'a', 'a'], count: 1001, isMisquoted: false });
});

/** Text that a seed decides. */
function textOf(seed: number): string {
  const signs = ['a', 'b', ' ', '"', '""', ',', ',', '\n', '\n', '1'];
  let state = seed + 1;
  return Array.from({ length: 40 }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return signs[state % signs.length];
  }).join('');
}

it('reads the same rows as Papa Parse when the quotation marks are valid', () => {
  let compared = 0;
  for (let seed = 0; seed < byDepth(2000, 100_000); seed++) {
    const text = textOf(seed);
    const rows = [...csvRows(text, ',', 200)];
    if (rows.some(({ isMisquoted }) => isMisquoted)) continue;
    const { data, errors } = Papa.parse<readonly string[]>(text, {
      delimiter: ',',
      newline: '\n',
      skipEmptyLines: 'greedy',
    });
    if (errors.length > 0) continue;
    compared += 1;
    expect(
      rows.map(({ cells }) => cells),
      JSON.stringify(text),
    ).toEqual(data);
  }
  expect(compared).toBeGreaterThan(100);
});

/** Returns what is built of a table: cells and problems, and the sentence where it is refused. */
function builtOf(text: string) {
  const bytes = new TextEncoder().encode(text);
  let built = 0;
  let message = '';
  try {
    const parts = tableParts(bytes);
    for (let part = parts.next(); ; part = parts.next()) {
      if (part.done === true) {
        built += part.value.problems.length;
        break;
      }
      built += part.value.reduce((sum, cells) => sum + cells.length, 0);
    }
  } catch (error) {
    message = String(error);
  }
  return { built, message };
}

/** Characters. */
const SIZE = 2_000_000;
/** An honest table of this size. */
const GOOD = `a,b\n${`${'x'.repeat(300)},y\n`.repeat(SIZE / 303)}`;
/** Times of what the processor does for it: four at most were measured, and 35 where each blank line became a list. */
const MOST_TIMES = 20;

it.each<[string, string, string]>([
  ['line ends', `a,b${'\n'.repeat(SIZE)}`, ''],
  ['blank rows', `a,b${'\n , '.repeat(SIZE / 4)}`, ''],
  ['blank columns', ','.repeat(SIZE), ''],
  ['named columns', 'a,'.repeat(SIZE / 2), 'more than 200 columns'],
  ['short rows', 'a\n'.repeat(SIZE / 2), 'more than 100,000 rows'],
  ['long rows', `${'a,'.repeat(100)}\n${'b,\n'.repeat(SIZE / 3)}`, 'more than 500,000 cells'],
  ['cells beyond the last column', `a,b\n${'c,'.repeat(SIZE / 2)}`, ''],
  ['wrong quotation marks', `a,b\n${'"a"b,'.repeat(SIZE / 5)}`, ''],
  ['open quotation marks', `a,b\n${'"'.repeat(SIZE)}`, ''],
  [
    'quotation marks far before spaces',
    `a,b\n"${'a"b'.repeat(SIZE / 4)}${' '.repeat(SIZE / 4)},c`,
    '',
  ],
])('S49 allocates little for a table of %s', async (_, text, message) => {
  for (let warmUp = 0; warmUp < 3; warmUp++) builtOf(GOOD); // compiles
  const times = costRatio({
    of: () => builtOf(text),
    beside: () => builtOf(GOOD),
    most: MOST_TIMES,
  });
  expect(await times).toBeLessThan(MOST_TIMES);
  const read = builtOf(text);
  expect(read.message).toContain(message);
  expect(read.built).toBeLessThanOrEqual(PROMPT_TABLE_LIMITS.columns);
});
