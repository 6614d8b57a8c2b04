/** Zooming and moving a view at the pace of a hand, and its late frames. */
import type { CDPSession, Page } from 'playwright';
import { installProbe } from '../../e2e/canvas/probe.ts';
import type { Point } from '../../shared/geometry/rect.ts';
import { sleep } from './context.ts';
import { withRatioBound, type Figure } from './figure.ts';
import { medianOf, percentile95 } from './statistics.ts';

export const MOVING = {
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
} as const;

/** Figures of zooming in, around and out. */
export interface Moved {
  /** Milliseconds. */
  readonly interval95: number;
  readonly longest: number;
  readonly slow: number;
  readonly frames: number;
}

/** @param at names the case */
export function movingFigures(
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
      name: `${at}: frames over ${MOVING.slowFrame} ms`,
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
      MOVING.intervalFactor,
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

/** The same on a page with nothing but an `<img>`, see `bareZoomPage`. */
export async function moveBarePage(page: Page, baseUrl: string): Promise<Moved> {
  await installProbe(page);
  await page.goto(baseUrl, { waitUntil: 'load' });
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  await sleep(MOVING.settleMilliseconds);
  return moveOver(page, { x: width * 0.4, y: height * 0.6 });
}

/** Zooms in at a point, drags to and fro, zooms out again; at the pace of a hand. */
export async function moveOver(
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
  await paced(session, MOVING.turns, () => turn(at, -MOVING.turn));
  await page.mouse.down();
  await paced(session, MOVING.moves, (index) => {
    const share = Math.sin((index / MOVING.moves) * 4 * Math.PI);
    const point = { x: at.x + share * MOVING.reach, y: at.y - share * (MOVING.reach / 2) };
    return { type: 'mouseMoved', ...point, button: 'left', buttons: 1 };
  });
  await page.mouse.up();
  await paced(session, MOVING.turns, () => turn(at, MOVING.turn));
  const intervals = await page.evaluate(() => [...(window.probe?.intervals ?? [])]);
  await paced(session, 4, () => turn(at, -MOVING.turn));
  await sleep(MOVING.settleMilliseconds / 3);
  await checkZoomed();
  await session.detach();
  return {
    interval95: percentile95(intervals),
    longest: Math.max(...intervals),
    slow: intervals.filter((interval) => interval > MOVING.slowFrame).length,
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
    const due = began + index * MOVING.interval;
    const wait = due - performance.now();
    if (wait > 0) await sleep(wait);
    sent.push(session.send('Input.dispatchMouseEvent', event(index)));
  }
  await Promise.all(sent);
}
