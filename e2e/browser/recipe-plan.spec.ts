/** The plan of a recipe that looks into photos: shown while it grows, stopped, resumed and kept. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { createHeldFinder, redOf } from '../../electron/testing/held-finder.ts';
import { addFolder, addStep, beginRecipe } from '../flows/recipes.ts';
import { pickItem } from '../flows/window.ts';
import { expect, test } from '../support/gesso.ts';

test('shows, stops and keeps a slow plan @second', async ({ open, folder }) => {
  const set = join(folder, 'series');
  await mkdir(set);
  for (const [index, red] of [0x20, 0x40, 0x60, 0x80].entries()) {
    await sharp({
      create: { width: 600, height: 400, channels: 3, background: { r: red, g: 0, b: 0 } },
    })
      .png()
      .toFile(join(set, `${index + 1}.png`));
  }
  const finder = createHeldFinder();
  const { page } = await open({
    viewport: { width: 1440, height: 900 },
    startPerception: finder.start,
    account: 'practice',
  });
  await page.getByRole('button', { name: 'Recipes', exact: true }).click();
  await beginRecipe(page);
  await addStep(page, 'Remove text');
  await addFolder(page, set);

  const plan = page.getByRole('complementary', { name: 'Recipe' });
  await expect(plan).toContainText('0 of 4 pictures planned');
  // no calls are mentioned before they are known
  await expect(plan).not.toContainText('0 calls');
  await plan.getByRole('button', { name: 'Stop planning' }).click();
  await expect(plan).toContainText('Planning stopped. You can start now');
  await expect(plan.getByRole('button', { name: 'Run on 4' })).toBeEnabled();
  await plan.getByRole('button', { name: 'Continue planning' }).click();
  // pictures before a slow one are counted while it is analysed
  finder.allow((order) => (redOf(order) ?? 0) < 0x60);
  await expect(plan).toContainText(/2 of 4 pictures planned, .+ left/u);
  finder.allow(() => true);
  await expect(plan).toContainText('4 pictures, no calls expected');
  await page.reload();
  await page.getByRole('button', { name: 'Recipes', exact: true }).click();
  await expect(plan).toContainText('4 pictures, no calls expected');
});

test('plans anew for the connection that is in use', async ({ open, service, folder }) => {
  const { page } = await open({ viewport: { width: 1440, height: 900 }, account: service });
  await page.getByRole('button', { name: 'Recipes', exact: true }).click();
  await beginRecipe(page);
  await addStep(page, 'Upscale');
  const set = join(folder, 'series');
  await mkdir(set);
  await sharp({ create: { width: 64, height: 48, channels: 3, background: 'red' } })
    .png()
    .toFile(join(set, '1.png'));
  await addFolder(page, set);
  const plan = page.getByRole('complementary', { name: 'Recipe' });
  await expect(plan).toContainText('Cost unknown.');
  await pickItem(page.getByRole('button', { name: /^Connection: / }), 'Practice');
  await expect(plan).toContainText('Practice: free.');
});
