/** Large files that are imported: how long the main thread is held at most. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { BenchContext } from './context.ts';
import type { Figure } from './figure.ts';
import { runProcess } from './run-process.ts';

/** The longest hold that a user does not notice, ms. */
const BOUND = 100;

/** The output of `processes/import-large.ts`; ms. */
interface Holds {
  readonly many: number;
  readonly one: number;
  readonly long: number;
  readonly table: number;
}

/** See the file comment. */
export async function measureImporting(context: BenchContext): Promise<readonly Figure[]> {
  context.say('importing: four large files');
  const folder = join(context.folder, 'importing');
  await mkdir(folder);
  const holds = JSON.parse(await runProcess('import-large.ts', folder)) as Holds;
  const figure = (name: string, gesso: number): Figure => ({
    name: `${name}: longest hold of the main thread`,
    unit: 'ms',
    gesso,
    bound: { text: `≤ ${BOUND} ms`, isMet: gesso <= BOUND },
  });
  return [
    figure('25,000 conversations, 104 MB', holds.many),
    figure('one conversation of 100,000 messages, 104 MB', holds.one),
    figure('five messages, 19 MB', holds.long),
    figure('a table of 95,000 rows, 18 MB', holds.table),
  ];
}
