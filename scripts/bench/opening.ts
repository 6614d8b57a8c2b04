/** Opening a photo: from the chosen file to the first frame with its pixels. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { EMPTY_PAGE } from '../../e2e/canvas/pages.ts';
import { chooseFile, startPractising } from '../../e2e/flows/studio.ts';
import { photoFile, sleep, type BenchContext } from './context.ts';
import { withRatioBound, type Figure } from './figure.ts';
import { startFileServer } from './file-server.ts';
import { withGesso, withPage } from './gesso.ts';
import { medianOf } from './statistics.ts';

const OPENING = {
  megapixels: 24,
  /** Between the page being ready and the file being chosen. */
  settleMilliseconds: 700,
  /** Gesso beside an `<img>` of the same file. */
  visibleFactor: 1.3,
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

/** @returns the times of a 24-megapixel JPEG beside an `<img>` of the same file */
export async function measureOpening(context: BenchContext): Promise<readonly Figure[]> {
  const path = await photoFile(context, OPENING.megapixels);
  await using server = await startFileServer();
  server.put('/', Buffer.from(EMPTY_PAGE), 'text/html');
  server.put('/photo.jpg', await readFile(path), 'image/jpeg');
  const chosen: number[] = [];
  const served: number[] = [];
  const opened: Opened[] = [];
  for (let repetition = 0; repetition < context.repeat; repetition++) {
    context.say(`opening: ${repetition + 1} of ${context.repeat}`);
    chosen.push(await withPage(context, (page) => openChosenImage(page, server.baseUrl, path)));
    opened.push(await openInGesso(context, path));
    served.push(await withPage(context, (page) => openServedImage(page, server.baseUrl)));
  }
  const visible = medianOf(opened, (each) => each.visible);
  const ofChosen = medianOf(chosen, (each) => each);
  return [
    withRatioBound(
      {
        name: '24 MP JPEG: file chosen → visible',
        unit: 'ms',
        gesso: visible,
        baseline: { name: '<img> of the chosen file', value: ofChosen },
      },
      OPENING.visibleFactor,
    ),
    {
      name: '24 MP JPEG: file chosen → visible',
      unit: 'ms',
      gesso: visible,
      baseline: { name: '<img> from a server', value: medianOf(served, (each) => each) },
    },
    {
      name: '24 MP JPEG: file chosen → can be painted on',
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
      await sleep(OPENING.settleMilliseconds);
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

/** The least that opening a file can be: the chosen file in an `<img>`. */
async function openChosenImage(page: Page, baseUrl: string, path: string): Promise<number> {
  await page.goto(baseUrl);
  await page.evaluate(() => {
    const input = document.createElement('input');
    input.type = 'file';
    document.body.append(input);
  });
  await sleep(OPENING.settleMilliseconds);
  const took = page.evaluate(async () => {
    const input = document.querySelector('input');
    const [event, file] = await new Promise<[Event, File | undefined]>((resolve) => {
      input?.addEventListener('change', (event) => resolve([event, input.files?.[0]]));
    });
    if (file === undefined) throw new Error('No file was chosen.');
    const image = new Image();
    image.setAttribute('elementtiming', 'photo');
    const rendered = new Promise<number>((resolve) => {
      new PerformanceObserver((list) => {
        const [entry] = list.getEntries();
        if (entry !== undefined && 'renderTime' in entry) resolve(Number(entry.renderTime));
      }).observe({ type: 'element' });
    });
    image.src = URL.createObjectURL(file);
    document.body.append(image);
    return (await rendered) - event.timeStamp;
  });
  await page.locator('input').setInputFiles(path);
  return took;
}

/** The same bytes from a server on loopback. */
async function openServedImage(page: Page, baseUrl: string): Promise<number> {
  await page.goto(baseUrl);
  await sleep(OPENING.settleMilliseconds);
  return page.evaluate(async () => {
    const image = new Image();
    image.setAttribute('elementtiming', 'photo');
    const started = performance.now();
    image.src = '/photo.jpg';
    document.body.append(image);
    return new Promise<number>((resolve) => {
      new PerformanceObserver((list) => {
        const [entry] = list.getEntries();
        if (entry !== undefined && 'renderTime' in entry) {
          resolve(Number(entry.renderTime) - started);
        }
      }).observe({ type: 'element' });
    });
  });
}
