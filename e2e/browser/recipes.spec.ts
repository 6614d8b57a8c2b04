/** Recipes: composed, planned without a call, tried, judged, retried and exported. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { noisePng } from '../../electron/testing/pictures.ts';
import { expectAccessible } from '../flows/axe.ts';
import { download, upload } from '../flows/window.ts';
import { expect, isShortForm, longStep, test, type TestBody } from '../support/gesso.ts';
import { answered } from '../support/open-calls.ts';
import { addFolder, addStep, beginRecipe, recipeColumn } from '../flows/recipes.ts';
import { setPrice } from '../support/prices.ts';

const REMOVE_TEXT = '/v3/remove-text';
const REFUSAL = { code: 400, reason: 'ILLEGAL_IMAGE_CONTENT', message: 'No.' };

test('imports a recipe, and refuses one with 200,000 masks @second', async ({ open, folder }) => {
  const { page } = await open({ viewport: { width: 1440, height: 900 }, account: 'practice' });
  await page.getByRole('button', { name: 'Recipes', exact: true }).click();
  const choose = async (name: string, file: object) => {
    const path = join(folder, name);
    await writeFile(path, JSON.stringify({ format: 'gesso-recipe', version: 1, ...file }));
    await page.getByRole('button', { name: 'More for this recipe' }).click();
    await upload(page.getByRole('menuitem', { name: 'Import…' }), path);
  };
  const steps = [{ kind: 'remove-text', detail: 'full', where: 'whole' }];
  const mask = { width: 1, height: 1, tiles: '' };
  const many = Array.from({ length: 200_000 }, (_none, index) => [`m${index}`, mask]);
  const recipe = recipeColumn(page);
  await choose('hostile.json', {
    name: 'Masks',
    steps,
    masks: Object.fromEntries(many),
    faces: {},
  });
  await expect(page.getByText('This file is not a recipe of Gesso, or is damaged.')).toBeVisible();
  await choose('shop.json', { name: 'Shop', steps, masks: {}, faces: {} });
  await expect(recipe.getByRole('textbox', { name: 'Name' })).toHaveValue('Shop');
  await expect(recipe.getByText('Importing')).toHaveCount(0);
});

const tryRecipe: TestBody = async ({ open, folder, service }) => {
  const set = join(folder, 'series');
  await mkdir(join(set, 'inner'), { recursive: true });
  const names = ['1.png', '2 “two” 🦊.png', 'inner/3.png', 'inner/4.png'];
  for (const [index, name] of names.entries()) {
    await writeFile(join(set, name), await noisePng(320, 240, index + 1));
  }
  await writeFile(join(set, 'broken.png'), 'not a picture');
  await writeFile(join(set, 'notes.txt'), 'not a picture either');
  const paid = async () =>
    (await service.requests()).filter(({ method, path }) => method === 'POST' && path !== '/rpc');

  const { page } = await open({ viewport: { width: 1440, height: 900 }, account: service });
  await page.getByRole('button', { name: 'Recipes', exact: true }).click();

  await test.step('adds the steps to a recipe', async () => {
    const recipe = recipeColumn(page);
    await beginRecipe(page);
    await recipe.getByRole('textbox', { name: 'Name' }).fill('Small & clean');
    await addStep(page, 'Save');
    await addStep(page, 'Remove text');
    const steps = recipe.getByRole('list', { name: 'Steps' });
    // a picture is saved at the end
    await expect(steps.getByRole('listitem')).toContainText(['Remove text where found', 'Save']);
    await recipe.getByText('Whole picture').click();
    await addStep(page, 'Crop, turn or fit');
    await expect(steps.getByRole('listitem').nth(1)).toContainText('Fit into 2048 × 2048');
    await recipe.getByRole('textbox', { name: 'Width' }).fill('160');
    await recipe.getByRole('textbox', { name: 'Height' }).fill('160');
    await expect(steps.getByRole('listitem').nth(1)).toContainText('Fit into 160 × 160');
    await recipe.getByRole('button', { name: 'Save recipe' }).click();
    await expect(page.getByText('Recipe saved.')).toBeVisible();
    await expect(recipe.getByRole('button', { name: 'Recipe: Small & clean' })).toBeVisible();
  });

  await test.step('plans without cost, and lists what is left out', async () => {
    await addFolder(page, set);
    const plan = page.getByRole('complementary', { name: 'Recipe' });
    await expect(plan).toContainText('4 pictures, 4 calls');
    // files have thumbnails before the run; others than pictures have an icon
    const list = page.getByRole('grid', { name: 'Files of the next run' });
    await expect(list.getByRole('img', { name: 'Before' })).toHaveCount(4);
    await expect(plan).toContainText('1 picture left out');
    await expect(plan).toContainText('broken.png');
    await setPrice(page, 'Text removal', '0.02');
    await expect(plan).toContainText('Expected cost: $0.08');
    expect(await paid()).toEqual([]);
    await expectAccessible(page);
    await plan.getByRole('button', { name: 'Try 3 first' }).click();
  });

  const run = page.getByRole('complementary', { name: 'Recipe' });
  const files = page.getByRole('grid', { name: 'Files of the run' });
  await test.step('tries three pictures, and sends no fourth', async () => {
    await expect(run).toContainText('Trial finished', { timeout: 90_000 });
    await expect(run).toContainText('3 of 3 pictures, 1 left out');
    expect(await paid()).toHaveLength(3);
    await page.mouse.move(0, 0); // away from the tooltip of Stop
    await expectAccessible(page);
    const first = files.getByRole('gridcell').filter({ hasText: '1.png' });
    await expect(first).toContainText('160 × 120');
    await expect(first.getByRole('button', { name: 'Reject 1.png' })).toBeVisible();
    await first.getByRole('button', { name: 'Accept 1.png' }).click();
    await expect(first).toContainText('Saved as “1_edited.png”');
  });

  await longStep('shows a picture large, and rates it by keyboard', async () => {
    const second = files.getByRole('gridcell').filter({ hasText: '2 “two” 🦊.png' });
    await second.click();
    await page.getByRole('button', { name: 'Ground around pictures' }).press('Enter');
    await page.getByRole('menuitem', { name: 'As the theme' }).press('Enter');
    await second.click();
    await page.keyboard.press('Enter');
    const look = page.getByRole('dialog');
    await expect(look.getByTestId('first-state')).toHaveText('Before');
    await look.press('r');
    await expect(look.getByRole('heading', { name: '2 “two” 🦊.png' })).toBeHidden();
    await look.press('ArrowLeft');
    await expect(look.getByRole('button', { name: 'Reject', pressed: true })).toBeVisible();
    await look.getByRole('slider', { name: 'Split line' }).press('ArrowRight');
    await expect(look.getByRole('heading', { name: '2 “two” 🦊.png' })).toBeVisible();
    await expect(look.getByRole('slider', { name: 'Split line' })).toHaveAttribute(
      'aria-valuenow',
      '51',
    );
    await look.getByRole('button', { name: 'Again from here…' }).first().press('Enter');
    await look.getByRole('button', { name: 'Cancel' }).press('ArrowRight');
    await expect(look.getByRole('button', { name: 'Cancel' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(look).toBeHidden();
    await expect(second).toContainText('Rejected');
    // cards are side by side
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await expect(files.getByRole('gridcell').nth(1)).toHaveAttribute('aria-selected', 'true');
  });

  await longStep('opens a step in its screen with its settings', async () => {
    await files.getByRole('gridcell').filter({ hasText: '2 “two” 🦊.png' }).dblclick();
    const look = page.getByRole('dialog');
    await look.getByRole('button', { name: 'Open in Studio as step 1 began' }).click();
    await expect(page.getByRole('radio', { name: 'Remove text' })).toBeChecked();
    await page.getByRole('button', { name: 'Recipes', exact: true }).click();
    await expect(files.getByRole('gridcell', { selected: true })).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(files.getByRole('gridcell', { selected: true })).toHaveCount(0);
  });

  await longStep(
    'accepts nothing without a selection, and goes on to the next picture',
    async () => {
      const cells = files.getByRole('gridcell');
      await page.keyboard.press('a');
      await expect(cells.nth(0)).toHaveAttribute('aria-selected', 'true');
      await page.keyboard.press('a');
      await expect(cells.nth(1)).toHaveAttribute('aria-selected', 'true');
      await expect(cells.nth(1)).toContainText('Rejected');
      await page.keyboard.press('Escape');
    },
  );

  await test.step('keeps a failed picture with its message, and retries it alone', async () => {
    await service.fault({ path: REMOVE_TEXT, kind: 'answer', status: 400, body: REFUSAL });
    await run.getByRole('button', { name: 'Run on the other' }).click();
    await expect(run).toContainText('1 picture failed.');
    expect(await paid()).toHaveLength(4);
    await run.getByRole('button', { name: 'Retry failed' }).click();
    await expect(files.getByRole('button', { name: 'Accept 4.png' })).toBeVisible();
    await expect(run).toContainText('4 of 4 pictures, 1 left out');
    await expect(run).toContainText('Finished');
    expect(await paid()).toHaveLength(5);
  });

  await test.step('accepts and exports the rest', async () => {
    await page.getByRole('button', { name: 'Accept the rest' }).click();
    await expect(run).toContainText(isShortForm() ? 'Accepted4Rejected0' : 'Accepted3Rejected1');
    await expect(page.getByRole('main')).toBeFocused();
    await expect(files.getByText('Saved as “4_edited.png”')).toBeVisible();
    const { bytes: file } = await download(
      run.getByRole('button', { name: 'Download saved files' }),
    );
    expect(await sharp(file).metadata()).toMatchObject({ format: 'png', width: 160, height: 120 });
  });

  if (isShortForm()) return;

  await test.step('lists the recipe as one entry of Tasks, and keeps it after a reload', async () => {
    await answered(page);
    await page.getByRole('button', { name: 'Tasks', exact: true }).click();
    await expect(page.getByText('Small & clean, 4 photos').first()).toBeVisible();
    await page.reload();
    await page.getByRole('button', { name: 'Recipes', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Recipe: Small & clean' })).toBeVisible();
    await page.getByRole('button', { name: /^Document: / }).click();
    await page.getByRole('menuitem', { name: 'Small & clean, Finished' }).click();
    await expect(files.getByRole('gridcell')).toHaveCount(5);
    await expect(files.getByRole('gridcell').filter({ hasText: '1.png' })).toContainText(
      'Accepted',
    );
  });
};
test('plans, runs, accepts and exports a recipe @short', tryRecipe);
test('tries three pictures, and runs the rest @second', tryRecipe);
