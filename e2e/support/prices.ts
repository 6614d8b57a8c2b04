/** Prices of calls, as a person enters them. */
import type { Page } from 'playwright';
import { expect } from './gesso.ts';

/** Of the operation in front: from the screen that misses a price to the table in Settings, and back with Enter. */
export async function setPrice(page: Page, operation: string, dollars: string): Promise<void> {
  await page.getByRole('button', { name: 'Set a price' }).first().click();
  const field = page.getByRole('table', { name: 'Price per call' }).locator('input:focus');
  await expect(field).toHaveAccessibleName(new RegExp(`^${operation}: price per call`, 'u'));
  await expect(field).toBeInViewport();
  await field.fill(dollars);
  await field.press('Enter');
  await expect(field).toBeHidden();
}
