/** Routine actions: typed sizes and zooms, keys that swap, and Escape closing one thing at a time. */
import { openNoise, paintStroke, runCleanUp, zoomField } from '../flows/studio.ts';
import { expect, test } from '../support/gesso.ts';

test('sets sizes by typing, and swaps brush and eraser @second', async ({ open, folder }) => {
  const { page } = await open({ account: 'practice' });
  await openNoise(page, folder);

  const size = page.getByRole('textbox', { name: 'Brush size in photo pixels' });
  await size.fill('123');
  await size.press('Enter');
  await expect(size).toHaveValue('123 px');
  await size.fill('large');
  await size.press('Enter');
  await expect(size, 'no size: the former one stays').toHaveValue('123 px');
  await size.fill('7');
  await size.press('Escape');
  await expect(size).toHaveValue('123 px');

  const zoom = zoomField(page);
  await zoom.fill('250');
  await zoom.press('Enter');
  await expect(zoom).toHaveValue('250 %');
  await zoom.fill('999999 %');
  await zoom.press('Enter');
  await expect(zoom).toHaveValue('3200 %');
  await page.getByRole('button', { name: 'Zoom presets' }).click();
  await page.getByRole('menuitem', { name: '50 %', exact: true }).click();
  await expect(zoom).toHaveValue('50 %');

  await page.getByRole('application').focus();
  await page.keyboard.press('x');
  const eraser = page.getByRole('button', { name: 'Eraser', exact: true });
  await expect(eraser).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('x');
  const brush = page.getByRole('button', { name: 'Brush', exact: true });
  await expect(brush).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Arrow keys move, Shift farther.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Arrow keys move, Shift farther.')).toBeHidden();

  await page.keyboard.press('ControlOrMeta+0');
  await paintStroke(page);
  await runCleanUp(page);
  await page.keyboard.press('c');
  const bar = page.getByRole('region', { name: 'Comparison' });
  await expect(bar).toBeVisible();
  await brush.hover();
  await expect(page.getByRole('tooltip')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(bar).toBeHidden();
  await expect(page.getByRole('tooltip')).toBeHidden();
  await brush.focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('tooltip')).toContainText('Eraser');
  await page.evaluate(() => document.activeElement?.remove());
  await expect(page.getByRole('tooltip')).toBeHidden();
});
