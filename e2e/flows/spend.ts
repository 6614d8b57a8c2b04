import type { Page } from 'playwright';
import { expect } from 'playwright/test';

/** Shows Spend with a whole month of bills: on its first day, the current month has none yet. */
export async function showLastMonth(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Spend', exact: true }).click();
  const period = page.getByRole('combobox', { name: 'Period' });
  const current = await period.inputValue();
  await page.getByRole('button', { name: 'Previous period' }).click();
  await expect(period).not.toHaveValue(current);
  await expect(page.getByRole('button', { name: 'Read again' })).toBeEnabled();
  await expect(page.getByText('Matches the service’s total')).toBeVisible();
}
