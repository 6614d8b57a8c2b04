/** The command palette finds the commands of every screen and runs them there. */
import type { Page } from 'playwright';
import { COMMAND_INDEX } from '../../renderer/app/palette/command-index.ts';
import { expect, test } from '../support/gesso.ts';

test('finds, opens and runs the commands of every screen @second', async ({ open }) => {
  const { page } = await open({ account: 'practice' });

  await test.step('opens the screen of a command, and runs it when chosen', async () => {
    await choose(page, 'new chat');
    await expect(page.getByRole('textbox', { name: 'Message', exact: true })).toBeVisible();
    await choose(page, 'new document');
    await expect(page.getByRole('radio', { name: 'Completion' })).toBeChecked();
    await expect(page.getByRole('textbox', { name: 'Document', exact: true })).toBeFocused();
    await choose(page, 'budget');
    await expect(page.getByText('Budgets…: Practice costs nothing.')).toBeVisible();
    await choose(page, 'animated gif');
    await expect(page.getByText('Save range as GIF: Open a clip first.')).toBeVisible();
    await choose(page, 'quick look');
    await expect(page.getByText('Quick look: Select a task first.')).toBeVisible();
    await openPalette(page);
    await page.getByRole('textbox', { name: 'Search commands' }).fill('quick look');
    await expect(page.getByText('Select a task first', { exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await choose(page, 'lasso');
    await expect(page.getByText('Lasso: Open a photo first.')).toBeVisible();
    await choose(page, 'watch a task');
    await expect(page.getByRole('dialog', { name: 'Watch a task' })).toBeVisible();
    await page.keyboard.press('Escape');
    await choose(page, 'disk space');
    await expect(page.getByRole('heading', { name: 'Storage', exact: true })).toBeInViewport();
    await choose(page, 'run self-check');
    await expect(page.getByRole('button', { name: 'Run self-check' })).toBeInViewport();
  });

  await test.step('each screen has the commands that other screens find in it', async () => {
    const groups = Map.groupBy(
      COMMAND_INDEX.filter(
        ({ needs, keyId, isLocal = false }) =>
          needs === undefined && keyId === undefined && !isLocal,
      ),
      ({ screenId, firstId }) => `${screenId} ${firstId ?? ''}`,
    );
    for (const commands of groups.values()) {
      // one whose title no other screen has; both Training and Recipes add a folder
      const first = commands.find(
        ({ title }) => COMMAND_INDEX.filter((other) => other.title === title).length === 1,
      );
      if (first === undefined) continue;
      await choose(page, first.firstId === 'language.completion' ? 'show completion' : first.title);
      await page.keyboard.press('Escape');
      const titles = commands.map(({ title }) => title);
      await expect.poll(async () => missing(titles, await shownTitles(page))).toEqual([]);
    }
  });
});

/** Types into the palette and takes the first row. */
async function choose(page: Page, query: string): Promise<void> {
  await openPalette(page);
  await page.getByRole('textbox', { name: 'Search commands' }).fill(query);
  await expect(page.locator('.mantine-Spotlight-actionLabel').first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Search commands' })).toBeHidden();
}

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('textbox', { name: 'Search commands' })).toBeVisible();
}

/** All commands of the screen in front. */
async function shownTitles(page: Page): Promise<readonly string[]> {
  await openPalette(page);
  const titles = await page.locator('.mantine-Spotlight-actionLabel').allTextContents();
  await page.keyboard.press('Escape');
  return titles;
}

function missing(wanted: readonly string[], shown: readonly string[]): readonly string[] {
  return wanted.filter((title) => !shown.includes(title));
}
