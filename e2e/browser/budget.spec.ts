/** A budget is set in Spend, shown in the top bar, and asked about before a call exceeds it. */
import { CLEANUP_PATH, cleanUpCalls } from '../flows/service.ts';
import { openNoise, paintStroke, resultEntry } from '../flows/studio.ts';
import { expect, test } from '../support/gesso.ts';
import { noiseRgb } from '../support/pictures.ts';

test('asks before a call that exceeds a budget', async ({ open, folder, service }) => {
  // on its first day, the month has no bills before this one
  const picture = (await noiseRgb(64, 64).png().toBuffer()).toString('base64');
  await service.post(CLEANUP_PATH, { image_file: picture, mask_file: picture });
  const { page } = await open({ viewport: { width: 1440, height: 900 }, account: service });
  await page.getByRole('button', { name: 'Spend', exact: true }).click();
  // the month is known once its bills are read, which the service's rate makes slow
  const total = page.getByText('Matches the service’s total');
  await expect(total.or(page.getByText(/^Reading bills, ([6-9]|\d\d) of/u))).toBeVisible();
  await expect(total).toBeVisible();
  const pill = page.getByRole('button', { name: /^Spent this month: \$/u });
  await expect(pill).toContainText('so far');

  const budgets = page.getByRole('button', { name: /^Budget: /u });
  await expect(budgets).toHaveText('Budget: none');
  await budgets.click();
  await page.getByRole('button', { name: 'Budgets…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Budgets' });
  await dialog.getByRole('button', { name: 'Add a budget' }).click();
  await expect(dialog.getByRole('status')).toHaveText(/Enter an amount/u);
  await dialog.getByRole('textbox', { name: 'Amount of the budget' }).fill('0.01');
  await dialog.getByRole('checkbox', { name: /Ask before a call/u }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await budgets.click();
  const spendForecast = page.getByRole('dialog', { name: /^Budget: /u });
  await expect(spendForecast).toContainText(/Everything, a month: \$\d.* of \$0\.01/u);
  await page.keyboard.press('Escape');
  await expect(pill).toContainText('%');

  await page.getByRole('button', { name: 'Studio', exact: true }).click();
  await openNoise(page, folder, 'harbour.png');
  await paintStroke(page);
  await page.keyboard.press('ControlOrMeta+Enter');
  const question = page.getByRole('dialog', { name: 'This goes over your budget' });
  await expect(question.getByRole('row', { name: /^Billed this month \$/u })).toBeVisible();
  await question.getByRole('button', { name: 'Don’t send' }).click();
  await expect(question).toHaveCount(0);
  expect(await cleanUpCalls(service)).toBe(1);

  await page.keyboard.press('ControlOrMeta+Enter');
  await question.getByRole('button', { name: 'Send anyway' }).click();
  await expect(resultEntry(page, 1)).toBeVisible();
});
