/** The plan of a recipe that looks into photographs: seen as it grows, stopped, gone on with, and kept. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { startPractising } from '../flows/studio.ts';
import { addFolder, addStep, beginRecipe } from '../flows/recipes.ts';
import { expect, test } from '../support/gesso.ts';

test('a plan that takes a while says how far it is, stops, and is still there later', async ({
  open,
  folder,
}) => {
  const set = join(folder, 'series');
  await mkdir(set);
  // each is looked at as a whole and in two parts
  for (const [index, colour] of ['#a33', '#3a3', '#33a', '#aa3'].entries()) {
    const slope = `<svg xmlns="http://www.w3.org/2000/svg" width="1900" height="1200"><linearGradient id="a"><stop stop-color="${colour}"/><stop offset="1" stop-color="#eee"/></linearGradient><rect width="1900" height="1200" fill="url(#a)"/></svg>`;
    await sharp(Buffer.from(slope))
      .png()
      .toFile(join(set, `${index + 1}.png`));
  }
  const { page } = await open({ viewport: { width: 1440, height: 900 } });
  await startPractising(page);
  await page.getByRole('button', { name: 'Recipes', exact: true }).click();
  await beginRecipe(page);
  await addStep(page, 'Remove text');
  await addFolder(page, set);

  const plan = page.getByRole('complementary', { name: 'Plan' });
  await expect(plan).toContainText('0 of 4 pictures planned');
  // calls are not spoken of before anything is known of them
  await expect(plan).not.toContainText('0 calls');
  await plan.getByRole('button', { name: 'Stop planning' }).click();
  await expect(plan).toContainText('Planning is stopped. You can start now');
  await expect(plan.getByRole('button', { name: 'Run on 4 pictures' })).toBeEnabled();
  await plan.getByRole('button', { name: 'Go on planning' }).click();
  await expect(plan).toContainText(/[123] of 4 pictures planned · .+ left/u, { timeout: 60_000 });
  await expect(plan).toContainText('4 pictures · no calls expected', { timeout: 60_000 });
  await page.reload();
  await page.getByRole('button', { name: 'Recipes', exact: true }).click();
  await expect(plan).toContainText('4 pictures · no calls expected');
});
