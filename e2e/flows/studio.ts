/** Steps of a Studio user, the same under both hosts. */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Locator, Page } from 'playwright';
import { expect } from 'playwright/test';
import { noiseRgb, putFile } from '../support/pictures.ts';

/** Completes the first start with practice and no photo. */
export async function startPractising(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'start without a photo' }).click();
  await waitForStudio(page);
}

/** Waits for the Studio without a photo. */
export async function waitForStudio(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Remove anything from a photo' })).toBeVisible();
}

/** Completes the first start with an account. */
export async function connectAccount(page: Page, baseUrl: string, key: string): Promise<void> {
  await page.getByRole('button', { name: 'Connect an account…' }).click();
  await checkConnection(page, baseUrl, key);
}

/** Fills the form for a connection and sends it. */
export async function checkConnection(page: Page, baseUrl: string, key: string): Promise<void> {
  await fillConnection(page, baseUrl, key);
  await page.getByRole('button', { name: 'Check and save' }).click();
}

export async function fillConnection(page: Page, baseUrl: string, key: string): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill('Test account');
  await page.getByLabel('Service address').fill(baseUrl);
  await page.getByLabel('API key').fill(key);
}

/** Opens a file with the system's dialog and waits until it can be painted on. */
export async function openPhoto(page: Page, path: string): Promise<void> {
  await chooseFile(page, path);
  await waitUntilReady(page, basename(path));
}

/** Opens a photo of noise, px, as {@link openPhoto} does. */
export async function openNoise(
  page: Page,
  folder: string,
  name = 'photo.png',
  width = 900,
  height = 600,
): Promise<void> {
  const picture = await noiseRgb(width, height).png().toBuffer();
  await openPhoto(page, await putFile(folder, name, picture));
}

/** Returns the place of an element on the page, CSS pixels. @throws Error if it is not shown */
export async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (box === null) throw new Error(`${String(element)} is not shown.`);
  return box;
}

/** Chooses files in the system's dialog, without waiting for the result. */
export async function chooseFile(page: Page, path: string | readonly string[]): Promise<void> {
  const button = page.getByRole('button', { name: 'Open photos…', exact: true });
  const document = page.getByRole('button', { name: /^Document: /u });
  await expect(button.or(document).first()).toBeVisible();
  const chooser = page.waitForEvent('filechooser');
  if (await button.isVisible()) await button.click();
  else await page.keyboard.press('ControlOrMeta+o');
  await (await chooser).setFiles(typeof path === 'string' ? path : [...path]);
}

/** Drops a file on the window. */
export async function dropFile(page: Page, path: string, name = basename(path)): Promise<void> {
  const base64 = (await readFile(path)).toString('base64');
  const transfer = await page.evaluateHandle(
    ([content, fileName]) => {
      const bytes = Uint8Array.from(atob(content ?? ''), (char) => char.charCodeAt(0));
      const data = new DataTransfer();
      data.items.add(new File([bytes], fileName ?? 'photo'));
      return data;
    },
    [base64, name],
  );
  await page.locator('body').dispatchEvent('drop', { dataTransfer: transfer });
}

/** Waits until a photo is shown and named in the top bar. */
export async function waitUntilReady(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('button', { name: `Document: ${name}` })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Brush', exact: true })).toBeEnabled();
}

/**
 * Paints one stroke over the middle of the canvas.
 *
 * @param share length of the stroke as a share of the canvas's width
 */
export async function paintStroke(page: Page, share = 0.15): Promise<void> {
  const box = await boxOf(page.getByRole('application'));
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const reach = (box.width * share) / 2;
  await page.mouse.move(middle.x - reach, middle.y);
  await page.mouse.down();
  await page.mouse.move(middle.x, middle.y + 12, { steps: 8 });
  await page.mouse.move(middle.x + reach, middle.y, { steps: 8 });
  await page.mouse.up();
}

/** Runs the clean-up and waits for its result. */
export async function runCleanUp(page: Page, resultNumber = 1): Promise<void> {
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(resultEntry(page, resultNumber)).toBeVisible();
}

export function resultEntry(page: Page, number: number) {
  return page
    .getByRole('region', { name: 'Edits' })
    .getByText(`Clean-up ${number}`, { exact: true });
}

/** The foot of the inspector: what the next run sends, its cost, and the main button. */
export function runFoot(page: Page) {
  return page.getByRole('group', { name: 'Run', exact: true });
}

/** Sets what a text removal sends. */
export async function chooseArea(page: Page, area: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Area' }).click();
  await page.getByRole('option', { name: area, exact: true }).click();
}

/** The Run button, which is enabled while a mask is painted. Its name changes if there is a saved result. */
export function runButton(page: Page) {
  return runFoot(page).getByRole('button', { name: /^(?:Clean up|Use saved result)/u });
}

/**
 * Saves the photo and returns the file's bytes. Under the browser host the file arrives as a download.
 */
export async function saveAs(
  page: Page,
  format: 'PNG' | 'JPEG' | 'WebP' | 'TIFF' | 'PSD with layers' | 'OpenRaster with layers',
  options: { readonly lossless?: boolean; readonly name?: string } = {},
): Promise<{ readonly name: string; readonly bytes: Buffer }> {
  await page.keyboard.press('ControlOrMeta+Shift+s');
  const dialog = page.getByRole('dialog', { name: 'Save as' });
  await selectFormat(page, dialog, format);
  if (options.lossless === true) await dialog.getByText('Lossless').click();
  if (options.name !== undefined)
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill(options.name);
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  const file = await download;
  const bytes = await readFile(await file.path());
  await expect(dialog).toBeHidden();
  return { name: file.suggestedFilename(), bytes };
}

/** Selects a format in a save dialog. */
export async function selectFormat(page: Page, dialog: Locator, format: string): Promise<void> {
  await dialog.getByRole('combobox', { name: 'Format' }).click();
  await page.getByRole('option', { name: format, exact: true }).click();
}

/**
 * Captures the canvas at rest: the pointer is elsewhere, and two pictures in a row are equal.
 *
 * @param take takes the picture, if it is not the whole canvas
 */
export async function stablePicture(
  page: Page,
  take: (page: Page) => Promise<Buffer> = canvasPicture,
): Promise<Buffer> {
  await page.mouse.move(5, 5);
  let last = await take(page);
  await expect
    .poll(async () => {
      const before = last;
      last = await take(page);
      return last.equals(before);
    })
    .toBe(true);
  return last;
}

/** Captures the canvas as PNG, without the outermost pixels, where the focus ring is. */
export async function canvasPicture(page: Page): Promise<Buffer> {
  const box = await boxOf(page.getByRole('application'));
  const inset = 4;
  const clip = {
    x: box.x + inset,
    y: box.y + inset,
    width: box.width - 2 * inset,
    height: box.height - 2 * inset,
  };
  // the bars for a result and a selection cover the picture
  const setBarShown = (isShown: boolean) =>
    page.evaluate((shown) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(
        '[aria-label^="Judge "], [aria-label="Run on the selection"] { visibility: hidden; }',
      );
      if (shown) document.adoptedStyleSheets.pop();
      else document.adoptedStyleSheets.push(sheet);
    }, isShown);
  await setBarShown(false);
  const picture = await page.screenshot({ clip });
  await setBarShown(true);
  return picture;
}

/** The zoom field in the options bar. */
export function zoomField(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Zoom in percent' });
}

/** A point of the photo, in shares of its sides, or of the page, in CSS pixels. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** Drags through these places. */
export async function drag(page: Page, points: readonly Place[]): Promise<void> {
  const [first, ...rest] = points;
  if (first === undefined) return;
  await page.mouse.move(first.x, first.y);
  await page.mouse.down();
  for (const { x, y } of rest) await page.mouse.move(x, y);
  await page.mouse.up();
}

/** Maps places of the fitted photo to the page. */
export async function placesOf(canvas: Locator, ratio: number): Promise<(place: Place) => Place> {
  const box = await boxOf(canvas);
  const width = Math.min(box.width - 32, (box.height - 32) * ratio);
  const height = width / ratio;
  const left = box.x + (box.width - width) / 2;
  const top = box.y + (box.height - height) / 2;
  return ({ x, y }) => ({ x: left + x * width, y: top + y * height });
}
