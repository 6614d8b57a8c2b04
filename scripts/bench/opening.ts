/** Opening a photo: from the chosen file to the first frame with its pixels. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { EMPTY_PAGE } from '../../e2e/canvas/pages.ts';
import { chooseFile, startPractising } from '../../e2e/flows/studio.ts';
import {
  MINI_PAINT_PAGE,
  MINI_PAINT_SCRIPT,
  OPENING_SETTLE,
  openChosenImage,
  openMiniPaintWay,
  openServedImage,
  type MiniPaintTimes,
} from './bare-opening.ts';
import { photoFile, sleep, type BenchContext } from './context.ts';
import { withRatioBound, type Figure } from './figure.ts';
import { startFileServer, type FileServer } from './file-server.ts';
import { withGesso, withPage } from './gesso.ts';
import { medianOf } from './statistics.ts';

const OPENING = {
  megapixels: 24,
  /** Beside miniPaint's way. */
  besideMiniPaint: 16,
  /** Gesso beside an `<img>` of the same file. */
  visibleFactor: 1.3,
  /** … and beside miniPaint's way. */
  miniPaintFactor: 0.35,
} as const;

/** Milliseconds after the file was chosen. */
interface Opened {
  /** The frame with the first pixels of the photo was rendered. */
  readonly visible: number;
  /** The brush can be used. */
  readonly paintable: number;
}

interface OpeningProbe {
  chosen: number | undefined;
  visible: number | undefined;
  paintable: number | undefined;
}

declare global {
  interface Window {
    openingProbe?: OpeningProbe;
  }
}

/** @returns the first photo of a fresh window, beside an `<img>` of the same file and miniPaint's way */
export async function measureOpening(context: BenchContext): Promise<readonly Figure[]> {
  await using server = await startFileServer();
  server.put('/', Buffer.from(EMPTY_PAGE), 'text/html');
  server.put('/mini-paint', Buffer.from(MINI_PAINT_PAGE), 'text/html');
  server.put('/mini-paint.js', Buffer.from(MINI_PAINT_SCRIPT), 'text/javascript');
  return [
    ...(await besideMiniPaint(context, server)),
    ...(await besideImage(context, server, OPENING.megapixels)),
  ];
}

async function besideMiniPaint(
  context: BenchContext,
  { baseUrl }: FileServer,
): Promise<readonly Figure[]> {
  const size = OPENING.besideMiniPaint;
  const path = await photoFile(context, size);
  const chosen: number[] = [];
  const miniPaint: MiniPaintTimes[] = [];
  const opened: Opened[] = [];
  for (let repetition = 0; repetition < context.repeat; repetition++) {
    context.say(`opening, ${size} MP: ${repetition + 1} of ${context.repeat}`);
    chosen.push(await withPage(context, (page) => openChosenImage(page, baseUrl, path)));
    opened.push(await openInGesso(context, path));
    miniPaint.push(await withPage(context, (page) => openMiniPaintWay(page, baseUrl, path)));
  }
  const figure = {
    name: `${size} MP JPEG: file chosen → visible`,
    unit: 'ms',
    gesso: medianOf(opened, ({ visible }) => visible),
  } as const;
  const beside = (name: string, value: number) => ({ ...figure, baseline: { name, value } });
  const fitted = medianOf(miniPaint, (times) => times.fitted);
  const first = medianOf(miniPaint, (times) => times.first);
  const image = medianOf(chosen, (each) => each);
  return [
    withRatioBound(beside('miniPaint’s way, fitted', fitted), OPENING.miniPaintFactor),
    beside('miniPaint’s way, its first pixels', first),
    withRatioBound(beside('<img> of the chosen file', image), OPENING.visibleFactor),
  ];
}

async function besideImage(
  context: BenchContext,
  server: FileServer,
  size: number,
): Promise<readonly Figure[]> {
  const path = await photoFile(context, size);
  server.put('/photo.jpg', await readFile(path), 'image/jpeg');
  const chosen: number[] = [];
  const served: number[] = [];
  const opened: Opened[] = [];
  for (let repetition = 0; repetition < context.repeat; repetition++) {
    context.say(`opening, ${size} MP: ${repetition + 1} of ${context.repeat}`);
    chosen.push(await withPage(context, (page) => openChosenImage(page, server.baseUrl, path)));
    opened.push(await openInGesso(context, path));
    served.push(
      await withPage(context, (page) => openServedImage(page, server.baseUrl, '/photo.jpg')),
    );
  }
  const visible = medianOf(opened, (each) => each.visible);
  const ofChosen = medianOf(chosen, (each) => each);
  return [
    withRatioBound(
      {
        name: `${size} MP JPEG: file chosen → visible`,
        unit: 'ms',
        gesso: visible,
        baseline: { name: '<img> of the chosen file', value: ofChosen },
      },
      OPENING.visibleFactor,
    ),
    {
      name: `${size} MP JPEG: file chosen → visible`,
      unit: 'ms',
      gesso: visible,
      baseline: { name: '<img> from a server', value: medianOf(served, (each) => each) },
    },
    {
      name: `${size} MP JPEG: file chosen → can be painted on`,
      unit: 'ms',
      gesso: medianOf(opened, (each) => each.paintable),
      baseline: { name: '<img> of the chosen file', value: ofChosen },
    },
  ];
}

async function openInGesso(context: BenchContext, path: string): Promise<Opened> {
  return withGesso(
    context,
    async ({ page }) => {
      await startPractising(page);
      await sleep(OPENING_SETTLE);
      await chooseFile(page, path);
      const times = await page.waitForFunction(() => {
        const { chosen, visible, paintable } = window.openingProbe ?? {};
        if (chosen === undefined || visible === undefined || paintable === undefined) return false;
        return { visible: visible - chosen, paintable: paintable - chosen };
      });
      const opened = await times.jsonValue();
      if (opened === false) throw new Error('The photo was not opened.');
      return opened;
    },
    installOpeningProbe,
  );
}

/** Notes when a file is chosen, when a bitmap is first drawn on a canvas, and when the brush is enabled. */
async function installOpeningProbe(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const probe: OpeningProbe = { chosen: undefined, visible: undefined, paintable: undefined };
    window.openingProbe = probe;
    const { click } = HTMLInputElement.prototype;
    HTMLInputElement.prototype.click = function clickAndWatch(this: HTMLInputElement) {
      this.addEventListener('change', (event) => {
        if (probe.chosen !== undefined) return;
        probe.chosen = event.timeStamp;
        watchForFirstPixels();
        requestAnimationFrame(watchForBrush);
      });
      click.call(this);
    };
    function watchForFirstPixels(): void {
      const { drawImage } = CanvasRenderingContext2D.prototype;
      CanvasRenderingContext2D.prototype.drawImage = function drawAndNote(
        this: CanvasRenderingContext2D,
        ...args: unknown[]
      ) {
        Reflect.apply(drawImage, this, args);
        if (!(args[0] instanceof ImageBitmap) || !this.canvas.isConnected) return;
        CanvasRenderingContext2D.prototype.drawImage = drawImage;
        markThisFrame();
      };
    }
    /** A dot that is painted in the same frame as the photo: the browser reports when it was rendered. */
    function markThisFrame(): void {
      const dot = document.createElement('div');
      dot.textContent = '.';
      dot.setAttribute('elementtiming', 'dot');
      dot.style.cssText = 'position:fixed;left:0;top:0;color:#888;z-index:9999';
      new PerformanceObserver((list) => {
        const [entry] = list.getEntries();
        if (entry === undefined || !('renderTime' in entry)) return;
        probe.visible = Number(entry.renderTime);
        dot.remove();
      }).observe({ type: 'element' });
      document.body.append(dot);
    }
    function watchForBrush(): void {
      const brush = document.querySelector<HTMLButtonElement>('button[aria-label="Brush"]');
      if (brush?.disabled === false) probe.paintable = performance.now();
      else requestAnimationFrame(watchForBrush);
    }
  });
}
