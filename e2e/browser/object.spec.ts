/** A retoucher's hands: a loop becomes an object's outline, clicks a line, a click a colour. */
import type { Locator, Page } from 'playwright';
import { canvasPicture, openPhoto, settledPicture, startPractising } from '../flows/studio.ts';
import { expect, test } from '../support/gesso.ts';
import { differingPixels } from '../support/pictures.ts';

/** A point of the photo, in shares of its sides. */
interface Place {
  readonly x: number;
  readonly y: number;
}

test('a loop is proposed, refined, taken in, undone and redone; then a line, a colour and spots', async ({
  open,
}) => {
  const { page } = await open();
  await startPractising(page);
  await openPhoto(page, 'assets/samples/fig-in-a-bowl.jpg');
  const canvas = page.getByRole('application');
  const ants = page.locator('[data-canvas=ants]');
  const add = page.getByRole('button', { name: 'Add selection to mask' });
  const run = page.getByRole('button', { name: /^Run clean-up/u });
  const at = await placesOf(canvas, 2572 / 1740);

  await canvas.focus();
  await page.keyboard.press('o');
  await expect(page.getByRole('button', { name: 'Object', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  const around = (share: number): Place => ({
    x: 0.6 + 0.17 * Math.cos(share * 2 * Math.PI),
    y: 0.56 + 0.24 * Math.sin(share * 2 * Math.PI),
  });
  await drag(
    page,
    Array.from({ length: 25 }, (_, index) => at(around(index / 24))),
  );
  await expect(add).toBeEnabled();
  await expect(ants).toBeVisible();
  await expect(run, 'nothing is in the mask yet').toBeDisabled();
  await page.keyboard.down('Alt');
  await drag(page, [at({ x: 0.43, y: 0.5 }), at({ x: 0.45, y: 0.52 })]);
  await page.keyboard.up('Alt');
  await expect(page.getByLabel('Selecting', { exact: true })).toBeHidden();
  await expect(ants).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(ants).toBeHidden();
  await expect(run).toBeEnabled();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(run).toBeDisabled();
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await expect(run).toBeEnabled();

  await page.keyboard.press('u');
  await clickAt(page, at({ x: 0.1, y: 0.75 }));
  const oneEnd = await settledPicture(page);
  const other = at({ x: 0.2, y: 0.9 });
  await page.mouse.move(other.x, other.y);
  // the way there is shown before the click
  await expect
    .poll(async () => differingPixels(oneEnd, await canvasPicture(page)))
    .toBeGreaterThan(100);
  await expect(add).toBeDisabled();
  await clickAt(page, other);
  await expect(add).toBeEnabled();
  await page.keyboard.press('Escape');
  await expect(add).toBeDisabled();

  await page.keyboard.press('w');
  await clickAt(page, at({ x: 0.25, y: 0.25 }));
  await expect(add).toBeEnabled();
  const here = await settledPicture(page);
  await page.getByRole('checkbox', { name: 'Contiguous' }).click();
  await expect
    .poll(async () => differingPixels(here, await canvasPicture(page)))
    .toBeGreaterThan(1000);
  await page.keyboard.press('Escape'); // the focus is on the option
  await expect(add).toBeDisabled();
  await clickAt(page, at({ x: 0.25, y: 0.25 }));
  await expect(add).toBeEnabled();
  await page.keyboard.press('Enter');
  await expect(add).toBeDisabled();

  await page.keyboard.press('Shift+J');
  const status = page.getByRole('group', { name: 'Tool options' }).getByRole('status');
  await expect(status).toContainText('1 /');
  await page.keyboard.press('n');
  await expect(status).toContainText('2 /');
  await page.keyboard.press('a');
  await expect(page.getByAltText('The photo with its faint spots brought out')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Find spots' })).toBeVisible();
});

test('the thing below the pointer lights up, a click takes it, and Q goes through its sizes', async ({
  open,
}) => {
  const { page } = await open();
  await startPractising(page);
  await openPhoto(page, 'assets/samples/fig-in-a-bowl.jpg');
  const canvas = page.getByRole('application');
  const ants = page.locator('[data-canvas=ants]');
  const add = page.getByRole('button', { name: 'Add selection to mask' });
  const busy = page.getByLabel('Selecting', { exact: true });
  const at = await placesOf(canvas, 2572 / 1740);

  await canvas.focus();
  await page.keyboard.press('o');
  const before = await settledPicture(page);
  const fig = at({ x: 0.56, y: 0.52 });
  await page.mouse.move(fig.x, fig.y);
  // lit while the pointer rests
  await expect(ants).toBeVisible({ timeout: 20_000 });
  expect(await differingPixels(before, await canvasPicture(page))).toBeGreaterThan(100);
  await expect(add).toBeDisabled();

  await clickAt(page, fig);
  await expect(add).toBeEnabled();
  await expect(busy).toBeHidden({ timeout: 20_000 });
  const first = await canvasPicture(page);
  await page.keyboard.press('q');
  await expect
    .poll(async () => differingPixels(first, await canvasPicture(page)), { timeout: 20_000 })
    .toBeGreaterThan(500);
  await expect(busy).toBeHidden({ timeout: 20_000 });
  await page.keyboard.press('Escape');
  await expect(add).toBeDisabled();

  await page.getByRole('button', { name: 'Show objects' }).click();
  const hint = page.getByText('N and P go through the objects');
  await expect(hint).toBeVisible({ timeout: 60_000 });
  await canvas.focus();
  await page.keyboard.press('n');
  await page.keyboard.press('Enter');
  await expect(add).toBeEnabled({ timeout: 20_000 });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^Run clean-up/u })).toBeEnabled({
    timeout: 20_000,
  });
});

test('in a monochrome photograph a loop finds the man and leaves the lawn', async ({ open }) => {
  const { page } = await open();
  await startPractising(page);
  await openPhoto(page, 'scripts/bench/photos/cameraman.jpg');
  const canvas = page.getByRole('application');
  const at = await placesOf(canvas, 1);
  await canvas.focus();
  await page.keyboard.press('o');
  const loop = [
    [0.01, 0.9],
    [0.01, 0.5],
    [0.2, 0.3],
    [0.35, 0.1],
    [0.55, 0.1],
    [0.66, 0.35],
    [0.68, 0.58],
    [0.5, 0.66],
    [0.33, 0.75],
    [0.33, 0.98],
    [0.02, 0.98],
  ].map(([x = 0, y = 0]) => at({ x, y }));
  await drag(page, loop);
  await expect(page.getByText(/Enter adds it to the mask/u)).toBeVisible({ timeout: 20_000 });
  await expect(page.getByLabel('Selecting', { exact: true })).toBeHidden({ timeout: 20_000 });
  await page.keyboard.press('Enter');
  const run = page.getByRole('button', { name: /^Run clean-up/u });
  await expect(run).toBeEnabled();
});

/** Where places of the photo are on the page, fitted into the canvas. */
async function placesOf(canvas: Locator, ratio: number): Promise<(place: Place) => Place> {
  const box = await canvas.boundingBox();
  if (box === null) throw new Error('There is no canvas.');
  const width = Math.min(box.width - 32, (box.height - 32) * ratio);
  const height = width / ratio;
  const left = box.x + (box.width - width) / 2;
  const top = box.y + (box.height - height) / 2;
  return ({ x, y }) => ({ x: left + x * width, y: top + y * height });
}

async function drag(page: Page, points: readonly Place[]): Promise<void> {
  const [first, ...rest] = points;
  if (first === undefined) return;
  await page.mouse.move(first.x, first.y);
  await page.mouse.down();
  for (const { x, y } of rest) await page.mouse.move(x, y);
  await page.mouse.up();
}

async function clickAt(page: Page, { x, y }: Place): Promise<void> {
  await page.mouse.click(x, y);
}
