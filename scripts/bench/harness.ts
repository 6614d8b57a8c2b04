import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
export { setTimeout as sleep } from 'node:timers/promises';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/websocket';
import type { ContractRouterClient } from '@orpc/contract';
import type { Browser, CDPSession, Page } from 'playwright';
import { WebSocket } from 'ws';
import { noisePhoto } from '../../e2e/canvas/noise-photo.ts';
import { startHost, type HostProcess } from '../../e2e/support/host-process.ts';
import type { Contract } from '../../shared/contract/index.ts';
import type { Size } from '../../shared/geometry/rect.ts';

export interface BenchContext {
  readonly browser: Browser;
  /** A folder that is deleted afterwards. */
  readonly folder: string;
  readonly repeat: number;
  say(line: string): void;
}

export interface BenchWindow {
  readonly host: HostProcess;
  readonly page: Page;
}

/** The window in which everything is measured, CSS pixels. */
export const VIEWPORT: Size = { width: 1440, height: 900 };

/** A longer frame is seen as a stumble at 60 frames a second, ms. */
export const SLOW_FRAME = 33;

export async function timed(action: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await action();
  return performance.now() - started;
}

type Ways = Readonly<Record<string, () => Promise<unknown>>>;

/** Runs each way once in each repetition, so that a slow minute of the machine affects all. */
export async function inTurns<Each extends Ways>(
  { repeat, say }: Pick<BenchContext, 'repeat' | 'say'>,
  title: string,
  ways: Each,
): Promise<{ readonly [Name in keyof Each]: Awaited<ReturnType<Each[Name]>>[] }> {
  const results: Record<string, unknown[]> = {};
  for (let repetition = 0; repetition < repeat; repetition++) {
    for (const [name, way] of Object.entries(ways)) {
      say(`${title}, ${name}: ${repetition + 1} of ${repeat}`);
      (results[name] ??= []).push(await way());
    }
  }
  return results as { readonly [Name in keyof Each]: Awaited<ReturnType<Each[Name]>>[] };
}

/** Returns the sides of a 3 : 2 photo; 24 megapixels are 6000 × 4000. */
export function photoSize(megapixels: number): Size {
  const height = Math.round(Math.sqrt((megapixels * 1e6 * 2) / 3));
  return { width: Math.round(height * 1.5), height };
}

/** Has the detail of a grainy photograph. Made once in a run. */
export async function photoFile(context: BenchContext, megapixels: number): Promise<string> {
  const path = join(context.folder, `photo-${megapixels}.jpg`);
  if (!existsSync(path)) await writeFile(path, await noisePhoto(photoSize(megapixels)));
  return path;
}

export async function withPage<Result>(
  context: BenchContext,
  act: (page: Page) => Promise<Result>,
): Promise<Result> {
  const profile = await context.browser.newContext({ viewport: VIEWPORT });
  try {
    const page = await profile.newPage();
    await noteFrames(page);
    return await act(page);
  } finally {
    await profile.close();
  }
}

/** @param prepare called before the page is loaded */
export async function withGesso<Result>(
  context: BenchContext,
  act: (window: BenchWindow) => Promise<Result>,
  prepare: (page: Page) => Promise<void> = () => Promise.resolve(),
): Promise<Result> {
  const dataFolder = await mkdtemp(join(context.folder, 'data-'));
  const host = await startHost(['--data-dir', dataFolder]);
  try {
    return await withPage(context, async (page) => {
      await prepare(page);
      await page.goto(host.url);
      return await act({ host, page });
    });
  } finally {
    await host.kill();
    await rm(dataFolder, { recursive: true, force: true });
  }
}

/** @param prepare uses the backend as the window does, before the page is loaded */
export async function withFilled<Result>(
  context: BenchContext,
  dataFolder: string,
  prepare: (backend: ContractRouterClient<Contract>) => Promise<unknown>,
  act: (page: Page) => Promise<Result>,
): Promise<Result> {
  const host = await startHost(['--data-dir', dataFolder]);
  try {
    const { origin } = new URL(host.url);
    const welcome = await fetch(host.url, { redirect: 'manual' });
    const cookie = welcome.headers.getSetCookie()[0]?.split(';')[0];
    if (cookie === undefined) throw new Error('The host did not accept its token.');
    const socket = new WebSocket(`${origin.replace('http', 'ws')}/rpc`, {
      headers: { cookie, origin },
    });
    await new Promise((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('error', reject);
    });
    await prepare(createORPCClient(new RPCLink({ websocket: socket })));
    socket.close();
    return await withPage(context, async (page) => {
      const [name = '', value = ''] = cookie.split(/=(.*)/su);
      await page.context().addCookies([{ name, value, url: origin }]);
      await page.goto(origin);
      return await act(page);
    });
  } finally {
    await host.kill();
  }
}

declare global {
  interface Window {
    /**
     * Adds a dot to the frame that is about to be drawn, and reports when the browser has rendered it:
     * milliseconds since the page began.
     */
    markFrame?: () => Promise<number>;
    benchFrames?: number[];
    /** Ms since the page began, when the first bitmap on a canvas was rendered. */
    bitmapShown?: Promise<number>;
  }
}

async function noteFrames(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.markFrame = () =>
      new Promise((resolve) => {
        const dot = document.createElement('div');
        dot.textContent = '.';
        dot.setAttribute('elementtiming', 'dot');
        dot.style.cssText = 'position:fixed;left:0;top:0;color:#888;z-index:9999';
        new PerformanceObserver((list, own) => {
          const [entry] = list.getEntries();
          if (entry === undefined || !('renderTime' in entry)) return;
          own.disconnect();
          dot.remove();
          resolve(Number(entry.renderTime));
        }).observe({ type: 'element' });
        document.body.append(dot);
      });
    const frames: number[] = [];
    window.benchFrames = frames;
    requestAnimationFrame(function tick(now) {
      frames.push(now);
      requestAnimationFrame(tick);
    });
  });
}

/** @param within selector of an element around the canvas */
export async function noteFirstBitmap(page: Page, within: string): Promise<void> {
  await page.addInitScript((selector) => {
    const { drawImage } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.drawImage = function drawAndNote(
      this: CanvasRenderingContext2D,
      ...args: unknown[]
    ) {
      Reflect.apply(drawImage, this, args);
      if (!(args[0] instanceof ImageBitmap) || this.canvas.closest(selector) === null) return;
      CanvasRenderingContext2D.prototype.drawImage = drawImage;
      const shown = window.markFrame?.();
      if (shown !== undefined) window.bitmapShown = shown;
    };
  }, within);
}

/** @returns ms since 1970 */
export async function firstBitmap(page: Page): Promise<number> {
  await page.waitForFunction(() => window.bitmapShown !== undefined, undefined, {
    timeout: 180_000,
  });
  return await page.evaluate(
    async () => performance.timeOrigin + ((await window.bitmapShown) ?? 0),
  );
}

/** Returns the times between frames during an action, ms. */
export async function frameIntervals(
  page: Page,
  act: () => Promise<unknown>,
): Promise<readonly number[]> {
  await page.evaluate(() => window.benchFrames?.splice(0));
  await act();
  const frames = await page.evaluate(() => [...(window.benchFrames ?? [])]);
  return frames.slice(1).map((at, index) => at - (frames[index] ?? at));
}

export async function openSession(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  return session;
}

/** Returns the share of time, 0 to 1, in which the main thread was busy. */
export async function busyShare(session: CDPSession, act: () => Promise<unknown>): Promise<number> {
  const before = await taskSeconds(session);
  const milliseconds = await timed(act);
  return ((await taskSeconds(session)) - before) / (milliseconds / 1000);
}

async function taskSeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
}
