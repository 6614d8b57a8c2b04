/** Steps of a chat user. */
import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { connectAccount } from './studio.ts';

/** Completes the first start with an account, and opens the chat. */
export async function openChat(
  page: Page,
  account: { readonly baseUrl: string; readonly key: string },
): Promise<void> {
  await connectAccount(page, account.baseUrl, account.key);
  await showChat(page);
}

/** Brings the chat to the front, ready for a message. */
export async function showChat(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Language/u }).click();
  await expect(page.getByRole('textbox', { name: 'Message', exact: true })).toBeVisible();
}

/** Sends a message in the conversation in front. */
export async function sendMessage(page: Page, text: string): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Message', exact: true });
  await field.fill(text);
  // enabled once the models are loaded
  await expect(page.getByRole('button', { name: 'Send message' })).toBeEnabled();
  await field.press('Enter');
}
