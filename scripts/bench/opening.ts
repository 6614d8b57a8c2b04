import type { Page } from 'playwright';
import { chooseFile, startPractising } from '../../e2e/flows/studio.ts';
import { BOUNDS } from './bounds.ts';
import {
  firstBitmap,
  inTurns,
  noteFirstBitmap,
  photoFile,
  sleep,
  withGesso,
  withPage,
  type BenchContext,
} from './harness.ts';
import { serveFiles } from './processes.ts';
import { median } from './statistics.ts';
import type { Figure } from './table.ts';

const MEGAPIXELS = 24;
/** Idle time of the page before a file is chosen, ms. */
const SETTLE = 1500;

declare global {
  interface Window {
    /** Ms since the page began. */
    chosenAt?: number;
    imageShown?: Promise<number>;
  }
}

const BARE_PAGE = `<!doctype html><meta charset="utf-8"><title>Bare</title>
  <style>
    html, body { margin: 0; height: 100%; background: #222; }
    img { position: absolute; inset: 0; width: 100%; height: 100%; object-fit: contain; }
  </style><input type="file">`;

export async function measureOpening(context: BenchContext): Promise<readonly Figure[]> {
  await using server = await serveFiles({ '/': [BARE_PAGE, 'text/html'] });
  const path = await photoFile(context, MEGAPIXELS);
  const { image, gesso } = await inTurns(context, 'opening', {
    image: () => withPage(context, (page) => openImage(page, server.baseUrl, path)),
    gesso: () => openInGesso(context, path),
  });
  return [
    {
      name: '24 MP JPEG: file chosen → visible',
      unit: 'ms',
      gesso: median(gesso),
      beside: ['<img> of the file', median(image)],
      bound: BOUNDS.opening.visible,
    },
  ];
}

/** Avoids `decode()`, which decodes all pixels, while the browser decodes only those it shows. */
async function openImage(page: Page, baseUrl: string, path: string): Promise<number> {
  await page.goto(baseUrl);
  await page.evaluate(() => {
    const input = document.querySelector('input');
    window.imageShown = new Promise((resolve) => {
      input?.addEventListener('change', ({ timeStamp }) => {
        const [file] = input.files ?? [];
        if (file === undefined) return;
        const image = new Image();
        image.setAttribute('elementtiming', 'photo');
        new PerformanceObserver((list) => {
          const [entry] = list.getEntries();
          if (entry !== undefined && 'renderTime' in entry) {
            resolve(Number(entry.renderTime) - timeStamp);
          }
        }).observe({ type: 'element' });
        image.src = URL.createObjectURL(file);
        document.body.append(image);
      });
    });
  });
  await sleep(SETTLE);
  await page.locator('input').setInputFiles(path);
  return (await page.evaluate(() => window.imageShown)) ?? Number.NaN;
}

function openInGesso(context: BenchContext, path: string): Promise<number> {
  return withGesso(
    context,
    async ({ page }) => {
      await startPractising(page);
      await sleep(SETTLE);
      await chooseFile(page, path);
      const shown = await firstBitmap(page);
      return shown - (await page.evaluate(() => performance.timeOrigin + (window.chosenAt ?? 0)));
    },
    async (page) => {
      await noteFirstBitmap(page, 'body');
      await page.addInitScript(() => {
        const { click } = HTMLInputElement.prototype;
        HTMLInputElement.prototype.click = function clickAndWatch(this: HTMLInputElement) {
          this.addEventListener('change', ({ timeStamp }) => (window.chosenAt ??= timeStamp));
          click.call(this);
        };
      });
    },
  );
}
