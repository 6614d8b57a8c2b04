/** A window that is reloaded repeatedly during an answer. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page } from 'playwright';
import { byDepth } from '../../electron/testing/depth.ts';
import { sendMessage, showChat } from '../flows/chat.ts';
import { answerText, piecesOf } from '../support/answer-text.ts';
import { expect, test } from '../support/gesso.ts';
import { startModelServer, type ModelCall } from '../support/model-server.ts';

const RELOADS = byDepth(1, 10);

test('shows the same answer after reloads at random moments @second', async ({ open }) => {
  await using server = await startModelServer();
  const { page } = await open({ viewport: { width: 1440, height: 900 }, account: server });
  await showChat(page);
  await sendMessage(page, 'Tell me everything');
  const pieces = piecesOf(answerText(1_200 * RELOADS), 300 * RELOADS);
  const answer = page.getByRole('article', { name: 'Answer' });

  const stream = streamed(await server.nextCall(), pieces);
  for (let reload = 1; reload <= RELOADS; reload++) {
    const moment = (reload - Math.random()) / RELOADS;
    await expect.poll(() => stream.share()).toBeGreaterThan(moment);
    await page.reload();
    await toConversation(page);
    await expect(answer).toBeVisible();
  }
  await stream.end();
  await expect(page.getByRole('button', { name: 'Regenerate' })).toBeVisible();
  const disturbed = await blocksOf(answer);

  await page.getByRole('button', { name: 'Regenerate' }).click();
  const again = await server.nextCall();
  again.write(pieces.join(''));
  again.finish();
  await expect(answer.getByText('2/2')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Regenerate' })).toBeVisible();
  await expect.poll(() => blocksOf(answer)).toEqual(disturbed);
  expect(disturbed.length).toBeGreaterThan(10);
});

async function toConversation(page: Page): Promise<void> {
  await showChat(page);
  await page.getByRole('button', { name: /^Tell me everything/u }).click();
}

/** Sends the pieces one by one, some hundred a second. */
function streamed(call: ModelCall, pieces: readonly string[]) {
  let sent = 0;
  const ended = (async () => {
    for (const piece of pieces) {
      call.write(piece);
      sent += 1;
      await sleep(3);
    }
    call.finish();
  })();
  return { share: () => sent / pieces.length, end: () => ended };
}

/** Returns the elements of an answer and their text, in order. */
async function blocksOf(answer: Locator): Promise<readonly string[]> {
  return await answer
    .locator('p, h1, h2, h3, h4, li, pre, th, td, blockquote')
    .evaluateAll((elements) =>
      elements.map(({ tagName, textContent }) => `${tagName} ${textContent}`),
    );
}
