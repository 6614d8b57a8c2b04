/** A long conversation: imported, read during an answer, searched, copied, with a picture, and exported. */
import type { Locator, Page } from 'playwright';
import { openChat, sendMessage } from '../flows/chat.ts';
import { download, upload } from '../flows/window.ts';
import { expect, test } from '../support/gesso.ts';
import { startModelServer, type ModelCall } from '../support/model-server.ts';
import { noiseRgb, putFile } from '../support/pictures.ts';

/** Messages in the file. */
const MESSAGES = 402;

test('reads a long conversation while an answer streams @second', async ({ open, folder }) => {
  await using server = await startModelServer();
  const { page } = await open({ viewport: { width: 1440, height: 900 } });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openChat(page, server);
  const field = page.getByRole('textbox', { name: 'Message', exact: true });
  const answers = page.getByRole('article', { name: 'Answer' });
  const scroller = page.getByRole('region', { name: 'Messages' });
  const toLatest = page.getByRole('button', { name: 'Jump to latest' });

  const file = await putFile(folder, 'conversation.json', Buffer.from(longConversation()));
  await page.getByRole('button', { name: 'More actions for conversations' }).click();
  await upload(page.getByRole('menuitem', { name: 'Import conversations (JSON)…' }), file);
  await expect(page.getByText(`Imported 1 conversation with ${MESSAGES} messages.`)).toBeVisible();
  await expect(answers.last().getByText(`Answer ${MESSAGES - 1}:`)).toBeInViewport();
  // the size counts all messages, though only the last ones are loaded
  await expect(page.getByText(/^≈ 3\d,\d{3} (?:of [\d,]+ )?tokens/u)).toBeVisible();

  await test.step('finds a word 400 messages up, and keeps the visible text until it is found', async () => {
    await page.keyboard.press('ControlOrMeta+f');
    await expect(page.getByText('…', { exact: true })).toHaveCount(0);
    await expect(page.getByText(`Answer ${MESSAGES - 1}:`)).toBeInViewport();
    await page.getByRole('textbox', { name: 'Find in this conversation' }).fill('cinnabar');
    await expect(page.getByText('1/1', { exact: true })).toBeVisible();
    await expect(page.getByText('Answer 1: cinnabar')).toBeInViewport();
    await expect.poll(() => markedText(page)).toBe('cinnabar');
    await page.keyboard.press('Escape');
    await toLatest.click();
    await expect(answers.last()).toBeInViewport();
    await expect(toLatest).toHaveCount(0);
  });

  const call =
    await test.step('keeps the visible text in place while an answer streams', async () => {
      await sendMessage(page, 'Go on, please');
      const call = await server.nextCall();
      writeLines(call, 0, 40);
      await expect(page.getByText('Line 39.')).toBeInViewport();
      await scroller.hover();
      await page.mouse.wheel(0, -900);
      await expect(toLatest).toBeVisible();
      await expect(page.getByText('Line 39.')).not.toBeInViewport();
      const seen = page.getByText('Line 12.', { exact: true });
      await expect(seen).toBeInViewport();
      const before = await placeOf(seen);
      await grows(scroller, () => writeLines(call, 40, 80));
      expect(await placeOf(seen)).toBe(before);
      await toLatest.click();
      await expect(page.getByText('Line 79.')).toBeInViewport();
      writeLines(call, 80, 100);
      await expect(page.getByText('Line 99.')).toBeInViewport();
      // scrolling back to the end resumes following
      await scroller.hover();
      await page.mouse.wheel(0, -300);
      await expect(toLatest).toBeVisible();
      await page.mouse.wheel(0, 9000);
      await expect(toLatest).toHaveCount(0);
      // a message further up that is edited by keyboard stays visible
      await page.getByRole('button', { name: 'Edit message' }).last().focus();
      await page.keyboard.press('Enter');
      const edit = page.getByRole('textbox', { name: 'Text of the message' });
      await expect(edit).toBeFocused();
      await grows(scroller, () => writeLines(call, 100, 110));
      await expect(edit).toBeInViewport();
      await page.keyboard.press('Escape');
      await expect(edit).toHaveCount(0);
      return call;
    });

  await test.step('keeps a selection from the first message to the answer while it grows, ends and scrolls off', async () => {
    await scroller.focus();
    await page.keyboard.press('Home');
    await selectAll(page.getByText('Question 0:'));
    await page.keyboard.press('End');
    await page.getByText('Line 3.', { exact: true }).click({ modifiers: ['Shift'] });
    await grows(scroller, () => writeLines(call, 110, 120));
    call.finish();
    await expect(answers.last().getByText(/^\d+ tokens,/u)).toHaveCount(1);
    await scroller.evaluate((element) => element.scrollTo({ top: element.scrollHeight / 2 }));
    await expect(page.getByText(`Answer ${MESSAGES - 1}:`)).toHaveCount(0);
    await page.keyboard.press('ControlOrMeta+c');
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toMatch(/^Question 0:/u);
    expect(copied.match(/(?:Question|Answer) \d+:/gu)).toHaveLength(MESSAGES);
    expect(copied).toMatch(/Go on, please\s+Line 0\./u);
    expect(copied).toMatch(/Line 3\.?$/u);
    await toLatest.click();
  });

  await test.step('continues an answer in a hidden window and in a conversation in the background', async () => {
    await sendMessage(page, 'And in the background');
    const hidden = await server.nextCall();
    await page.evaluate(() => {
      // a hidden window gets its frames when it is shown again
      const real = globalThis.requestAnimationFrame;
      const waiting: FrameRequestCallback[] = [];
      globalThis.requestAnimationFrame = (callback) => waiting.push(callback);
      globalThis.addEventListener('shown', () => {
        globalThis.requestAnimationFrame = real;
        for (const callback of waiting) real(callback);
      });
    });
    hidden.write('Written unseen. ');
    await expect(answers.last()).toContainText('Written unseen.');
    await page.getByRole('button', { name: 'New conversation', exact: true }).click();
    await expect(page.getByRole('img', { name: 'An answer is being written' })).toBeVisible();
    await page.evaluate(() => globalThis.dispatchEvent(new Event('shown')));
    hidden.write('And elsewhere.');
    hidden.finish();
    await expect(page.getByRole('img', { name: 'An answer is being written' })).toHaveCount(0);
  });

  await test.step('sends a picture only to a model that is marked as accepting pictures', async () => {
    const picture = await putFile(folder, 'red.png', await noiseRgb(1500, 800).png().toBuffer());
    await upload(page.getByRole('button', { name: 'Add pictures' }), picture);
    await expect(page.getByRole('img', { name: 'Picture 1' })).toBeVisible();
    await expect(page.getByText(/First model is not marked as taking pictures/u)).toBeVisible();
    await page.getByRole('button', { name: 'First model' }).click();
    const takesPictures = page.getByRole('checkbox', { name: 'Takes pictures' });
    await takesPictures.click();
    await expect(takesPictures).toBeChecked();
    await page.keyboard.press('Escape');
    await expect(page.getByText(/not marked as taking pictures/u)).toHaveCount(0);
    await sendMessage(page, 'Which colour is this?');
    const asked = await server.nextCall();
    expect(JSON.stringify(asked.body.messages)).toMatch(/image_url.{1,40}data:image\//u);
    asked.write('Red.');
    asked.finish();
    await expect(answers.last().getByText('Red.')).toBeVisible();
  });

  await test.step('starts the next new conversation with an empty draft after sending', async () => {
    await page.getByRole('button', { name: 'New conversation', exact: true }).click();
    await expect(page.getByRole('group', { name: 'Examples' })).toBeVisible();
    await expect(page.getByRole('img', { name: 'Picture 1' })).toHaveCount(0);
    await expect(field).toHaveValue('');
  });

  await test.step('exports all branches to a file', async () => {
    await page.getByRole('button', { name: /^Long conversation/u }).click();
    await expect(answers.last()).toContainText('Written unseen. And elsewhere.');
    await page.getByRole('button', { name: 'More actions for “Long conversation”' }).click();
    const { bytes } = await download(
      page.getByRole('menuitem', { name: 'Export all branches (JSON)…' }),
    );
    const saved = JSON.parse(bytes.toString()) as { readonly messages: readonly unknown[] };
    expect(saved.messages).toHaveLength(MESSAGES + 4);
  });
});

/** Questions and answers in turn, as OpenAI's programs write them. */
function longConversation(): string {
  const words = 'warm light on a quiet table and a narrow margin beside it. '.repeat(6);
  const messages = Array.from({ length: MESSAGES }, (_message, index) =>
    index % 2 === 0
      ? { role: 'user', content: `Question ${index}: ${words}` }
      : {
          role: 'assistant',
          content: `Answer ${index}: ${index === 1 ? 'cinna<sub>bar</sub> ' : ''}${words}`,
        },
  );
  return JSON.stringify({ title: 'Long conversation', messages });
}

/** Paragraphs with their numbers. */
function writeLines(call: ModelCall, from: number, to: number): void {
  for (let line = from; line < to; line++) call.write(`Line ${line}.\n\n`);
}

/** Waits until the messages are taller than before. */
async function grows(scroller: Locator, work: () => void): Promise<void> {
  const height = () => scroller.evaluate((element) => element.scrollHeight);
  const before = await height();
  work();
  await expect.poll(height).toBeGreaterThan(before + 300);
}

/** Distance from the top of the window, whole CSS pixels. */
async function placeOf(line: Locator): Promise<number> {
  return await line.evaluate((element) => Math.round(element.getBoundingClientRect().top));
}

/** The text that the find bar marks as the current place. */
function markedText(page: Page): Promise<string> {
  return page.evaluate(() =>
    [...(CSS.highlights.get('chat-find-current') ?? [])]
      .map((range) => (range instanceof Range ? range.toString() : ''))
      .join(),
  );
}

/** Selects a text on the page, and waits until the page knows. */
async function selectAll(text: Locator): Promise<void> {
  await text.evaluate(
    (element) =>
      new Promise((resolve) => {
        document.addEventListener('selectionchange', resolve, { once: true });
        document.getSelection()?.selectAllChildren(element);
      }),
  );
}
