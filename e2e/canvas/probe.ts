/** Long strokes over a page, and what they cost: see `measure.ts`. */
import type { CDPSession, Page } from 'playwright';

/** The strokes: six sweeps across a box, over and over. */
export const STROKES = {
  count: 20,
  moves: 120,
  /** Milliseconds between two moves. */
  interval: 8,
  /** CSS pixels of the box's side. */
  box: 560,
  sweeps: 6,
  /** Diameter of the brush on the screen, CSS pixels. */
  brush: 60,
} as const;

/** One stroke, as seen in the page. Times in milliseconds. */
export interface StrokeCost {
  /** Times between animation frames. */
  readonly intervals: readonly number[];
  /** From the first pointer move of a frame to the end of that frame's work. */
  readonly latencies: readonly number[];
  readonly frames: number;
  /** Share of the time that the main thread was busy, 0 … 1. */
  readonly busy: number;
}

interface Probe {
  readonly intervals: number[];
  readonly latencies: number[];
  frames: number;
}

declare global {
  interface Window {
    probe?: Probe;
  }
}

/** Starts counting frames in the page; also before the page's own scripts run. */
export async function installProbe(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const probe: Probe = { intervals: [], latencies: [], frames: 0 };
    window.probe = probe;
    let lastFrame: number | undefined;
    let firstMove: number | undefined;
    const channel = new MessageChannel();
    // A message posted in a frame arrives when the frame's work on this thread is done.
    channel.port1.addEventListener('message', (event: MessageEvent<number>) => {
      probe.latencies.push(performance.now() - event.data);
    });
    channel.port1.start();
    const frame = (now: number): void => {
      if (lastFrame !== undefined) probe.intervals.push(now - lastFrame);
      lastFrame = now;
      probe.frames += 1;
      if (firstMove !== undefined) channel.port2.postMessage(firstMove);
      firstMove = undefined;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    window.addEventListener(
      'pointermove',
      (event) => {
        firstMove ??= event.getCoalescedEvents()[0]?.timeStamp ?? event.timeStamp;
      },
      { capture: true },
    );
  });
}

async function taskSeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
}

/** The points of one stroke in CSS pixels; each stroke begins a little lower. */
export function strokePoints(
  stroke: number,
  viewport: { readonly width: number; readonly height: number },
): readonly { readonly x: number; readonly y: number }[] {
  const left = (viewport.width - STROKES.box) / 2;
  const top = (viewport.height - STROKES.box) / 2;
  return Array.from({ length: STROKES.moves + 1 }, (_, index) => {
    const along = (index / STROKES.moves) * STROKES.sweeps;
    const sweep = Math.min(STROKES.sweeps - 1, Math.floor(along));
    const share = along - sweep;
    const x = sweep % 2 === 0 ? share : 1 - share;
    const y = (along / STROKES.sweeps + stroke / STROKES.count / STROKES.sweeps) % 1;
    return { x: left + x * STROKES.box, y: top + y * STROKES.box };
  });
}

/** Paints one stroke with real input events at the pace of a hand. */
export async function paintStroke(
  page: Page,
  session: CDPSession,
  stroke: number,
): Promise<StrokeCost> {
  const viewport = page.viewportSize() ?? { width: 0, height: 0 };
  const points = strokePoints(stroke, viewport);
  const start = points[0] ?? { x: 0, y: 0 };
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.evaluate(() => {
    const { probe } = window;
    if (probe === undefined) return;
    probe.intervals.length = 0;
    probe.latencies.length = 0;
    probe.frames = 0;
  });
  const busyBefore = await taskSeconds(session);
  const began = performance.now();
  const sent: Promise<unknown>[] = [];
  for (const [index, point] of points.slice(1).entries()) {
    const due = began + (index + 1) * STROKES.interval;
    while (performance.now() < due) {
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now() - 1)));
    }
    sent.push(
      session.send('Input.dispatchMouseEvent', {
        type: 'mouseMoved',
        ...point,
        button: 'left',
        buttons: 1,
      }),
    );
  }
  const seen = await page.evaluate(() => ({
    intervals: [...(window.probe?.intervals ?? [])],
    latencies: [...(window.probe?.latencies ?? [])],
    frames: window.probe?.frames ?? 0,
  }));
  const seconds = (performance.now() - began) / 1000;
  const busy = ((await taskSeconds(session)) - busyBefore) / seconds;
  await Promise.all(sent);
  // Playwright's mouse follows: it does not know of the moves sent past it.
  const end = points.at(-1) ?? start;
  await page.mouse.move(end.x, end.y);
  await page.mouse.up();
  return { ...seen, busy };
}

/** The value below which `share` (0 … 1) of the values lie. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const index = Math.min(sorted.length - 1, Math.max(0, Math.ceil(sorted.length * share) - 1));
  return sorted[index] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}
