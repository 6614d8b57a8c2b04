/** Settings: sections, search, and settings that change the window. */
import { wordsInSight } from '../flows/words.ts';
import { pickOption, reload } from '../flows/window.ts';
import { expect, test } from '../support/gesso.ts';

test('lists, opens and searches sections, in few words', async ({ open }) => {
  const { page } = await open({ viewport: { width: 1440, height: 900 }, account: 'practice' });
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  const sections = page.getByRole('navigation', { name: 'Sections' });
  await expect(page.getByRole('region', { name: 'About' })).toBeAttached();
  await expect(sections.getByRole('button', { name: 'Connections' })).toHaveAttribute(
    'aria-current',
    'true',
  );
  await page.mouse.move(720, 5);
  expect(await wordsInSight(page)).toBeLessThanOrEqual(115);

  await sections.getByRole('button', { name: 'Backups' }).click();
  await expect(page.getByRole('heading', { name: 'Backups' })).toBeInViewport();
  await expect(sections.getByRole('button', { name: 'Backups' })).toHaveAttribute(
    'aria-current',
    'true',
  );

  const search = page.getByRole('textbox', { name: 'Search settings' });
  await search.fill('text size');
  await expect(sections.getByRole('button')).toHaveText(['Appearance']);
  await expect(page.getByRole('region', { name: 'Connections' })).toBeHidden();
  await expect(page.getByText('Theme', { exact: true })).toBeHidden();
  await expect(page.getByRole('combobox', { name: 'Text size' })).toBeVisible();
  await search.fill('no such setting');
  await expect(page.getByText('No setting has these words.')).toBeVisible();
  await search.fill('');
  await expect(sections.getByRole('button')).toHaveCount(11);
});

test('names the libraries, and keeps appearance until reset @second', async ({ open }) => {
  const { page } = await open({ account: 'practice' });
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  const about = page.getByRole('region', { name: 'About' });
  await about.getByText('Licences of the libraries').click();
  const row = about.getByRole('row', { name: /^libvips/u });
  await expect(row).toContainText('LGPLv3');
  await expect(row).toContainText(/\d+\.\d+\.\d+/u);
  const clips = about.getByRole('row', { name: /^mediabunny/u });
  await expect(clips).toContainText(/\d+\.\d+\.\d+/u);
  await expect(clips).toContainText('Mozilla Public License 2.0');

  const html = page.locator('html');
  const grounds = page.getByRole('radiogroup', { name: 'Ground around pictures' });
  await expect(grounds.getByRole('radio')).toHaveCount(5);
  await expect(grounds.getByRole('radio', { name: 'Dark grey' })).toBeChecked();
  await grounds.getByRole('radio', { name: 'White' }).click();
  await expect(html).toHaveAttribute('data-ground', 'white');
  await expect(html).toHaveCSS('--gesso-ground', /^#f+$/u);
  await page.keyboard.press('ArrowLeft');
  await expect(html).toHaveAttribute('data-ground', 'light');

  await pickOption(page.getByRole('combobox', { name: 'Text size' }), '125 %');
  await expect(html).toHaveCSS('font-size', '20px');
  await reload(page);
  await expect(html).toHaveCSS('font-size', '20px');
  await expect(html).toHaveAttribute('data-ground', 'light');
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await page.getByRole('button', { name: 'As the theme' }).click();
  await expect(html).not.toHaveAttribute('data-ground');
  await expect(grounds.getByRole('radio', { name: 'Dark grey' })).toBeChecked();
});
