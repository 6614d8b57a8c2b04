/** A recipe follows a folder: new files run within the daily limit and wait beyond it. */
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { noisePng } from '../../electron/testing/pictures.ts';
import { expect, test } from '../support/gesso.ts';
import { expectAccessible } from '../flows/axe.ts';
import { addStep, beginRecipe, recipeColumn } from '../flows/recipes.ts';

test('a followed folder runs files within its daily limit @second', async ({ open, folder }) => {
  const from = join(folder, 'from “here” 🦊');
  const to = join(folder, 'finished');
  await mkdir(from);
  await mkdir(to);
  const arrive = async (name: string, seed: number) =>
    await writeFile(join(from, name), await noisePng(64, 48, seed));
  await arrive('earlier.png', 1);
  const answers = [from, to];
  const chooseFolder = () => Promise.resolve(answers.shift());
  const options = { viewport: { width: 1440, height: 900 }, chooseFolder };
  const { page, quit } = await open({ ...options, account: 'practice' });
  await page.getByRole('button', { name: 'Recipes', exact: true }).click();
  const recipe = recipeColumn(page);
  await page.getByRole('button', { name: /^Follow a folder \S/u }).click();
  const followed = page.getByRole('region', { name: 'Followed folders' });

  await test.step('starts with a saved recipe and a limit of one call', async () => {
    await newRecipe(page, ['Remove text', 'Save']);
    await expect(followed.getByRole('button', { name: 'Follow a folder…' })).toBeDisabled();
    await recipe.getByRole('button', { name: 'Save recipe' }).click();
    await followed.getByRole('button', { name: 'Follow a folder…' }).click();
    await followed.getByRole('textbox', { name: 'Calls a day' }).fill('1');
    await expectAccessible(page);
    await followed.getByRole('button', { name: 'Follow', exact: true }).click();
    await expect(followed.getByText('Following', { exact: true })).toBeVisible();
    await expect(followed.getByText('Today: 0 of 1 call, free (practice)')).toBeVisible();
  });

  await test.step('runs a new file automatically', async () => {
    await arrive('one.png', 2);
    await expect(followed.getByText('Today: 1 of 1 call')).toBeVisible({ timeout: 30_000 });
    await expect.poll(() => readdir(to), { timeout: 30_000 }).toEqual(['one_edited.png']);
  });

  await test.step('holds back a file over the limit until the user runs it', async () => {
    await arrive('two.png', 3);
    await expect(followed.getByText('1 file waits, 1 call, free (practice)')).toBeVisible({
      timeout: 30_000,
    });
    await expect(followed.getByText('exceeds today’s limit')).toBeVisible();
    await followed.getByRole('button', { name: 'Run these now' }).click();
    await expect
      .poll(async () => (await readdir(to)).sort(), { timeout: 30_000 })
      .toEqual(['one_edited.png', 'two_edited.png']);
    await followed.getByRole('button', { name: 'Show run' }).click();
    await expect(page.getByRole('complementary', { name: 'Recipe' })).toContainText('Incoming');
  });

  await test.step('processes nothing after a restart until it is confirmed', async () => {
    await quit();
    const { page: again } = await open(options);
    await again.getByRole('button', { name: 'Recipes', exact: true }).click();
    await again.getByRole('button', { name: /^Follow a folder \S/u }).click();
    const later = again.getByRole('region', { name: 'Followed folders' });
    await expect(later.getByText('Gesso was restarted')).toBeVisible();
    await later.getByRole('button', { name: 'Follow again' }).click();
    await expect(later.getByText('Following', { exact: true })).toBeVisible();
    await later.getByRole('button', { name: 'Stop following' }).click();
    await expect(later.getByText('Following', { exact: true })).toBeHidden();
  });
});

test('takes typed folders in a browser, and writes there @second', async ({ open, folder }) => {
  const from = join(folder, 'from');
  const to = join(folder, 'finished');
  await mkdir(from);
  await mkdir(to);
  await writeFile(join(from, 'one.png'), await noisePng(64, 48, 1));
  const { page } = await open({ viewport: { width: 1440, height: 900 }, account: 'practice' });
  await page.getByRole('button', { name: 'Recipes', exact: true }).click();
  await newRecipe(page, ['Save']);
  await page.getByRole('button', { name: 'Save recipe' }).click();
  await page.getByRole('button', { name: /^Follow a folder \S/u }).click();
  const followed = page.getByRole('region', { name: 'Followed folders' });
  await followed.getByRole('button', { name: 'Follow a folder…' }).click();
  const follow = followed.getByRole('button', { name: 'Follow', exact: true });
  await expect(follow).toBeDisabled();
  await followed.getByRole('textbox', { name: 'Folder to follow' }).fill('from');
  await follow.click();
  await expect(
    page.getByText('Enter a full path, starting at the root of the disk.'),
  ).toBeVisible();
  await followed.getByRole('textbox', { name: 'Folder to follow' }).fill(from);
  await followed.getByRole('textbox', { name: 'Folder for finished files' }).fill(to);
  await followed.getByText('Include existing files').click();
  await expectAccessible(page);
  await recipeColumn(page).getByRole('textbox', { name: 'Name' }).first().fill('Scans');
  await expect(follow, 'the saved recipe would run').toBeDisabled();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await follow.click();
  await expect(followed.getByText('Following', { exact: true })).toBeVisible();
  await expect.poll(() => readdir(to), { timeout: 30_000 }).toEqual(['one_edited.png']);
});

/** Creates a recipe whose files are saved without review. */
async function newRecipe(page: Page, steps: readonly string[]): Promise<void> {
  const recipe = recipeColumn(page);
  await beginRecipe(page);
  await recipe.getByRole('textbox', { name: 'Name' }).fill('Incoming');
  for (const name of steps) {
    await addStep(page, name);
    if (name === 'Remove text') await recipe.getByText('Whole picture').click();
  }
  await recipe.getByText('At once').click();
}
