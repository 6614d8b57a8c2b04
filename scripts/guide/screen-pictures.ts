import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { showLastMonth } from '../../e2e/flows/spend.ts';
import { makeGroup, makeSeries, sampleFile } from './samples.ts';
import type { Shot } from './shot.ts';

/** Order matters: each continues where the one before ended. */
export const SCREEN_SHOTS: readonly Shot[] = [
  {
    name: 'faces',
    async prepare({ page }) {
      await show(page, 'Faces');
      await page.getByRole('button', { name: 'Use the sample' }).click();
      const merge = page.getByRole('button', { name: 'Merge faces' });
      await expect(merge).not.toHaveAttribute('aria-disabled', 'true');
      await merge.click();
      await page.getByRole('region', { name: 'This result' }).waitFor({ timeout: 60_000 });
    },
  },
  {
    name: 'face-in-a-group',
    async prepare({ page, folder }) {
      const well = page.getByRole('region', { name: 'Picture', exact: true });
      const choosing = page.waitForEvent('filechooser');
      await page.keyboard.press('ControlOrMeta+k');
      await page.getByRole('textbox', { name: 'Search commands' }).fill('Select a picture');
      await page.keyboard.press('Enter');
      await (await choosing).setFiles(await makeGroup(folder));
      await page.getByRole('button', { name: 'Crop Picture' }).click();
      await well.getByText(/^Crop, sent as/u).waitFor();
    },
  },
  {
    name: 'upscale',
    async prepare({ page }) {
      await show(page, 'Upscale');
      const form = page.getByRole('complementary', { name: 'Settings' });
      await page.getByRole('button', { name: 'Use the sample' }).click();
      const send = form.getByRole('button', { name: /^Upscale to/u });
      await expect(send).not.toHaveAttribute('aria-disabled', 'true');
      await send.click();
      await page.getByRole('slider', { name: 'Split line' }).waitFor({ timeout: 90_000 });
    },
  },
  {
    name: 'video',
    async prepare({ page }) {
      await show(page, 'Video');
      const form = page.getByRole('complementary', { name: 'Settings' });
      await page.getByRole('button', { name: 'Use the sample' }).click();
      const make = form.getByRole('button', { name: 'Make clip' });
      await expect(make).not.toHaveAttribute('aria-disabled', 'true');
    },
  },
  {
    name: 'looping-clip',
    async prepare({ page }) {
      const form = page.getByRole('complementary', { name: 'Settings' });
      await form.getByRole('button', { name: 'Make clip' }).click();
      const card = page.getByRole('feed', { name: 'Clips' }).getByRole('article').first();
      const done = card.getByRole('button', { name: /^Open .*, Done$/u });
      await done.click({ timeout: 120_000 });
      await page
        .getByText(/^\d+ \/ \d+,/u)
        .first()
        .waitFor();
    },
  },
  {
    name: 'recipes',
    async prepare({ page, folder }) {
      await show(page, 'Recipes');
      const choosing = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Add folder…' }).click();
      await (await choosing).setFiles(await makeSeries(folder));
      const plan = page.getByRole('complementary', { name: 'Recipe' });
      await plan.getByText(/^4 pictures, /u).waitFor({ timeout: 60_000 });
    },
  },
  {
    name: 'recipe-run',
    async prepare({ page }) {
      const plan = page.getByRole('complementary', { name: 'Recipe' });
      await plan.getByRole('button', { name: 'Try 3 first' }).click();
      await page
        .getByRole('status')
        .getByText('Trial finished')
        .or(page.getByText('Trial finished', { exact: true }))
        .first()
        .waitFor({ timeout: 120_000 });
    },
  },
  {
    name: 'language',
    async prepare({ page }) {
      await show(page, 'Language');
      const field = page.getByRole('textbox', { name: 'Message', exact: true });
      await field.fill('Write three captions for a photo of a fig in a bowl.');
      await field.press('Enter');
      await page
        .getByRole('button', { name: /^Regenerate|^New answer/u })
        .first()
        .waitFor();
    },
  },
  {
    name: 'chat-with-pictures',
    async prepare({ page }) {
      await page.getByRole('button', { name: 'New conversation' }).click();
      const choosing = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Add pictures' }).click();
      await (await choosing).setFiles(sampleFile('two-dogs'));
      const field = page.getByRole('textbox', { name: 'Message', exact: true });
      await field.fill('Describe this picture in one sentence.');
    },
  },
  {
    name: 'training',
    async prepare({ page }) {
      await show(page, 'Training');
      await page.getByRole('button', { name: 'Use samples' }).click();
      await page.getByRole('grid', { name: 'Training files' }).getByRole('row').nth(2).waitFor();
      await expect(page.getByText(/^Checking/u)).toHaveCount(0, { timeout: 60_000 });
    },
  },
  {
    name: 'spend',
    prepare: ({ page }) => showLastMonth(page),
  },
  {
    name: 'month-bill',
    async prepare({ page }) {
      await page.getByRole('button', { name: /, show its rows$/u }).click();
      await page.getByRole('region', { name: /^Rows: / }).waitFor();
    },
  },
  {
    name: 'tasks',
    async prepare({ page }) {
      await show(page, 'Tasks');
      await page.getByRole('treegrid', { name: 'Tasks' }).getByRole('row').first().click();
      await page.getByText('Timeline').waitFor();
    },
  },
  {
    name: 'activity',
    async prepare({ page }) {
      await show(page, 'Activity');
      await page
        .getByRole('textbox', { name: 'Search by address, operation or status' })
        .fill('cleanup');
      const calls = page.getByRole('grid', { name: 'Calls' });
      await calls.getByRole('row').filter({ hasText: 'cleanup' }).first().waitFor();
      await expect(calls.getByText('Bills', { exact: true })).toHaveCount(0);
      await calls.focus();
      await page.keyboard.press('ArrowDown');
      await page.getByRole('region', { name: 'Request' }).waitFor();
    },
  },
  {
    name: 'settings',
    async prepare({ page }) {
      await show(page, 'Settings');
      await page.getByRole('region', { name: 'Storage' }).waitFor();
    },
  },
];

async function show(page: Page, screen: string): Promise<void> {
  const name = new RegExp(`^${screen}`, 'u');
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name }).click();
}
