/** Steps to compose a recipe. */
import type { Page } from 'playwright';

export function recipeColumn(page: Page) {
  return page.getByRole('complementary', { name: 'Recipe' });
}

/** Begins an empty recipe, on the Recipes screen. */
export async function beginRecipe(page: Page): Promise<void> {
  await recipeColumn(page).getByRole('button', { name: 'More for this recipe' }).click();
  await page.getByRole('menuitem', { name: 'New recipe' }).click();
}

/** Adds a step, always before the step that saves. */
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
