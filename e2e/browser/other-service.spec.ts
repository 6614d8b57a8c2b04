/** A service that deviates from the specification does not disturb the work. */
import type { Page } from 'playwright';
import { faultsOfOtherService } from '../../electron/testing/other-service.ts';
import { sendMessage, showChat } from '../flows/chat.ts';
import { expect, test } from '../support/gesso.ts';

const QUESTION = 'Name a warm colour';

test('shows an answer with fractional tokens once @second', async ({ open, service }) => {
  for (const fault of await faultsOfOtherService(service.baseUrl, service.key)) {
    await service.fault(fault);
  }
  const first = await open({ account: service });
  await showChat(first.page);
  await sendMessage(first.page, QUESTION);
  await expect(first.page.getByRole('button', { name: 'Regenerate' })).toBeVisible();
  const text = await onlyAnswer(first.page);
  await first.quit();

  const { page } = await open({ account: service });
  await showChat(page);
  await page.getByRole('button', { name: new RegExp(`^${QUESTION}`, 'u') }).click();
  await expect(page.getByRole('button', { name: 'Regenerate' })).toBeVisible();
  expect(await onlyAnswer(page)).toBe(text);
  await page.getByRole('button', { name: /^Model: /u }).click();
  const models = page.getByRole('listbox', { name: 'Models' });
  await expect(models.getByRole('option').filter({ hasText: 'Withdrawn' })).toHaveCount(1);
  await expect(models.getByRole('option').last()).toContainText('Withdrawn');
  await expect(models.getByText('practice/embedding')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Tasks/u }).click();
  await page.getByRole('radiogroup', { name: 'List' }).getByText('Answers').click();
  const rows = page.getByRole('list', { name: 'Answers' }).getByRole('listitem');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(QUESTION);
});

/** Waits for the only answer to end. @returns its text */
async function onlyAnswer(page: Page): Promise<string> {
  const answer = page.getByRole('article', { name: 'Answer' });
  await expect(answer).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Stop', exact: true })).toHaveCount(0);
  await expect(answer.getByText(/ tokens,/u)).toHaveCount(1);
  return (await answer.locator('p').allTextContents()).join('\n');
}
