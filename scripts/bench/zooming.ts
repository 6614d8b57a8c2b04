/** Zooming and panning a large photo with many results: whether frames are late, beside a plain `<img>`. */
import { readFile } from 'node:fs/promises';
import type { CDPSession, Page } from 'playwright';
import { expect } from 'playwright/test';
import { BARE_ZOOM_SCRIPT, bareZoomPage } from '../../e2e/canvas/pages.ts';
import { installProbe } from '../../e2e/canvas/probe.ts';
import { openPhoto, startPractising } from '../../e2e/flows/studio.ts';
import type { Point } from '../../shared/geometry/rect.ts';
import { readPlacement, setBrush } from './canvas-page.ts';
import { photoFile, sleep, type BenchContext } from './context.ts';
import { withRatioBound, type Figure } from './figure.ts';
import { startFileServer } from './file-server.ts';
import { withGesso, withPage } from './gesso.ts';
import { medianOf, percentile95 } from './statistics.ts';

const ZOOMING = {
  megapixels: 50,
  /** Results, in a grid of so many columns. */
  results: 30,
  columns: 6,
  /** Diameter of the painted spot for each, CSS pixels: small, so that each is a region of its own. */
  dab: 16,
  /** Share of the canvas that the grid covers. */
  gridShare: 0.8,
  /** Turns of the wheel in and out, a quarter of a notch each, and moves of the drag between. */
  turns: 56,
  turn: 25,
  moves: 90,
  /** CSS pixels across which the drag goes to and fro. */
  reach: 220,
  /** Milliseconds between two events. */
  interval: 12,
  /** A longer frame is seen as a halt, milliseconds. */
  slowFrame: 50,
  /** Frame intervals of Gesso beside the plain page's. */
  intervalFactor: 1.5,
  settleMilliseconds: 1500,
  resultsMilliseconds: 300_000,
} as const;

/** Figures of zooming in, around and out. */
interface Moved {
  /** Milliseconds. */
  readonly interval95: number;
  readonly longest: number;
  readonly slow: number;
  readonly frames: number;
}

/** @returns late frames with all results, also with two states on both sides of a line */
export async function measureZooming(context: BenchContext): Promise<readonly Figure[]> {
  const path = await photoFile(context, ZOOMING.megapixels);
  await using server = await startFileServer();
  server.put('/', Buffer.from(bareZoomPage('/photo.jpg')), 'text/html');
  server.put('/bare-zoom.js', Buffer.from(BARE_ZOOM_SCRIPT), 'text/javascript');
  server.put('/photo.jpg', await readFile(path), 'image/jpeg');
  const bare: Moved[] = [];
  const plain: Moved[] = [];
  const split: Moved[] = [];
  await withGesso(
    context,
    async ({ page }) => {
      await preparePhoto(context, page, path);
      for (let repetition = 0; repetition < context.repeat; repetition++) {
        context.say(`zooming: ${repetition + 1} of ${context.repeat}`);
        bare.push(await withPage(context, (other) => moveBarePage(other, server.baseUrl)));
        plain.push(await moveInGesso(page));
        await page.keyboard.press('c');
        await expect(page.getByRole('region', { name: 'Comparison' })).toBeVisible();
        split.push(await moveInGesso(page));
        await page.keyboard.press('Escape');
        await expect(page.getByRole('region', { name: 'Comparison' })).toBeHidden();
      }
    },
    installProbe,
  );
  const at = `${ZOOMING.megapixels} MP, ${ZOOMING.results} results`;
  return [...figures(at, plain, bare), ...figures(`${at}, split`, split, bare)];
}

function figures(
  at: string,
  runs: readonly Moved[],
  bareRuns: readonly Moved[],
): readonly Figure[] {
  const beside = (read: (run: Moved) => number) => ({
    name: 'moved <img>',
    value: medianOf(bareRuns, read),
  });
  const slow = medianOf(runs, (run) => run.slow);
  const most = beside((run) => run.slow);
  return [
    {
      name: `${at}: frames over ${ZOOMING.slowFrame} ms`,
      unit: 'frames',
      gesso: slow,
      baseline: most,
      bound: { text: 'no more', isMet: slow <= most.value },
    },
    withRatioBound(
      {
        name: `${at}: frame interval, 95th percentile`,
        unit: 'ms',
        gesso: medianOf(runs, (run) => run.interval95),
        baseline: beside((run) => run.interval95),
      },
      ZOOMING.intervalFactor,
    ),
    {
      name: `${at}: longest frame`,
      unit: 'ms',
      gesso: medianOf(runs, (run) => run.longest),
      baseline: beside((run) => run.longest),
    },
    {
      name: `${at}: frames`,
      unit: 'frames',
      gesso: medianOf(runs, (run) => run.frames),
      baseline: beside((run) => run.frames),
    },
  ];
}

/** Opens the photo and cleans it up in as many places as results are wanted. */
async function preparePhoto(context: BenchContext, page: Page, path: string): Promise<void> {
  await startPractising(page);
  await page.getByRole('button', { name: 'Settings' }).click();
  const rate = page.getByLabel('Image calls per minute');
  await rate.fill('1000');
  await rate.press('Tab');
  await page.getByRole('button', { name: 'Studio' }).click();
  await openPhoto(page, path);
  const { scale } = await readPlacement(page);
  await setBrush(page, ZOOMING.dab / scale);
  context.say(`zooming: making ${ZOOMING.results} results`);
  for (const { x, y } of await grid(page)) await page.mouse.click(x, y);
  await page.keyboard.press('ControlOrMeta+Enter');
  const newest = page.getByRole('region', { name: 'Results' }).getByRole('listitem').first();
  await expect(newest).toHaveAttribute('aria-setsize', String(ZOOMING.results), {
    timeout: ZOOMING.resultsMilliseconds,
  });
}

async function grid(page: Page): Promise<readonly Point[]> {
  const { x, y, width, height } = await canvasBox(page);
  const { results, columns, gridShare } = ZOOMING;
  const rows = results / columns;
  // over the photo, which is 3 : 2 and fills the canvas one way
  const photo = { width: Math.min(width, height * 1.5), height: Math.min(height, width / 1.5) };
  return Array.from({ length: results }, (_, index) => ({
    x: x + width / 2 + photo.width * gridShare * ((index % columns) / (columns - 1) - 0.5),
    y: y + height / 2 + photo.height * gridShare * (Math.floor(index / columns) / (rows - 1) - 0.5),
  }));
}

async function canvasBox(page: Page) {
  const box = await page.getByRole('application').boundingBox();
  if (box === null) throw new Error('There is no canvas.');
  return box;
}

async function moveBarePage(page: Page, baseUrl: string): Promise<Moved> {
  await installProbe(page);
  await page.goto(baseUrl, { waitUntil: 'load' });
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  await sleep(ZOOMING.settleMilliseconds);
  return move(page, { x: width * 0.4, y: height * 0.6 });
}

/** @throws Error when the view has not moved, or painting has taken the place of moving */
async function moveInGesso(page: Page): Promise<Moved> {
  await page.keyboard.press('h');
  await page.keyboard.press('ControlOrMeta+0');
  await sleep(ZOOMING.settleMilliseconds);
  const { x, y, width, height } = await canvasBox(page);
  const zoom = page.getByTestId('zoom');
  const before = await zoom.textContent();
  // beside the line of a split, which would be dragged itself
  const moved = await move(page, { x: x + width * 0.4, y: y + height * 0.6 }, async () => {
    if ((await zoom.textContent()) === before) throw new Error('The photo was not zoomed.');
  });
  return moved;
}

/** Zooms in at a point, drags to and fro, zooms out again; at the pace of a hand. */
async function move(
  page: Page,
  at: Point,
  checkZoomed: () => Promise<void> = () => Promise.resolve(),
): Promise<Moved> {
  const session = await page.context().newCDPSession(page);
  await page.mouse.move(at.x, at.y);
  await page.evaluate(() => {
    const { probe } = window;
    if (probe !== undefined) probe.intervals.length = 0;
  });
  await paced(session, ZOOMING.turns, () => turn(at, -ZOOMING.turn));
  await page.mouse.down();
  await paced(session, ZOOMING.moves, (index) => {
    const share = Math.sin((index / ZOOMING.moves) * 4 * Math.PI);
    const point = { x: at.x + share * ZOOMING.reach, y: at.y - share * (ZOOMING.reach / 2) };
    return { type: 'mouseMoved', ...point, button: 'left', buttons: 1 };
  });
  await page.mouse.up();
  await paced(session, ZOOMING.turns, () => turn(at, ZOOMING.turn));
  const intervals = await page.evaluate(() => [...(window.probe?.intervals ?? [])]);
  await paced(session, 4, () => turn(at, -ZOOMING.turn));
  await sleep(ZOOMING.settleMilliseconds / 3);
  await checkZoomed();
  await session.detach();
  return {
    interval95: percentile95(intervals),
    longest: Math.max(...intervals),
    slow: intervals.filter((interval) => interval > ZOOMING.slowFrame).length,
    frames: intervals.length,
  };
}

/** Of the DevTools protocol's `Input.dispatchMouseEvent`. */
interface MouseEventOptions {
  readonly type: 'mouseMoved' | 'mouseWheel';
  readonly x: number;
  readonly y: number;
  readonly deltaX?: number;
  readonly deltaY?: number;
  readonly button?: 'left';
  readonly buttons?: number;
}

function turn({ x, y }: Point, deltaY: number): MouseEventOptions {
  return { type: 'mouseWheel', x, y, deltaX: 0, deltaY };
}

/** Sends real input events one after another, whether or not the page keeps up. */
async function paced(
  session: CDPSession,
  count: number,
  event: (index: number) => MouseEventOptions,
): Promise<void> {
  const began = performance.now();
  const sent: Promise<unknown>[] = [];
  for (let index = 0; index < count; index++) {
    const due = began + index * ZOOMING.interval;
    const wait = due - performance.now();
    if (wait > 0) await sleep(wait);
    sent.push(session.send('Input.dispatchMouseEvent', event(index)));
  }
  await Promise.all(sent);
}
