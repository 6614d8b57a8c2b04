/** Speeds up tasks of a practice service, and polls them more often than usual. */
import type { Locator, Page } from 'playwright';
import { expect, type Service } from './gesso.ts';

/** Sets the speed of the service for tests. */
export async function hurry({ baseUrl, key }: Service): Promise<void> {
  const answer = await fetch(`${baseUrl}/practice/state`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ taskSpeed: 1000 }),
  });
  expect(answer.ok).toBe(true);
}

/** Waits for the end of work, polling more often than usual. */
export async function untilShown(page: Page, shown: Locator): Promise<void> {
  await expect
    .poll(
      async () => {
        await page.evaluate(() => window.dispatchEvent(new Event('online')));
        return shown.isVisible();
      },
      { timeout: 60_000, intervals: [50, 100, 200] },
    )
    .toBe(true);
}
