/** Steps of a run in the Studio: a clean-up with its own mask and margin, a blend with its strength. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { addFolder, addStep, beginRecipe, recipeColumn } from '../flows/recipes.ts';
import { pickOption } from '../flows/window.ts';
import { expect, test } from '../support/gesso.ts';

/** A picture with a dust spot on a plain ground. */
async function dusty(path: string): Promise<void> {
  const dot = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="240"><circle cx="120" cy="90" r="4" fill="#111"/></svg>`;
  await sharp({ create: { width: 320, height: 240, channels: 3, background: '#c8b8a0' } })
    .composite([{ input: Buffer.from(dot) }])
    .png()
    .toFile(path);
}

test('opens steps in the Studio with their settings @second', async ({ open, folder }) => {
  const set = join(folder, 'series');
  await mkdir(set);
  await dusty(join(set, 'dusty.png'));
  const { page } = await open({ viewport: { width: 1440, height: 900 }, account: 'practice' });
  await page.getByRole('button', { name: 'Recipes', exact: true }).click();
  const recipe = recipeColumn(page);
  await beginRecipe(page);
  await addStep(page, 'Clean up people, spots or text');
  await pickOption(recipe.getByRole('combobox', { name: 'Remove' }), 'Spots and dust');
  await recipe.getByRole('textbox', { name: 'Margin' }).fill('11');
  await addStep(page, 'Crop, turn or fit');
  await recipe.getByText('Mirror left and right').click();
  await addStep(page, 'Blend with the picture before');
  await addFolder(page, set);
  const plan = page.getByRole('complementary', { name: 'Recipe' });
  await plan.getByRole('button', { name: 'Run on 1' }).click();
  await expect(page.getByRole('complementary', { name: 'Recipe' })).toContainText('Finished');

  const look = page.getByRole('dialog');
  const openStep = async (number: number) => {
    await page.getByRole('button', { name: 'Recipes', exact: true }).click();
    await page
      .getByRole('grid', { name: 'Files of the run' })
      .getByRole('gridcell')
      .first()
      .dblclick();
    await look.getByRole('button', { name: `Open in Studio as step ${number} began` }).click();
    await expect(look).toBeHidden();
  };
  const own = page.getByRole('group', { name: 'Settings of the recipe step' });

  await test.step('opens a clean-up step with its margin for this photo, and links back', async () => {
    await openStep(1);
    await expect(own).toContainText('Margin 11 px, colours not matched');
    await openStep(1);
    await expect(own).toContainText('Margin 11 px, colours not matched');
    const margin = page.getByRole('textbox', { name: 'Margin', exact: true });
    await expect(margin).toHaveValue('11');
    await margin.fill('20');
    await margin.press('Enter');
    await expect(own).toContainText('Margin 20 px');
    await own.getByRole('button', { name: 'Use my settings' }).click();
    await expect(own).toBeHidden();
    await expect(margin).toHaveValue('4');
  });

  await test.step('a crop step says where its settings are', async () => {
    await openStep(2);
    await expect(page.getByText('The Studio doesn’t crop')).toBeVisible();
  });

  await test.step('shows a blend step as a result over the previous picture, with its strength', async () => {
    await openStep(3);
    const edit = page.getByRole('region', { name: 'Recipe steps 1', exact: true });
    await expect(edit.getByRole('textbox', { name: 'Opacity' })).toHaveValue('70');
    const judged = page.getByRole('region', { name: 'Judge Recipe steps 1' });
    await expect(judged.getByRole('button', { name: /again/u })).toHaveCount(0);
    // three steps, three photos: the first one was opened twice
    await expect(
      page.getByRole('listbox', { name: 'Open photos' }).getByRole('option'),
    ).toHaveCount(3);
  });
});
