/** The plan of a recipe that looks into photographs: seen as it grows, stopped, gone on with, and kept. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { noisePng } from '../../electron/testing/pictures.ts';
import { startPractising } from '../flows/studio.ts';
import { expect, test } from '../support/gesso.ts';

test('a plan that takes a while says how far it is, stops, and is still there later', async ({
  open,
  folder,
}) => {
  const set = join(folder, 'series');
  await mkdir(set);
  // each is looked at in several parts
  for (const name of ['1.png', '2.png', '3.png']) {
    await writeFile(join(set, name), await noisePng(2400, 1700, Number.parseInt(name, 10)));
  }
  const { page } = await open({ viewport: { width: 1440, height: 900 } });
  await startPractising(page);
  await page.getByRole('button', { name: 'Recipes', exact: true }).click();
  const recipe = page.getByRole('complementary', { name: 'Recipe' });
  await recipe.getByRole('button', { name: 'More for this recipe' }).click();
  await page.getByRole('menuitem', { name: 'New recipe' }).click();
  await recipe.getByRole('button', { name: 'Add step' }).click();
  await page.getByRole('menuitem', { name: 'Remove text' }).click();
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add folder…' }).click();
  await (await choosing).setFiles(set);

  const plan = page.getByRole('complementary', { name: 'Plan' });
  await expect(plan).toContainText('0 of 3 pictures planned');
  // calls are not spoken of before anything is known of them
  await expect(plan).not.toContainText('0 calls');
  await plan.getByRole('button', { name: 'Stop planning' }).click();
  await expect(plan).toContainText('Planning is stopped. You can start now');
  await expect(plan.getByRole('button', { name: 'Run on 3 pictures' })).toBeEnabled();
  await plan.getByRole('button', { name: 'Go on planning' }).click();
  await expect(plan).toContainText(/[12] of 3 pictures planned · .+ left/u, { timeout: 30_000 });
  await expect(plan).toContainText('3 pictures · no calls expected', { timeout: 30_000 });
  await page.reload();
  await page.getByRole('button', { name: 'Recipes', exact: true }).click();
  await expect(plan).toContainText('3 pictures · no calls expected');
});
