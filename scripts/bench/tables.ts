/** Long tables: 100,000 bills in Spend, and 10,000 finished jobs in the log and in Tasks. */
import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Page } from 'playwright';
import { createBackendFixture } from '../../electron/testing/backend-fixture.ts';
import { BOUNDS } from './bounds.ts';
import { inTurns, sleep, timed, withFilled, type BenchContext } from './harness.ts';
import { fillFolder } from './processes.ts';
import { median, medianOf } from './statistics.ts';
import type { Figure } from './table.ts';

const BILLS = 100_000;
const DAY = 86_400;
/** Entries that Tasks asks for at once. */
const PAGE = 60;

/** Milliseconds. */
interface Opening {
  readonly starting: number;
  readonly listing: number;
}

export async function measureTables(context: BenchContext): Promise<readonly Figure[]> {
  return [...(await measureBills(context)), ...(await measureJobs(context))];
}

async function fill(context: BenchContext, script: string, rows: number): Promise<string> {
  context.say(`tables: writing ${rows} rows`);
  const folder = join(context.folder, `${basename(script)}-${rows}`);
  await mkdir(folder);
  await fillFolder(script, folder, rows);
  return folder;
}

async function measureBills(context: BenchContext): Promise<readonly Figure[]> {
  const folders = {
    empty: await fill(context, 'fill-bills.ts', 0),
    full: await fill(context, 'fill-bills.ts', BILLS),
  };
  const bars = { empty: 'svg[role="group"] path', full: 'svg[role="group"] g[opacity] path' };
  const opens = (name: 'empty' | 'full') => () =>
    withSpend(context, folders[name], (page) => opensAgain(page, 'Spend', bars[name], true));
  const { empty, full } = await inTurns(context, 'tables, Spend opens', {
    empty: opens('empty'),
    full: opens('full'),
  });
  return [
    {
      name: '100,000 bills: Spend opens, up to its chart',
      unit: 'ms',
      gesso: median(full),
      beside: ['empty chart', median(empty)],
      bound: BOUNDS.tables.bills,
    },
  ];
}

/** Opens the window on a year of bills; Spend has been shown once, so that its code is there. */
function withSpend<Result>(
  context: BenchContext,
  folder: string,
  act: (page: Page) => Promise<Result>,
): Promise<Result> {
  return withFilled(
    context,
    join(folder, 'data'),
    async (backend) => {
      const { spendView } = await backend.screenState.get();
      const today = Math.floor(Date.now() / 1000 / DAY) * DAY;
      const period = { kind: 'dates', start: today - 364 * DAY, end: today + DAY } as const;
      await backend.screenState.update({
        spendView: { ...spendView, period, groupBy: 'product', isCompared: false },
      });
    },
    async (page) => {
      await page.getByRole('button', { name: 'Spend', exact: true }).click();
      await page.getByRole('group', { name: 'Spend' }).waitFor();
      await sleep(1500);
      return await act(page);
    },
  );
}

/**
 * Returns the time from a click in the rail to the frame with the wanted element, ms; the screen was open before.
 *
 * @param isReloaded the window has forgotten what it knew, but not the screen's code
 */
async function opensAgain(
  page: Page,
  screen: string,
  wanted: string,
  isReloaded: boolean,
): Promise<number> {
  await page.getByRole('button', { name: 'Studio', exact: true }).click();
  if (isReloaded) await page.reload();
  await page.getByRole('button', { name: 'Open photos…' }).first().waitFor();
  await sleep(800);
  return await page.evaluate(
    async ([label, selector]) => {
      const started = performance.now();
      document.querySelector<HTMLElement>(`button[aria-label="${label}"]`)?.click();
      do await new Promise(requestAnimationFrame);
      while (document.querySelector(selector) === null);
      return performance.now() - started;
    },
    [screen, wanted] as const,
  );
}

async function measureJobs(context: BenchContext): Promise<readonly Figure[]> {
  const folders = {
    few: await fill(context, '../../e2e/support/fill-log.ts', 100),
    many: await fill(context, '../../e2e/support/fill-log.ts', 10_000),
  };
  // quick and noisy: more often than the rest
  const often = { ...context, repeat: context.repeat * 3 };
  const log = await inTurns(often, 'tables, the log', {
    few: () => openLog(folders.few),
    many: () => openLog(folders.many),
  });
  const screen = await inTurns(context, 'tables, Tasks opens', {
    few: () => tasksOpen(context, folders.few),
    many: () => tasksOpen(context, folders.many),
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
    figure('Tasks opens, up to its first row', median(screen.few), median(screen.many)),
  ];
}

async function openLog(folder: string): Promise<Opening> {
  const began = performance.now();
  await using fixture = await createBackendFixture({ folder, dataFolder: join(folder, 'data') });
  const starting = performance.now() - began;
  return { starting, listing: await timed(() => fixture.client().jobs.entries({ limit: PAGE })) };
}

function tasksOpen(context: BenchContext, folder: string): Promise<number> {
  return withFilled(
    context,
    join(folder, 'data'),
    (backend) => backend.connections.activatePractice(),
    async (page) => {
      await page.getByRole('button', { name: 'Tasks', exact: true }).click();
      await page.getByRole('row').nth(1).waitFor();
      return await opensAgain(page, 'Tasks', '[role="treegrid"] [role="row"]', false);
    },
  );
}
