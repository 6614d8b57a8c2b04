import { openPhoto, runCleanUp } from '../../e2e/flows/studio.ts';
import type { Shot } from './shot.ts';
import { makeGroup, makeScan, sampleFile } from './samples.ts';

/** Order matters: each continues where the one before ended. */
export const STUDIO_SHOTS: readonly Shot[] = [
  {
    name: 'studio-mask',
    async prepare({ page }) {
      await openPhoto(page, sampleFile('fig-in-a-bowl'));
      const photo = page.getByRole('application');
      const { width = 0, height = 0 } = (await photo.boundingBox()) ?? {};
      await page.keyboard.press('o');
      await photo.click({ position: { x: 0.6 * width, y: 0.535 * height } });
      await page.getByRole('button', { name: 'Add selection to mask' }).click();
      await page.getByText('Added to the mask.').waitFor({ timeout: 60_000 });
    },
  },
  {
    name: 'studio-result',
    async prepare({ page }) {
      await runCleanUp(page);
    },
  },
  {
    name: 'compare',
    async prepare({ page }) {
      await page.getByRole('application').focus();
      await page.keyboard.press('c');
      await page.getByRole('region', { name: 'Comparison' }).waitFor();
    },
  },
  {
    name: 'remove-person',
    async prepare({ page, folder }) {
      await page.keyboard.press('c');
      await openPhoto(page, await makeGroup(folder));
      await page.getByRole('application').focus();
      await page.keyboard.press('ControlOrMeta+k');
      await page.getByRole('textbox', { name: 'Search commands' }).fill('Select people');
      await page.keyboard.press('Enter');
      await page.getByText('2 people found, 2 ticked.').waitFor({ timeout: 90_000 });
    },
  },
  {
    name: 'clean-scan',
    async prepare({ page, folder }) {
      await page.keyboard.press('Escape');
      await openPhoto(page, await makeScan(folder));
      await page.getByRole('button', { name: 'Spots', exact: true }).click();
      await page
        .getByRole('button', { name: /^Find spots/u })
        .first()
        .click();
      await page.getByText(/^1 \/ \d+$/u).waitFor({ timeout: 60_000 });
    },
  },
  {
    name: 'remove-caption',
    async prepare({ page }) {
      await page.keyboard.press('Escape');
      await openPhoto(page, sampleFile('postcard'));
      await page.getByText('Remove text', { exact: true }).click();
      await page.getByRole('button', { name: 'Find text' }).first().click();
      await page.getByRole('checkbox').first().waitFor({ timeout: 60_000 });
    },
  },
];
