/** Steps that all screens have: menus, lists of options, files that are opened and saved. */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright';
import { answered } from '../support/open-calls.ts';

/** Opens a menu by its button, and selects an item. */
export async function pickItem(button: Locator, name: string | RegExp): Promise<void> {
  await button.click();
  await button.page().getByRole('menuitem', { name }).click();
}

/** Opens a list of options, and selects one. */
export async function pickOption(field: Locator, name: string): Promise<void> {
  await field.click();
  await field.page().getByRole('option', { name }).click();
}

/** Clicks what opens the system's dialog, and chooses files or a folder there. */
export async function upload(button: Locator, files: string | readonly string[]): Promise<void> {
  const chooser = button.page().waitForEvent('filechooser');
  await button.click();
  await (await chooser).setFiles(typeof files === 'string' ? files : [...files]);
}

/** Clicks what saves a file, and returns the file. */
export async function download(button: Locator) {
  const started = button.page().waitForEvent('download');
  await button.click();
  const file = await started;
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

/** Opens the command palette, and types into it. */
export async function searchCommands(page: Page, words: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('textbox', { name: 'Search commands' }).fill(words);
}

/** Reloads the page once all its calls are answered. */
export async function reload(page: Page): Promise<void> {
  await answered(page);
  await page.reload();
}
