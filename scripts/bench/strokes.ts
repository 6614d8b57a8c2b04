import type { CDPSession, Page } from 'playwright';
import { placesOf } from '../../e2e/flows/studio.ts';
import type { Point } from '../../shared/geometry/rect.ts';
import { busyShare, frameIntervals, sleep, VIEWPORT } from './harness.ts';

const STROKES = {
  moves: 120,
  /** Ms between two moves. */
  interval: 8,
  /** CSS pixels of the box that a stroke covers, in six sweeps. */
  box: 560,
  sweeps: 6,
  /** Each stroke begins this share of a sweep lower. */
  shift: 0.05,
} as const;

/** Diameter of the brush on the screen, CSS pixels. */
export const BRUSH = 60;

/** Ms. */
export interface StrokeCost {
  readonly intervals: readonly number[];
  /** From the first pointer move of a frame to the end of that frame's work on the main thread. */
  readonly latencies: readonly number[];
  readonly busy: number;
}

declare global {
  interface Window {
    benchLatencies?: number[];
  }
}

/** Call before the page is loaded. */
export async function noteLatencies(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const latencies: number[] = [];
    window.benchLatencies = latencies;
    let firstMove: number | undefined;
    const channel = new MessageChannel();
    // a message posted in a frame arrives when the frame's work on this thread is done
    channel.port1.addEventListener('message', ({ data }: MessageEvent<number>) => {
      latencies.push(performance.now() - data);
    });
    channel.port1.start();
    requestAnimationFrame(function tick() {
      if (firstMove !== undefined) channel.port2.postMessage(firstMove);
      firstMove = undefined;
      requestAnimationFrame(tick);
    });
    const note = (event: PointerEvent): void => {
      firstMove ??= event.getCoalescedEvents()[0]?.timeStamp ?? event.timeStamp;
    };
    addEventListener('pointermove', note, true);
  });
}

/** @param stroke its number, from 0 */
export async function paintStroke(
  page: Page,
  session: CDPSession,
  stroke: number,
): Promise<StrokeCost> {
  const points = strokePoints(stroke);
  const [start = { x: 0, y: 0 }] = points;
  const end = points.at(-1) ?? start;
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.evaluate(() => window.benchLatencies?.splice(0));
  let intervals: readonly number[] = [];
  const busy = await busyShare(session, async () => {
    intervals = await frameIntervals(page, () => sendMoves(session, points.slice(1)));
  });
  const latencies = await page.evaluate(() => [...(window.benchLatencies ?? [])]);
  // Playwright's mouse follows, as it does not know the moves sent past it
  await page.mouse.move(end.x, end.y);
  await page.mouse.up();
  return { intervals, latencies, busy };
}

async function sendMoves(session: CDPSession, points: readonly Point[]): Promise<void> {
  const began = performance.now();
  const sent: Promise<unknown>[] = [];
  for (const [index, point] of points.entries()) {
    const ahead = began + (index + 1) * STROKES.interval - performance.now();
    if (ahead > 0) await sleep(ahead);
    const event = { type: 'mouseMoved', ...point, button: 'left', buttons: 1 } as const;
    sent.push(session.send('Input.dispatchMouseEvent', event));
  }
  await Promise.all(sent);
}

function strokePoints(stroke: number): readonly Point[] {
  const left = (VIEWPORT.width - STROKES.box) / 2;
  const top = (VIEWPORT.height - STROKES.box) / 2;
  return Array.from({ length: STROKES.moves + 1 }, (_, index) => {
    const along = (index / STROKES.moves) * STROKES.sweeps;
    const sweep = Math.min(STROKES.sweeps - 1, Math.floor(along));
    const share = along - sweep;
    const y = ((along + stroke * STROKES.shift) / STROKES.sweeps) % 1;
    return {
      x: left + (sweep % 2 === 0 ? share : 1 - share) * STROKES.box,
      y: top + y * STROKES.box,
    };
  });
}

/**
 * Sets a brush of {@link BRUSH} screen pixels, and restores the focus. @param width of the photo
 */
export async function setScreenBrush(page: Page, width: number): Promise<void> {
  const at = await placesOf(page.getByRole('application'), 1.5);
  const scale = (at({ x: 1, y: 0 }).x - at({ x: 0, y: 0 }).x) / width;
  await setBrush(page, BRUSH / scale);
}

/** @param photoPixels diameter; rounded up */
export async function setBrush(page: Page, photoPixels: number): Promise<void> {
  const field = page.getByRole('textbox', { name: /^Brush size/u });
  await field.fill(String(Math.ceil(photoPixels)));
  await field.press('Enter');
  await field.blur();
}
