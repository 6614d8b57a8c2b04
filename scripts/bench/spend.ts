/** Bills: sums of a year, the chart on the screen, and a table of 100,000 rows. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { startHost } from '../../e2e/support/host-process.ts';
import { connectToHost } from './backend-line.ts';
import { sleep, type BenchContext } from './context.ts';
import { withRatioBound, type Figure } from './figure.ts';
import { withPage } from './gesso.ts';
import { runProcess } from './run-process.ts';
import { medianOf } from './statistics.ts';

const SPEND = {
  few: 1000,
  /** Days of 1,000 rows, so that each product has one a day. */
  days: 41,
  many: 100_000,
  products: 24,
  /** Times as long as with few rows. */
  sums: 1.5,
  /** Bytes of the sums on their way to the window. */
  bytes: 200_000,
  /** Times as long as an empty chart. */
  paint: 1.3,
  /** Hours × keys of the chart that is drawn within one frame more than an empty one. */
  hours: 8760,
  keys: 8,
  frame: 1000 / 60,
  slowFrame: 50,
  scrolled: 200,
  /** Times as long as sorting the same keys in memory. */
  sort: 3,
} as const;

/** See the file comment. */
export async function measureSpend(context: BenchContext): Promise<readonly Figure[]> {
  const folders = {
    empty: await fill(context, 'empty', 0),
    few: await fill(context, 'few', SPEND.few, { days: SPEND.days }),
    dense: await fill(context, 'dense', SPEND.many, { days: SPEND.days }),
    many: await fill(context, 'many', SPEND.many),
    hours: await fill(context, 'hours', SPEND.hours * SPEND.keys, {
      products: SPEND.keys,
      cycle: 'hours',
    }),
  };
  return [
    ...(await measureSums(context, folders)),
    ...(await measureChart(context, folders)),
    ...(await measureTable(context, folders.many)),
  ];
}

type Folders = Readonly<Record<'empty' | 'few' | 'dense' | 'many' | 'hours', string>>;

async function fill(
  context: BenchContext,
  name: string,
  rows: number,
  {
    products = SPEND.products,
    cycle = 'days',
    days = 365,
  }: { readonly products?: number; readonly cycle?: string; readonly days?: number } = {},
): Promise<string> {
  context.say(`spend: writing ${rows} rows`);
  const folder = join(context.folder, `spend-${name}`);
  await mkdir(folder);
  await runProcess('fill-bills.ts', folder, String(rows), String(products), cycle, String(days));
  return folder;
}

async function measureSums(context: BenchContext, folders: Folders): Promise<readonly Figure[]> {
  interface Sums {
    readonly milliseconds: number;
    readonly bytes: number;
  }
  const few: Sums[] = [];
  const many: Sums[] = [];
  for (let turn = 0; turn < context.repeat * 3; turn++) {
    few.push(
      JSON.parse(await runProcess('read-bills.ts', folders.few, String(SPEND.days))) as Sums,
    );
    many.push(
      JSON.parse(await runProcess('read-bills.ts', folders.dense, String(SPEND.days))) as Sums,
    );
  }
  const bytes = medianOf(many, (sums) => sums.bytes);
  return [
    withRatioBound(
      {
        name: '100,000 rows: sums of 41 bars of 24 products',
        unit: 'ms',
        gesso: medianOf(many, (sums) => sums.milliseconds),
        baseline: { name: '1,000 rows', value: medianOf(few, (sums) => sums.milliseconds) },
      },
      SPEND.sums,
    ),
    {
      name: '100,000 rows: sums on their way to the window',
      unit: 'MB',
      gesso: bytes / 1e6,
      bound: { text: '≤ 0.2 MB', isMet: bytes <= SPEND.bytes },
    },
  ];
}

async function measureChart(context: BenchContext, folders: Folders): Promise<readonly Figure[]> {
  const times: Record<'empty' | 'many' | 'hours', number[]> = { empty: [], many: [], hours: [] };
  const drawings: Record<'empty' | 'hours', number[]> = { empty: [], hours: [] };
  const hovers: number[] = [];
  for (let turn = 0; turn < context.repeat * 3; turn++) {
    for (const name of ['empty', 'many', 'hours'] as const) {
      await withSpend(context, folders[name], async (page) => {
        times[name].push(await timeOfChart(page, name === 'empty'));
        if (name !== 'many') drawings[name].push(await timeOfChart(page, name === 'empty', true));
        if (name === 'hours') hovers.push(await framesOfHover(page));
      });
    }
  }
  const same = (value: number) => value;
  const [empty, many, hours] = [
    medianOf(times.empty, same),
    medianOf(times.many, same),
    medianOf(times.hours, same),
  ];
  const drawn = medianOf(drawings.hours, same);
  const drawnEmpty = medianOf(drawings.empty, same);
  const hover = medianOf(hovers, same);
  return [
    withRatioBound(
      {
        name: '100,000 rows: Spend opens, up to its chart',
        unit: 'ms',
        gesso: many,
        baseline: { name: 'empty chart', value: empty },
      },
      SPEND.paint,
    ),
    {
      name: '8,760 hours × 8 keys, shown as days: Spend opens',
      unit: 'ms',
      gesso: hours,
      baseline: { name: 'empty chart', value: empty },
    },
    {
      name: '8,760 hours × 8 keys, shown as days: drawn from sums that are here',
      unit: 'ms',
      gesso: drawn,
      baseline: { name: 'empty chart', value: drawnEmpty },
      bound: { text: 'one frame more', isMet: drawn - drawnEmpty <= SPEND.frame },
    },
    {
      name: '8,760 hours × 8 keys: pointer move → its numbers',
      unit: 'frames',
      gesso: hover,
      bound: { text: '1 frame', isMet: hover <= 1 },
    },
  ];
}

async function measureTable(context: BenchContext, folder: string): Promise<readonly Figure[]> {
  const slow: { readonly table: number; readonly bare: number }[] = [];
  const sorts: { readonly shown: number; readonly memory: number }[] = [];
  for (let turn = 0; turn < context.repeat; turn++) {
    await withSpend(context, folder, async (page) => {
      await page.getByRole('button', { name: /, show its rows$/u }).click();
      await page.getByText(/^Rows 1–\d+ of 100,?000$/u).waitFor();
      sorts.push({ shown: await timeOfSort(page), memory: await timeOfMemorySort(page) });
      await page.getByRole('grid', { name: 'Rows' }).hover();
      const table = await slowFrames(page, '[role="grid"]');
      await showBareList(page);
      await page.locator('#bare').hover();
      slow.push({ table, bare: await slowFrames(page, '#bare') });
    });
  }
  const ofTable = medianOf(slow, ({ table }) => table);
  const ofBare = medianOf(slow, ({ bare }) => bare);
  return [
    {
      name: `table of 100,000 rows, scrolling: frames over ${SPEND.slowFrame} ms`,
      unit: 'frames',
      gesso: ofTable,
      baseline: { name: 'bare virtual list', value: ofBare },
      bound: { text: 'no more', isMet: ofTable <= ofBare },
    },
    withRatioBound(
      {
        name: 'table of 100,000 rows: a click on a name → sorted rows',
        unit: 'ms',
        gesso: medianOf(sorts, ({ shown }) => shown),
        baseline: {
          name: 'sorting the keys in memory',
          value: medianOf(sorts, ({ memory }) => memory),
        },
      },
      SPEND.sort,
    ),
  ];
}

/** The Studio of a filled library; Spend has been shown once, so that its code is there. */
async function withSpend(
  context: BenchContext,
  folder: string,
  act: (page: Page) => Promise<void>,
): Promise<void> {
  const host = await startHost(['--data-dir', join(folder, 'data')]);
  try {
    const line = await connectToHost(host.url);
    const year = { kind: 'dates', start: yearStart(), end: dayStart() + 86_400 } as const;
    const { spendView } = await line.backend.screenState.get();
    await line.backend.screenState.update({
      spendView: { ...spendView, period: year, groupBy: 'product', isCompared: false },
    });
    line.close();
    await withPage(context, async (page) => {
      await page.context().addCookies([...line.cookies]);
      await page.goto(new URL(host.url).origin);
      await page.getByRole('button', { name: 'Spend', exact: true }).click();
      await page.getByRole('group', { name: 'Spend' }).waitFor();
      await sleep(1500);
      await act(page);
    });
  } finally {
    await host.kill();
  }
}

function dayStart(): number {
  return Math.floor(Date.now() / 86_400_000) * 86_400;
}

function yearStart(): number {
  return dayStart() - 364 * 86_400;
}

/**
 * From the click up to the frame with the bars; of an empty account, with its axis.
 *
 * @param isKnown the window still has the sums: only drawing is measured
 */
async function timeOfChart(page: Page, isEmpty: boolean, isKnown = false): Promise<number> {
  await page.getByRole('button', { name: 'Studio' }).click();
  await page.getByText('Drop a photo here').waitFor();
  if (!isKnown) {
    // the window's answers of before are forgotten with the reload; the code is in the browser's memory
    await page.reload();
    await page.getByText('Drop a photo here').waitFor();
  }
  await sleep(800);
  return await page.evaluate(
    async (wanted) => {
      const button = document.querySelector<HTMLElement>('button[aria-label="Spend"]');
      const started = performance.now();
      button?.click();
      for (;;) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
        if (document.querySelector(wanted) !== null) break;
      }
      return performance.now() - started;
    },
    isEmpty ? 'svg[role="group"] path' : 'svg[role="group"] g[opacity] path',
  );
}

/** Frames from the pointer's move up to the one that shows the numbers of the bar. */
async function framesOfHover(page: Page): Promise<number> {
  const box = await page.getByRole('group', { name: 'Spend' }).boundingBox();
  if (box === null) throw new Error('There is no chart.');
  const counts: number[] = [];
  for (let turn = 0; turn < 9; turn++) {
    const counted = page.evaluate(async () => {
      const text = () =>
        document.querySelector('[aria-hidden="true"] [class*="tipHead"]')?.textContent;
      const before = text();
      await new Promise((resolve) =>
        window.addEventListener('pointermove', resolve, { once: true, capture: true }),
      );
      let frames = 0;
      while (text() === before && frames < 60) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
        frames += 1;
      }
      return frames;
    });
    await sleep(120);
    await page.mouse.move(box.x + 150 + turn * 60, box.y + box.height / 2);
    counts.push(await counted);
  }
  return medianOf(counts, (frames) => frames);
}

/** From the click on "Amount" up to other rows on the screen. */
async function timeOfSort(page: Page): Promise<number> {
  return await page.evaluate(async () => {
    const first = () => document.querySelector('#spend-row-0')?.textContent ?? '';
    const header = [...document.querySelectorAll<HTMLElement>('[role="columnheader"] button')].find(
      (each) => each.textContent === 'Amount',
    );
    const before = first();
    const started = performance.now();
    header?.click();
    for (;;) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const now = first();
      if (now !== before && now !== '') break;
    }
    return performance.now() - started;
  });
}

/** Sorts as many exact amounts, as text that has to be read first. */
async function timeOfMemorySort(page: Page): Promise<number> {
  return await page.evaluate((count) => {
    const keys = Array.from(
      { length: count },
      (_, index) => `${10 + ((index * 7919) % 9000)}.${index % 10}${index % 7}`,
    );
    const started = performance.now();
    const exact = keys.map((text) => BigInt(text.replace('.', '')));
    exact.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    return performance.now() - started;
  }, SPEND.many);
}

/** Wheels through the list. @returns frames that took too long */
async function slowFrames(page: Page, list: string): Promise<number> {
  await page.evaluate(() => {
    const state = { frames: [] as number[], last: performance.now(), isOver: false };
    const step = (now: number): void => {
      state.frames.push(now - state.last);
      state.last = now;
      if (!state.isOver) requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
    Object.assign(window, { spendFrames: state });
  });
  for (let turn = 0; turn < SPEND.scrolled; turn++) {
    await page.mouse.wheel(0, 400);
    await sleep(10);
  }
  await sleep(300);
  return await page.evaluate(
    ([limit, selector]) => {
      const { spendFrames } = window as unknown as {
        spendFrames: { frames: number[]; isOver: boolean };
      };
      spendFrames.isOver = true;
      if ((document.querySelector(selector)?.scrollTop ?? 0) < 1000)
        throw new Error('Not scrolled.');
      return spendFrames.frames.slice(2).filter((each) => each > limit).length;
    },
    [SPEND.slowFrame, list] as const,
  );
}

/** The same rows by hand: a scroller, one height, the rows in sight, plain text. */
async function showBareList(page: Page): Promise<void> {
  await page.evaluate((count) => {
    const height = 28;
    const scroller = document.createElement('div');
    scroller.id = 'bare';
    scroller.style.cssText =
      'position:fixed;inset:40% 0 0 0;overflow:auto;background:#222;z-index:9999;';
    const space = document.createElement('div');
    space.style.cssText = `position:relative;height:${count * height}px`;
    scroller.append(space);
    document.body.append(scroller);
    const draw = (): void => {
      const first = Math.max(0, Math.floor(scroller.scrollTop / height) - 10);
      const last = Math.min(count, first + Math.ceil(scroller.clientHeight / height) + 20);
      const rows: HTMLElement[] = [];
      for (let index = first; index < last; index++) {
        const row = document.createElement('div');
        row.style.cssText = `position:absolute;left:0;right:0;height:${height}px;transform:translateY(${index * height}px);display:grid;grid-template-columns:150px 1fr 2fr 1fr 110px 110px 110px`;
        for (const text of [
          '22 Nov 2026, 00:00',
          'Pictures',
          'Product',
          'owner',
          '$1',
          '$0',
          '$1',
        ]) {
          const cell = document.createElement('span');
          cell.textContent = `${text} ${index}`;
          row.append(cell);
        }
        rows.push(row);
      }
      space.replaceChildren(...rows);
    };
    scroller.addEventListener('scroll', () => requestAnimationFrame(draw));
    draw();
  }, SPEND.many);
}
