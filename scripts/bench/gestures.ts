/** Measures the longest task of the window after each key and button of five screens with much data. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { ElementHandle, Page } from 'playwright';
import { openPhoto, paintStroke } from '../../e2e/flows/studio.ts';
import { createJobStore } from '../../electron/backend/work/jobs/log/job-store.ts';
import { numberedMp4 } from '../../electron/testing/clips.ts';
import { addClip } from './add-clip.ts';
import { photoFile, sleep, withFilled, type BenchContext } from './harness.ts';
import { fillFolder } from './processes.ts';
import type { Figure } from './table.ts';

const SCREENS = ['Studio', 'Video', 'Upscale', 'Language', 'Spend'] as const;
/** A gesture counts for the first of these times; the next one begins once idle after the second, ms. */
const [AFTER, REST] = [200, 260];
/** A screen needs this long to load what it shows, before waiting for an idle page, ms. */
const LOADING = 1000;
/** Gestures that leave the screen or open a file dialog. */
const LEFT_OUT = /close|fullScreen|Full screen|Open|^Document/u;

/** Times are in µs; `tdur` is CPU time. */
interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly data?: { readonly type?: string } };
}

export async function measureGestures(context: BenchContext): Promise<readonly Figure[]> {
  const costs = await withFilled(context, await fill(context), importMessages, async (page) => {
    const all: (readonly [string, number])[] = [];
    for (const screen of SCREENS) all.push(...(await costsOf(context, page, screen)));
    return all.toSorted(([, a], [, b]) => b - a);
  });
  for (const [name, cost] of costs) context.say(`${cost.toFixed(1)} ms of work: ${name}`);
  const above = (limit: number): number => costs.filter(([, cost]) => cost > limit).length;
  const unit = 'count';
  return [
    {
      name: 'with a task of more than 16 ms',
      unit,
      gesso: above(16),
      beside: ['all', costs.length],
    },
    { name: 'more than 50 ms', unit, gesso: above(50) },
    { name: `the longest task: ${costs[0]?.[0]}`, unit: 'ms', gesso: costs[0]?.[1] ?? Number.NaN },
  ];
}

/** 10,000 jobs, the newest with a clip of 100 frames, and 100,000 bills. */
async function fill({ folder: parent }: BenchContext): Promise<string> {
  const folder = join(parent, 'gestures');
  await mkdir(folder);
  await fillFolder('../../e2e/support/fill-log.ts', folder, 10_000);
  await fillFolder('fill-bills.ts', folder, 100_000);
  const data = join(folder, 'data');
  const path = join(folder, 'clip.mp4');
  await writeFile(path, await numberedMp4(100, { width: 1024, height: 576, rate: 24 }));
  const database = new DatabaseSync(join(data, 'library.db'));
  const [newest] = createJobStore(database).list({ limit: 1 });
  await addClip(database, data, newest?.id ?? '', path);
  database.close();
  return data;
}

async function importMessages(backend: Parameters<Parameters<typeof withFilled>[2]>[0]) {
  const node = (index: number) => ({
    id: String(index),
    parent: index === 0 ? null : String(index - 1),
    children: index === 2000 ? [] : [String(index + 1)],
    message:
      index === 0
        ? null
        : {
            author: { role: index % 2 === 1 ? 'user' : 'assistant' },
            create_time: 1_700_000_000 + index,
            content: { content_type: 'text', parts: [`**${index}** ${'many words '.repeat(40)}`] },
          },
  });
  const mapping = Object.fromEntries(
    Array.from({ length: 2001 }, (_none, index) => [index, node(index)]),
  );
  const text = JSON.stringify([
    { title: 'Long', create_time: 1_700_000_000, current_node: '2000', mapping },
  ]);
  const file = new File([text], 'conversations.json');
  for await (const step of await backend.conversations.import({ file })) void step;
}

async function show(page: Page, screen: string): Promise<void> {
  const button = page
    .getByRole('navigation', { name: 'Screens' })
    .getByRole('button', { name: screen, exact: true });
  if ((await button.getAttribute('aria-current')) !== null) return;
  await button.click();
  await rest(page, LOADING);
}

/** Fails at once without an enabled button, and has no checks that would count as work. */
async function press(button: ElementHandle): Promise<void> {
  if (!(await button.isEnabled())) throw new Error('It is disabled.');
  await button.click({ force: true });
}

/** Waits, and then until the main thread has nothing to do. */
async function rest(page: Page, atLeast: number): Promise<void> {
  await sleep(atLeast);
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
}

async function costsOf(context: BenchContext, page: Page, screen: (typeof SCREENS)[number]) {
  await show(page, screen);
  if (screen === 'Studio') await openPhoto(page, await photoFile(context, 24));
  if (screen === 'Video')
    await page
      .getByRole('button', { name: /^Open SVD/u })
      .first()
      .click();
  await rest(page, LOADING);
  const buttons = await Promise.all(
    (await page.locator('main button:visible:enabled').elementHandles()).map(async (button) => {
      const name = (await button.getAttribute('aria-label')) ?? (await button.textContent()) ?? '';
      return [name.slice(0, 40), () => press(button)] as const;
    }),
  );
  await page.keyboard.press('?');
  await page.locator('[aria-busy=false] [data-command]').first().waitFor();
  const keys = await page
    .locator('[data-command]')
    .evaluateAll((all) =>
      all.map(
        ({ dataset }) => [dataset['command'] ?? '', dataset['keys']?.split(' ')[0] ?? ''] as const,
      ),
    );
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await rest(page, REST);
  // pressed twice, so that the next gestures have the panels
  const pressed = keys.flatMap((each) => (each[0] === 'view.hidePanels' ? [each, each] : [each]));
  const acts: (readonly [string, () => Promise<unknown>])[] = [
    ...(screen === 'Studio' ? [1, 2, 3] : []).map(
      (stroke) => [`stroke ${stroke}`, () => paintStroke(page, stroke / 5)] as const,
    ),
    ...pressed
      .filter(([, key]) => key !== '')
      .map(
        ([id, key]) =>
          [`${id} ${key}`, () => page.keyboard.press(key.replace('Mod', 'ControlOrMeta'))] as const,
      ),
    ...buttons,
  ];
  await context.browser.startTracing(page, {
    categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'blink.user_timing'],
  });
  for (const [name, act] of acts) {
    if (LEFT_OUT.test(name)) continue;
    if (screen !== 'Studio' && /^(?:go|app)\./u.test(name)) continue; // the same on all screens
    await page.evaluate((mark) => void performance.mark(mark), `gesture ${screen}: ${name}`);
    try {
      await act();
    } catch {
      continue; // an earlier gesture may have removed the button
    }
    await rest(page, REST);
    await page.evaluate(() => void performance.mark('gesture over'));
    if ((await page.locator('[role=dialog]:visible,[role=menu]:visible').count()) > 0) {
      await page.keyboard.press('Escape');
      await rest(page, REST);
    }
    await show(page, screen);
  }
  return costsIn(await context.browser.stopTracing());
}

/** Returns the longest task from the first event of each gesture until it is over, ms of CPU time. */
function costsIn(trace: Buffer): (readonly [string, number])[] {
  const { traceEvents: all } = JSON.parse(trace.toString()) as {
    traceEvents: readonly TraceEvent[];
  };
  const marks = all.filter(({ name }) => name.startsWith('gesture '));
  const main = all.filter(({ pid, tid }) => pid === marks[0]?.pid && tid === marks[0].tid);
  return marks.flatMap(({ name, ts: from }, index) => {
    const until = marks[index + 1]?.ts ?? Infinity;
    const events = main.filter(
      ({ name: kind, ts, args }) =>
        kind === 'EventDispatch' &&
        ts > from &&
        ts < until &&
        /^(?:keydown|pointerup|click)$/u.test(args?.data?.type ?? ''),
    );
    const [first] = events;
    const last = events.at(-1);
    if (first === undefined || last === undefined || name === 'gesture over') return [];
    const end = Math.min(until, last.ts + (last.dur ?? 0) + AFTER * 1000);
    const tasks = main.filter(
      ({ name: kind, ts, dur = 0 }) => kind === 'RunTask' && ts + dur >= first.ts && ts <= end,
    );
    return [
      [
        name.slice(8),
        Math.max(...tasks.map(({ tdur, dur }) => (tdur ?? dur ?? 0) / 1000)),
      ] as const,
    ];
  });
}
