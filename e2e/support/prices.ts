/** Sets the price of a call. */
import type { Page } from 'playwright';
import { expect } from './gesso.ts';

/** Sets the price of the current operation by the screen's link to Settings, and returns with Enter. */
export async function setPrice(page: Page, operation: string, dollars: string): Promise<void> {
  await page.getByRole('button', { name: 'Set a price' }).first().click();
  const field = page.getByRole('table', { name: 'Price per call' }).locator('input:focus');
  await expect(field).toHaveAccessibleName(new RegExp(`^${operation}: price per call`, 'u'));
  await expect(field).toBeInViewport();
  await field.fill(dollars);
  await field.press('Enter');
  await expect(field).toBeHidden();
}
