/** A long answer that comes all at once: its end is shown, all of it is there, and what is read stays in place. */
import type { Page } from 'playwright';
import { connectAccount } from '../flows/studio.ts';
import { answerText, ANSWER_TEXT, piecesOf } from '../support/answer-text.ts';
import { expect, test } from '../support/gesso.ts';
import { startModelServer, tokenEvents } from '../support/model-server.ts';

test('a long answer that comes all at once is whole, and what is read of it stays in place', async ({
  open,
}) => {
  await using server = await startModelServer();
  const { page } = await open({ viewport: { width: 1440, height: 900 } });
  await connectAccount(page, server.baseUrl, server.key);
  await page.getByRole('button', { name: /^Language/u }).click();
  const field = page.getByRole('textbox', { name: 'Message', exact: true });
  await field.fill('All at once, please');
  await page.evaluate(holdIdleCallbacks);
  await field.press('Enter');
  const call = await server.nextCall();
  const pieces = piecesOf(answerText(), ANSWER_TEXT.pieces);
  await call.burst(tokenEvents('test/first', pieces), pieces.length);

  await expect(page.getByRole('button', { name: 'Regenerate' })).toBeInViewport();
  const text = page.locator('[data-message-text]').last();
  await expect.poll(() => wordsIn(pieces.join(''), page)).toBe(true);
  const whole = await text.textContent();

  // further up, where parts above have never been laid out
  await page.getByRole('region', { name: 'Messages' }).hover();
  await page.mouse.wheel(0, -1_500);
  await expect(page.getByRole('button', { name: 'Jump to latest' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Regenerate' })).not.toBeInViewport();
  const [height, place] = await page.evaluate(readPlace);
  await page.evaluate(runIdleCallbacks);
  const [after, placeAfter] = await page.evaluate(readPlace);
  expect(after).not.toBe(height);
  expect(Math.abs(placeAfter - place)).toBeLessThanOrEqual(1);

  await page.reload();
  await page.getByRole('button', { name: /^Language/u }).click();
  await page.getByRole('listitem').getByText('All at once, please').click();
  await expect(page.getByRole('button', { name: 'Regenerate' })).toBeInViewport();
  expect(await text.textContent()).toBe(whole);
});

/** All long words of the source are on the page, in their order. */
async function wordsIn(source: string, page: Page): Promise<boolean> {
  const shown = (await page.locator('[data-message-text]').last().textContent()) ?? '';
  let from = 0;
  for (const [word] of source.matchAll(/[a-z]{6,}/gu)) {
    const at = shown.indexOf(word, from);
    if (at < 0) return false;
    from = at;
  }
  return true;
}

/** The height of everything, and the place of the first block that is seen as a whole. */
function readPlace(): [number, number] {
  const scroller = document.querySelector('[role="region"][aria-label="Messages"]');
  const top = scroller?.getBoundingClientRect().top ?? 0;
  const blocks = [...document.querySelectorAll('[data-message-text] p')];
  const found = globalThis as unknown as { first?: Element | undefined };
  found.first ??= blocks.find((block) => block.getBoundingClientRect().top >= top);
  return [scroller?.scrollHeight ?? 0, found.first?.getBoundingClientRect().top ?? Number.NaN];
}

/** From now on the window has no rest. */
function holdIdleCallbacks(): void {
  const waiting = new Map<number, IdleRequestCallback>();
  let last = 0;
  Object.assign(globalThis, {
    heldIdleCallbacks: waiting,
    requestIdleCallback(callback: IdleRequestCallback) {
      last += 1;
      waiting.set(last, callback);
      return last;
    },
    cancelIdleCallback: (handle: number) => waiting.delete(handle),
  });
}

/** The window rests until nobody waits for it. */
function runIdleCallbacks(): void {
  const { heldIdleCallbacks: waiting } = globalThis as unknown as {
    heldIdleCallbacks: Map<number, IdleRequestCallback>;
  };
  for (const [handle, callback] of waiting) {
    waiting.delete(handle);
    callback({ didTimeout: false, timeRemaining: () => 50 });
  }
}
