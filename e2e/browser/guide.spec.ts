/** F1 opens the guide at the page of the current screen. */
import { expectAccessible } from '../flows/axe.ts';
import { expect, test } from '../support/gesso.ts';

test('F1 opens the guide at the current screen, with search and links', async ({ open }) => {
  const { page } = await open({ viewport: { width: 1024, height: 700 }, account: 'practice' });
  const guide = page.getByRole('dialog', { name: 'Guide' });
  const shown = (title: string) => guide.getByRole('article', { name: title, exact: true });
  await page.keyboard.press('F1');
  await expect(shown('Studio')).toBeVisible();
  await expect
    .poll(() =>
      shown('Studio')
        .getByRole('img')
        .first()
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBeGreaterThan(0);
  await expectAccessible(page);

  await test.step('keeps a key on the line of its parenthesis', async () => {
    for (const width of [620, 760]) {
      await page.setViewportSize({ width, height: 700 });
      const torn = await shown('Studio').evaluate((article) =>
        [...article.querySelectorAll('kbd')]
          .filter(({ previousSibling: before }) => {
            const end = before?.textContent?.length ?? 0;
            if (before?.textContent?.endsWith('(') !== true) return false;
            const range = document.createRange();
            range.setStart(before, end - 1);
            range.setEnd(before, end);
            const key = before.nextSibling as Element;
            return range.getBoundingClientRect().bottom < key.getBoundingClientRect().top;
          })
          .map(({ textContent }) => textContent),
      );
      expect(torn).toEqual([]);
    }
  });

  await guide.getByRole('button', { name: 'Clean a scan' }).last().click();
  await expect(shown('Clean a scan')).toBeVisible();
  await guide.getByRole('textbox', { name: 'Search the guide' }).fill('asset ids');
  await page.keyboard.press('Enter');
  await expect(shown('Training')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(guide).toBeHidden();

  const recipes = page.getByRole('button', { name: 'Recipes', exact: true });
  await recipes.click();
  await page.keyboard.press('F1');
  await expect(shown('Recipes')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(guide).toBeHidden();
  await expect(recipes, 'the focus is where it was').toBeFocused();
});
