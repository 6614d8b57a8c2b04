/** Zooming and panning a large photo with many results: whether frames are late, beside a plain `<img>`. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { BARE_ZOOM_SCRIPT, bareZoomPage } from '../../e2e/canvas/pages.ts';
import { installProbe } from '../../e2e/canvas/probe.ts';
import { openPhoto, startPractising } from '../../e2e/flows/studio.ts';
import type { Point } from '../../shared/geometry/rect.ts';
import { readPlacement, setBrush } from './canvas-page.ts';
import { photoFile, sleep, type BenchContext } from './context.ts';
import type { Figure } from './figure.ts';
import { startFileServer } from './file-server.ts';
import { withGesso, withPage } from './gesso.ts';
import { MOVING, moveBarePage, moveOver, movingFigures, type Moved } from './moving.ts';

const ZOOMING = {
  megapixels: 50,
  /** Results, and columns of the grid that they form. */
  results: 30,
  columns: 6,
  /** Diameter of the painted spot for each, CSS pixels: small, so that each is a region of its own. */
  dab: 16,
  /** Share of the canvas that the grid covers. */
  gridShare: 0.8,
  resultsMilliseconds: 300_000,
} as const;

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
  return [...movingFigures(at, plain, bare), ...movingFigures(`${at}, split`, split, bare)];
}

/** Opens the photo and cleans it up in as many places as results are wanted. */
async function preparePhoto(context: BenchContext, page: Page, path: string): Promise<void> {
  await startPractising(page);
  await page.getByRole('button', { name: 'Settings' }).click();
  const rate = page.getByLabel('Picture calls');
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

/** @throws Error when the view has not moved, or painting has taken the place of moving */
async function moveInGesso(page: Page): Promise<Moved> {
  await page.keyboard.press('h');
  await page.keyboard.press('ControlOrMeta+0');
  await sleep(MOVING.settleMilliseconds);
  const { x, y, width, height } = await canvasBox(page);
  const zoom = page.getByTestId('zoom');
  const before = await zoom.textContent();
  // beside the line of a split, which would be dragged itself
  const moved = await moveOver(page, { x: x + width * 0.4, y: y + height * 0.6 }, async () => {
    if ((await zoom.textContent()) === before) throw new Error('The photo was not zoomed.');
  });
  return moved;
}
