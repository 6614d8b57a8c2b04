import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { createBackendFixture } from '../../electron/testing/backend-fixture.ts';
import { BOUNDS } from './bounds.ts';
import { inTurns, timed, type BenchContext } from './harness.ts';
import { fillFolder } from './processes.ts';
import { medianOf } from './statistics.ts';
import type { Figure } from './table.ts';

const PAGE = 60;

/** Ms. */
interface Opening {
  readonly starting: number;
  readonly listing: number;
}

async function fill(context: BenchContext, script: string, rows: number): Promise<string> {
  context.say(`tables: writing ${rows} rows`);
  const folder = join(context.folder, `${basename(script)}-${rows}`);
  await mkdir(folder);
  await fillFolder(script, folder, rows);
  return folder;
}

export async function measureTables(context: BenchContext): Promise<readonly Figure[]> {
  const folders = {
    few: await fill(context, '../../e2e/support/fill-log.ts', 100),
    many: await fill(context, '../../e2e/support/fill-log.ts', 10_000),
  };
  // quick and noisy, so repeated more often
  const often = { ...context, repeat: context.repeat * 3 };
  const log = await inTurns(often, 'tables, the log', {
    few: () => openLog(folders.few),
    many: () => openLog(folders.many),
  });
  const figure = (name: string, few: number, many: number): Figure => ({
    name: `10,000 jobs: ${name}`,
    unit: 'ms',
    gesso: many,
    beside: ['with 100', few],
    bound: BOUNDS.tables.jobs,
  });
  const of = (read: (opening: Opening) => number) =>
    [medianOf(log.few, read), medianOf(log.many, read)] as const;
  return [
    figure('opening the backend', ...of(({ starting }) => starting)),
    figure('the first page of the list', ...of(({ listing }) => listing)),
  ];
}

async function openLog(folder: string): Promise<Opening> {
  const began = performance.now();
  await using fixture = await createBackendFixture({ folder, dataFolder: join(folder, 'data') });
  const starting = performance.now() - began;
  return { starting, listing: await timed(() => fixture.client().jobs.entries({ limit: PAGE })) };
}
