/** Steps to compose a recipe. */
import { pickItem, upload } from '../flows/window.ts';
import type { Page } from 'playwright';

export function recipeColumn(page: Page) {
  return page.getByRole('complementary', { name: 'Recipe' });
}

/** Begins an empty recipe, on the Recipes screen. */
export async function beginRecipe(page: Page): Promise<void> {
  await pickItem(
    recipeColumn(page).getByRole('button', { name: 'More for this recipe' }),
    'New recipe',
  );
}

/** Adds a step, always before the step that saves. */
export async function addStep(page: Page, title: string): Promise<void> {
  await pickItem(recipeColumn(page).getByRole('button', { name: 'Add step' }), title);
}

/** Gives the next run the pictures of a folder. */
export async function addFolder(page: Page, path: string): Promise<void> {
  await upload(page.getByRole('button', { name: 'Add folder…' }), path);
}
