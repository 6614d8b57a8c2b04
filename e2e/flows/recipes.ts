/** Recipes that are put together by hand. */
import type { Page } from 'playwright';

/** The column in which a recipe is put together. */
export function recipeColumn(page: Page) {
  return page.getByRole('complementary', { name: 'Recipe' });
}

/** Begins an empty recipe, on the Recipes screen. */
export async function beginRecipe(page: Page): Promise<void> {
  await recipeColumn(page).getByRole('button', { name: 'More for this recipe' }).click();
  await page.getByRole('menuitem', { name: 'New recipe' }).click();
}

/** Adds a step; a picture is saved at the end, whenever that step came. */
export async function addStep(page: Page, title: string): Promise<void> {
  await recipeColumn(page).getByRole('button', { name: 'Add step' }).click();
  await page.getByRole('menuitem', { name: title }).click();
}

/** Gives the next run the pictures of a folder. */
export async function addFolder(page: Page, path: string): Promise<void> {
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add folder…' }).click();
  await (await choosing).setFiles(path);
}
