/** Reviewing results: the list, comparing, the cleaned area and the space they take. */
import type { Locator, Page } from 'playwright';
import {
  boxOf,
  canvasPicture,
  stablePicture,
  openNoise,
  paintStroke,
  resultEntry,
  runButton,
  runCleanUp,
  zoomField,
} from '../flows/studio.ts';
import { pickItem, pickOption } from '../flows/window.ts';
import { expect, isShortForm, longStep, test, type TestBody } from '../support/gesso.ts';
import { differingPixels } from '../support/pictures.ts';

const review: TestBody = async ({ open, folder, service }) => {
  const { page } = await open({ account: service });
  await openNoise(page, folder);
  await paintStroke(page);
  await runCleanUp(page);
  await paintStroke(page, 0.05); // over a part of the first
  await runCleanUp(page, 2);
  const now = await stablePicture(page);

  await test.step('selects results one after another, marked on the canvas and in the list', async () => {
    await page.keyboard.press('.');
    await expect(entry(page, 1)).toHaveAttribute('aria-current', 'true');
    await page.keyboard.press('.');
    await expect(entry(page, 2)).toHaveAttribute('aria-current', 'true');
    await expect
      .poll(async () => differingPixels(now, await canvasPicture(page)))
      .toBeGreaterThan(200);
    await page.keyboard.press(',');
    await expect(entry(page, 1)).toHaveAttribute('aria-current', 'true');
    await page.keyboard.press('Escape');
    await expect(entry(page, 1)).not.toHaveAttribute('aria-current');
    await page.keyboard.press('ControlOrMeta+0');
  });
  const fitted = await stablePicture(page);

  await longStep('keeps the view for a visible result, and moves it to a hidden one', async () => {
    await page.getByRole('button', { name: 'Go to Clean-up 1' }).click();
    await expect(entry(page, 1)).toHaveAttribute('aria-current', 'true');
    await page.keyboard.press('Escape');
    await page.mouse.move(5, 5);
    await expect.poll(async () => differingPixels(fitted, await canvasPicture(page))).toBe(0);
    const { x, y } = await boxOf(page.getByRole('application'));
    await page.mouse.move(x + 2, y + 2); // a corner outside the photo
    for (let turn = 0; turn < 8; turn++) await page.mouse.wheel(0, -1500);
    await expect(zoomField(page)).toHaveValue(/\d{3,} %/u);
    const away = await stablePicture(page);
    await page.getByRole('button', { name: 'Go to Clean-up 1' }).click();
    await page.mouse.move(5, 5);
    await expect
      .poll(async () => differingPixels(away, await canvasPicture(page)))
      .toBeGreaterThan(20_000);
    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+0');
    await page.mouse.move(5, 5);
    await expect.poll(async () => differingPixels(fitted, await canvasPicture(page))).toBe(0);
  });

  await test.step('compares on both sides of a line and in turn', async () => {
    await page.keyboard.press('c');
    const line = page.getByRole('slider', { name: 'Split line' });
    // the strokes are in the middle of the stage, and the line is on them
    await expect(line).toHaveAttribute('aria-valuenow', /^(?:49|50|51)$/u);
    const home = await boxOf(comparing(page));
    const grip = page.getByRole('button', { name: 'Move comparison bar' });
    await grip.hover();
    await page.mouse.down();
    await page.mouse.move(home.x + 30, home.y + 300, { steps: 4 });
    await page.mouse.up();
    expect((await boxOf(comparing(page))).y).toBeGreaterThan(home.y + 150);
    await grip.hover();
    await page.mouse.down();
    await page.mouse.move(home.x, 0, { steps: 4 });
    await page.mouse.up();
    const moved = await boxOf(comparing(page));
    expect(moved.y, 'not off the stage').toBeGreaterThan(home.y - 10);
    await grip.press('ArrowDown');
    expect((await boxOf(comparing(page))).y).toBeCloseTo(moved.y + 16);
    await line.focus();
    await page.keyboard.press('Home');
    await expect(line).toHaveAttribute('aria-valuenow', '0');
    const second = await stablePicture(page, belowBar);
    await page.keyboard.press('End');
    await expect
      .poll(async () => differingPixels(await belowBar(page), second))
      .toBeGreaterThan(500);
    await page.keyboard.press('ArrowLeft');
    await expect(line).toHaveAttribute('aria-valuenow', '99');
    await pickOption(page.getByRole('combobox', { name: 'First state' }), 'After Clean-up 1');
    await expect(page.getByTestId('first-state')).toHaveText('After Clean-up 1');
    await page.emulateMedia({ reducedMotion: 'no-preference' }); // states alternate by themselves
    await page.getByText('Flicker', { exact: true }).click();
    await page.getByRole('button', { name: 'Pause' }).click();
    const state = page.getByTestId('state');
    const before = await state.textContent();
    await page.keyboard.press('x');
    await expect(state).not.toHaveText(before ?? '');
    await page.getByText('Side by side', { exact: true }).click();
    await expect(state).toBeHidden();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    // painting is disabled meanwhile
    await paintStroke(page, 0.2);
    await expect(runButton(page)).toBeDisabled();
    await page.keyboard.press('Escape');
    await expect(comparing(page)).toBeHidden();
    await page.keyboard.press('ControlOrMeta+0');
    await page.mouse.move(5, 5);
    await expect.poll(async () => differingPixels(fitted, await canvasPicture(page))).toBe(0);
  });

  await longStep('tints every cleaned area', async () => {
    await page.keyboard.press('Shift+O');
    await expect(page.getByText('2 cleaned areas')).toBeVisible();
    await expect
      .poll(async () => differingPixels(fitted, await canvasPicture(page)))
      .toBeGreaterThan(500);
    await page.keyboard.press('Shift+O');
  });

  await test.step('explains why an underlying result is hidden, and hides it in one step', async () => {
    await page.getByRole('button', { name: 'Hide Clean-up 1' }).click();
    const fitAgain = page.getByRole('button', { name: 'Run Clean-up 2 again to fit' });
    await expect(fitAgain).toBeVisible();
    await pickItem(
      page.getByRole('button', { name: 'More actions for all results' }),
      'Hide all results',
    );
    await expect(page.getByRole('button', { name: 'Show Clean-up 2' })).toBeVisible();
    await page.keyboard.press('ControlOrMeta+z');
    await expect(page.getByRole('button', { name: 'Hide Clean-up 2' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Show Clean-up 1' })).toBeVisible();
    await page.keyboard.press('ControlOrMeta+z');
    await expect(page.getByRole('button', { name: 'Hide Clean-up 1' })).toBeVisible();
    await expect(fitAgain).toBeHidden();
    await page.getByRole('button', { name: 'Go to Clean-up 2' }).focus();
    await page.keyboard.press('Delete');
    await expect(resultEntry(page, 2)).toBeHidden();
    await page.keyboard.press('ControlOrMeta+z');
    await expect(resultEntry(page, 2)).toBeVisible();
  });
  if (isShortForm()) return;

  await test.step('reruns with a grown mask, and undo restores the earlier state', async () => {
    await page.getByRole('button', { name: 'More actions for Clean-up 2' }).click();
    await page.getByRole('menuitem', { name: 'Grow mask and run again…' }).click();
    const growth = page.getByRole('textbox', { name: 'Grow by, px' });
    await expect(growth).toBeFocused();
    // the mask and the calls are shown before sending
    const form = page.getByRole('group', { name: 'Grow mask and run again' });
    await expect(form).toContainText('Sends 1 call, cost unknown.');
    await expect
      .poll(async () => differingPixels(fitted, await canvasPicture(page)))
      .toBeGreaterThan(500);
    await growth.fill('9');
    await page.keyboard.press('Enter');
    await expect(resultEntry(page, 3)).toBeVisible({ timeout: 60_000 });
    await expect(runButton(page)).toBeDisabled(); // the run took the mask
    // the two are variants of one place, and one entry
    await expect(resultEntry(page, 2)).toBeHidden();
    const judged = page.getByRole('region', { name: 'Judge Clean-up 3' });
    const first = page.getByRole('status', { name: 'Variant 1 of 2' });
    const second = page.getByRole('status', { name: 'Variant 2 of 2' });
    await expect(judged.locator(second)).toBeVisible();
    await expect(entry(page, 3).locator(second)).toBeVisible();
    await expect(entry(page, 3)).toContainText('The other variant is kept until');
    await page.keyboard.press('k');
    await expect(page.getByRole('region', { name: 'Judge Clean-up 2' })).toBeVisible();
    await expect(entry(page, 2).locator(first)).toBeVisible();
    await entry(page, 2).getByRole('button', { name: 'Next variant' }).click();
    await expect(entry(page, 3).locator(second)).toBeVisible();
    await expect(entry(page, 3).getByRole('button', { name: 'Next variant' })).toBeFocused();
    await page.keyboard.press('ArrowLeft');
    await expect(entry(page, 2).locator(first)).toBeVisible();
    for (const _ of ['left', 'next', 'k']) await page.keyboard.press('ControlOrMeta+z');
    await expect(judged).toBeVisible();
    await page.keyboard.press('ControlOrMeta+z');
    await expect(page.getByRole('button', { name: 'Show Clean-up 3' })).toBeVisible();
    await expect(runButton(page)).toBeEnabled();
    await page.keyboard.press('ControlOrMeta+z');
    await expect(page.getByRole('button', { name: 'Hide Clean-up 2' })).toBeVisible();
    await expect(runButton(page)).toBeDisabled();
  });

  await test.step('restores the mask of a result for editing', async () => {
    await page.getByRole('button', { name: 'More actions for Clean-up 2' }).click();
    await page.getByRole('menuitem', { name: 'Restore mask' }).click();
    await expect(page.getByRole('button', { name: 'Show Clean-up 2' })).toBeVisible();
    await expect(runButton(page)).toBeEnabled();
    await page.keyboard.press('ControlOrMeta+z');
    await expect(page.getByRole('button', { name: 'Hide Clean-up 2' })).toBeVisible();
    await expect(runButton(page)).toBeDisabled();
  });

  await test.step('walks by arrow keys, deletes by a key, and restores', async () => {
    await page.getByRole('button', { name: 'Go to Clean-up 2' }).focus();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('button', { name: 'Go to Clean-up 1' })).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(page.getByRole('button', { name: 'Go to Clean-up 2' })).toBeFocused();
    await page.keyboard.press('Delete');
    await expect(resultEntry(page, 2)).toBeHidden();
    // the other variant takes its place; numbers stay
    await expect(page.getByRole('button', { name: 'Hide Clean-up 3' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Go to Clean-up 3' })).toBeFocused();
    await page.keyboard.press('ControlOrMeta+z');
    await pickItem(
      page.getByRole('button', { name: 'More actions for Clean-up 2' }),
      'Delete all 2 variants',
    );
    await expect(resultEntry(page, 2).or(resultEntry(page, 3))).toBeHidden();
    await page.keyboard.press('ControlOrMeta+z');
    await expect(page.getByRole('button', { name: 'Hide Clean-up 2' })).toBeVisible();
    await page.mouse.move(5, 5);
    await expect.poll(async () => differingPixels(fitted, await canvasPicture(page))).toBe(0);
  });

  await test.step('removes a hidden result in Settings; redo says so and continues', async () => {
    await page.keyboard.press('ControlOrMeta+z'); // the second clean-up: hidden, its mask is back
    await expect(page.getByRole('button', { name: 'Show Clean-up 2' })).toBeVisible();
    await page.getByRole('button', { name: 'Settings' }).click();
    const storage = page.getByRole('region', { name: 'Storage' });
    await expect(storage.getByText('2 hidden or deleted results')).toBeVisible();
    await storage.getByRole('button', { name: 'Remove hidden results…' }).click();
    await storage.getByRole('button', { name: /^Remove permanently/u }).click();
    await expect(storage.getByText('No hidden results.')).toBeVisible();
    await page.getByRole('button', { name: 'Studio' }).click();
    await expect(resultEntry(page, 2)).toBeHidden();
    await page.keyboard.press('ControlOrMeta+Shift+z');
    await expect(page.getByText(/This hidden result was removed/u)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Redo' })).toBeDisabled();
    await page.keyboard.press('ControlOrMeta+z'); // its stroke
    await expect(runButton(page)).toBeDisabled();
    await expect(page.getByText(/This hidden result was removed/u)).toBeHidden();
  });

  await test.step('undo continues past a deleted result, and restores its mask', async () => {
    await page.getByRole('button', { name: 'Hide Clean-up 1' }).click();
    await expect(page.getByRole('button', { name: 'Show Clean-up 1' })).toBeVisible();
    await page.getByRole('button', { name: 'Settings' }).click();
    const storage = page.getByRole('region', { name: 'Storage' });
    await storage.getByRole('button', { name: 'Remove hidden results…' }).click();
    await storage.getByRole('button', { name: /^Remove permanently/u }).click();
    await expect(storage.getByText('No hidden results.')).toBeVisible();
    await page.getByRole('button', { name: 'Studio' }).click();
    await expect(page.getByRole('region', { name: 'Edits' })).toBeHidden();
    await page.keyboard.press('ControlOrMeta+z'); // hiding it
    await expect(page.getByText(/This hidden result was removed/u)).toBeVisible();
    await page.keyboard.press('ControlOrMeta+z'); // the clean-up itself
    await expect(runButton(page)).toBeEnabled();
    await page.keyboard.press('ControlOrMeta+z'); // its stroke
    await expect(runButton(page)).toBeDisabled();
  });
};
test('selects, compares, hides and restores @short', review);
test('reviews, reruns and restores results by key @second', review);

test('moves the comparison bar out of the way @second', async ({ open, folder, service }) => {
  const { page } = await open({ account: service });
  await openNoise(page, folder, 'photo.png', 900, 900);
  const stage = await boxOf(page.getByRole('application'));
  const painted = { x: stage.x + stage.width / 2, y: stage.y + 50 };
  await page.mouse.move(painted.x - 20, painted.y);
  await page.mouse.down();
  await page.mouse.move(painted.x + 20, painted.y, { steps: 4 });
  await page.mouse.up();
  await runCleanUp(page);
  await page.keyboard.press('c');
  await expect(comparing(page)).toBeVisible();
  expect((await boxOf(comparing(page))).y).toBeGreaterThan(stage.y + stage.height / 2);
  // when comparing begins with the change elsewhere, the bar is at the top
  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+z');
  await page.keyboard.press('ControlOrMeta+z');
  await paintStroke(page);
  await runCleanUp(page, 2);
  await page.keyboard.press('c');
  await expect(comparing(page)).toBeVisible();
  expect((await boxOf(comparing(page))).y).toBeLessThan(stage.y + stage.height / 2);
});

/** Returns the entry of a result in the list. */
function entry(page: Page, number: number): Locator {
  return page.getByRole('listitem').filter({ hasText: `Clean-up ${number}` });
}

function comparing(page: Page): Locator {
  return page.getByRole('region', { name: 'Comparison' });
}

/** Captures the middle of the canvas, below the comparison's bar. */
async function belowBar(page: Page): Promise<Buffer> {
  const box = await boxOf(page.getByRole('application'));
  return page.screenshot({
    clip: { x: box.x + 40, y: box.y + 120, width: box.width - 80, height: box.height - 180 },
  });
}
