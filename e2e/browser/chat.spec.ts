/** Chat: streamed answers, branches, search, and a malicious answer. */
import type { Page } from 'playwright';
import { expectAccessible } from '../flows/axe.ts';
import { sendMessage, showChat } from '../flows/chat.ts';
import { reload, searchCommands } from '../flows/window.ts';
import { expect, isShortForm, longStep, test, type TestBody } from '../support/gesso.ts';
import { startModelServer } from '../support/model-server.ts';

test('keeps system messages, and sends odd values on request @second', async ({ open }) => {
  await using server = await startModelServer();
  const { page } = await open({ viewport: { width: 1440, height: 900 }, account: server });
  await showChat(page);

  await test.step('keeps a system message when a new conversation begins right after the last letter', async () => {
    await sendMessage(page, 'Name a warm colour');
    const call = await server.nextCall();
    call.write('Ochre.');
    call.finish();
    const system = page.getByRole('textbox', { name: 'System message' });
    await expect(page.getByRole('button', { name: 'Regenerate' })).toBeVisible();
    await system.fill('Be brief.');
    await system.press('ControlOrMeta+Shift+O');
    await expect(page.getByRole('article', { name: 'Answer' })).toHaveCount(0);
    await expect(system).toHaveValue('');
    await system.fill('In verse.');
    await page.getByRole('button', { name: /^Name a warm colour/u }).click();
    await expect(page.getByRole('article', { name: 'Answer' })).toBeVisible();
    await expect(system).toHaveValue('Be brief.');
    await page.getByRole('button', { name: 'New conversation' }).click();
    await expect(system).toHaveValue('In verse.');
  });

  await test.step('sends a value outside its range after “Send anyway”, but not more answers than it reads', async () => {
    const send = page.getByRole('button', { name: 'Send message' });
    const anyway = page.getByRole('checkbox', { name: 'Send anyway' });
    await page.getByRole('textbox', { name: 'Message', exact: true }).fill('Hello');
    await page.getByRole('textbox', { name: 'Temperature' }).fill('5');
    await expect(send).toBeDisabled();
    await anyway.check();
    await expect(send).toBeEnabled();
    await page.getByRole('button', { name: /^Answers and seed/u }).click();
    const answers = page.getByRole('textbox', { name: 'Answers' });
    await answers.fill('129');
    await expect(page.getByText('Gesso reads at most 128 answers, not 129.')).toBeVisible();
    await expect(send).toBeDisabled();
    await expect(anyway).toHaveCount(1);
    await answers.fill('1');
    await send.click();
    const call = await server.nextCall();
    expect(call.body).toMatchObject({ temperature: 5 });
    call.finish();
  });
});

const chat: TestBody = async ({ open }) => {
  await using server = await startModelServer();
  const window = await open({ viewport: { width: 1440, height: 900 }, account: server });
  const { page } = window;
  await showChat(page);
  const field = page.getByRole('textbox', { name: 'Message', exact: true });
  const answers = page.getByRole('article', { name: 'Answer' });

  const first = await test.step('Enter of an input method picks a word first', async () => {
    await field.fill('Name a warm colour');
    await expect(page.getByRole('button', { name: 'Send message' })).toBeEnabled();
    await field.dispatchEvent('keydown', { key: 'Enter', keyCode: 229, isComposing: true });
    await expect(field).toHaveValue('Name a warm colour');
    await field.press('Enter');
    const first = await server.nextCall();
    expect(first.body.messages).toEqual([{ role: 'user', content: 'Name a warm colour' }]);
    first.write('# Warm\n\nOchre is **warm**, and ');
    await expect(answers.getByRole('heading', { name: 'Warm' })).toBeVisible();
    await expect(page.getByRole('img', { name: 'An answer is being written' })).toBeVisible();
    return first;
  });

  await test.step('keeps a selection in an answer while it grows, when its fence closes and when it ends', async () => {
    await selectText(page, 'Ochre is');
    first.write('old.\n\n```ts\nconst ochre = 1;\n');
    await expect(answers.getByText('const ochre = 1;')).toBeVisible();
    first.write('```\n\nThe end of it.');
    await expect(answers.getByText('The end of it.')).toBeVisible();
    first.finish();
    await expect(answers.getByText(/^\d+ tokens,/u)).toBeVisible();
    expect(await selectedText(page)).toBe('Ochre is');
  });

  await test.step('continues an answer while another screen is in front, and keeps the text after Stop', async () => {
    await sendMessage(page, 'More, please');
    const second = await server.nextCall();
    second.write('Terracotta ');
    await page.getByRole('button', { name: 'Training', exact: true }).click();
    second.write('and rust. ');
    await expect(page.getByRole('img', { name: 'Answers are being written' })).toBeVisible();
    await showChat(page);
    await expect(answers.last().getByText('Terracotta and rust.')).toBeVisible();
    await answers.last().getByRole('button', { name: 'Stop this answer' }).press('Enter');
    await second.closed;
    await expect(field).toBeFocused();
    await expect(answers.last().getByText('Stopped.')).toBeVisible();
  });

  await test.step('adds a second answer as a branch, keeps the first, and keeps the next request’s size steady', async () => {
    const size = await page.getByLabel('Context in use').elementHandle();
    await answers.last().getByRole('button', { name: 'Regenerate' }).press('Enter');
    const third = await server.nextCall();
    await expect(field).toBeFocused();
    third.write('Amber.');
    third.finish();
    await expect(answers.last().getByText('2/2')).toBeVisible();
    await expect(answers.last().getByText('Amber.')).toBeVisible();
    await answers.last().getByRole('button', { name: 'Previous branch' }).press('Enter');
    await expect(answers.last().getByText('Terracotta and rust.')).toBeVisible();
    await expect(answers.last().getByRole('button', { name: 'Next branch' })).toBeFocused();
    await page.keyboard.press('Alt+ArrowDown');
    await expect(answers.last().getByText('Amber.')).toBeVisible();
    await page.keyboard.press('Alt+ArrowUp');
    await expect(answers.last().getByText('Terracotta and rust.')).toBeVisible();
    expect(await size?.evaluate((element) => element.isConnected)).toBe(true);
  });

  await longStep(
    'makes a branch from an edited question, and shows where the other branch is',
    async () => {
      const question = page.getByRole('article', { name: 'Your message' }).first();
      await question.getByRole('button', { name: 'Edit message' }).click();
      await page.getByRole('textbox', { name: 'Text of the message' }).fill('Name a cold colour');
      await page.getByRole('button', { name: 'Save and send' }).press('Enter');
      const fourth = await server.nextCall();
      await expect(field).toBeFocused();
      fourth.write('Slate is cold.');
      fourth.finish();
      await expect(answers.last().getByText('Slate is cold.')).toBeVisible();
      await expect(page.getByText('4 messages that followed are on branch 1.')).toBeVisible();
    },
  );

  await longStep('finds text in an old branch and brings the branch to the front', async () => {
    const search = page.getByRole('textbox', { name: 'Search all conversations' });
    await search.fill('terracotta');
    const hit = page.getByRole('list', { name: 'Matches' }).getByRole('button');
    await expect(hit.getByText('on another branch')).toBeVisible();
    await expect(hit.locator('mark')).toHaveText('Terracotta');
    await hit.click();
    await expect(answers.last().getByText('Terracotta and rust.')).toBeVisible();
    await search.fill('');
  });

  await longStep('finds words in the open conversation', async () => {
    await page.keyboard.press('ControlOrMeta+f');
    await page.getByRole('textbox', { name: 'Find in this conversation' }).fill('warm');
    await expect(page.getByText('3/3')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(field).toBeFocused();
  });

  await test.step('keeps the conversation and the draft after a reload', async () => {
    await field.fill('A draft that stays');
    await page.getByRole('button', { name: 'Studio', exact: true }).click();
    await reload(page);
    await showChat(page);
    await page.getByRole('button', { name: /^Name a warm colour/u }).click();
    await expect(answers.last().getByText('Terracotta and rust.')).toBeVisible();
    await expect(field).toHaveValue('A draft that stays');
    await expect(page.getByRole('region', { name: /^Today/u })).toBeVisible();
    // the day has every answer that the conversation has
    const sums = [/^This conversation/u, /^Today/u].map((name) =>
      page.getByRole('region', { name }).getByRole('definition'),
    );
    const [ofConversation, ofDay] = await Promise.all(sums.map((each) => each.allTextContents()));
    expect(ofConversation).not.toEqual([]);
    expect(ofDay).toEqual(ofConversation);
  });

  if (isShortForm()) return;

  await test.step('shows the request without the key before it is sent', async () => {
    await page.getByRole('button', { name: 'Show next request…' }).click();
    const request = page.getByRole('dialog', { name: 'Next request' });
    await expect(request.getByText('"content": "A draft that stays"')).toBeVisible();
    await request.getByText('cURL', { exact: true }).click();
    await expect(request.getByText(/Authorization: Bearer/u)).toBeVisible();
    await expect(request.getByText(server.key)).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(request).toHaveCount(0);
    await expectAccessible(page);
  });

  await test.step('compares two models side by side, and restores a deleted conversation', async () => {
    await page.getByRole('button', { name: 'Compare models' }).click();
    await sendMessage(page, 'Both of you');
    for (const call of [await server.nextCall(), await server.nextCall()]) {
      call.write(`This is ${call.body.model}.`);
      call.finish();
    }
    await expect(page.getByText('This is test/first.')).toBeVisible();
    await expect(page.getByText('This is test/second.')).toBeVisible();
    const more = page.getByRole('button', { name: /^More actions for “Name a/u });
    for (const time of ['first', 'second']) {
      await test.step(`works by keyboard, the ${time} time`, async () => {
        await more.focus();
        await page.keyboard.press('Enter');
        await expect(page.getByRole('menuitem', { name: 'Rename…' })).toBeFocused();
        await page.keyboard.press('Escape');
        await expect(more).toBeFocused();
      });
    }
    await more.click();
    await expectAccessible(page, { rules: ['color-contrast'] });
    await page.getByRole('menuitem', { name: 'Delete', exact: true }).click();
    await expect(page.getByText('No conversations yet.')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('button', { name: /^Name a warm colour/u })).toBeVisible();
  });

  await test.step('renames the open conversation from the palette', async () => {
    await page.getByRole('button', { name: /^Name a warm colour/u }).click();
    await searchCommands(page, 'rename chat');
    await expect(page.getByRole('button', { name: /^Rename the conversation/u })).toBeVisible();
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Title' }).fill('Warm “ochre” 🦊');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: /^Warm “ochre” 🦊/u })).toBeVisible();
  });
};
test('streams, stops and regenerates an answer, and keeps it @short', chat);
test('streams, branches, edits, searches and keeps answers @second', chat);

test('S15 shows a hostile answer as text: fetches, runs, opens nothing', async ({ open }) => {
  await using server = await startModelServer();
  const { page } = await open({ viewport: { width: 1440, height: 900 }, account: server });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await showChat(page);
  await sendMessage(page, 'Attack');
  const call = await server.nextCall();
  // SECURITY: S15 every vector is cut after every character
  for (const character of HARM) call.write(character);
  call.finish();
  const answer = page.getByRole('article', { name: 'Answer' });
  await expect(answer.getByText('The last words.')).toBeVisible();
  await expect(answer.locator('.katex').first()).toBeVisible();
  expect(
    await answer.locator('img, script, iframe, object, style, link, a[href], [onclick]').count(),
  ).toBe(0);
  await expect(answer.getByText('<script>document.title="gone"</script>')).toBeVisible();
  await expect(answer.getByText('Picture: inline')).toBeVisible();
  await expect(answer.getByText('evil.example')).not.toHaveCount(0);
  expect(await answer.getByRole('link').allTextContents()).toEqual([
    'https://evil.example/a.png',
    'good',
  ]);
  await answer.getByRole('link', { name: 'good' }).click();
  await expect(page.getByRole('dialog').getByText('example.com', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  expect(await page.title()).not.toBe('gone');
  expect(asked.filter((url) => /evil|example\.com|data:/u.test(url))).toEqual([]);
});

const HARM = [
  '<script>document.title="gone"</script>',
  '<img src="https://evil.example/a.png" onerror="document.title=\'gone\'">',
  '<a href="javascript:document.title=1">tag</a> [js](javascript:document.title=1) [file](file:///etc/passwd)',
  '![inline](https://evil.example/b.png) ![reference][r] ![data](data:image/png;base64,AAAA)',
  '[good](https://example.com/) [case](JaVaScRiPt:alert(1)) <javascript:alert(1)> [smb](smb://evil.example/x)',
  '$\\href{javascript:alert(1)}{x}$ $\\includegraphics{https://evil.example/c.png}$ $\\gdef\\evil{1}$ $\\rule{1e9em}{1e9em}$ $x^2$',
  'Again $\\evil$ and $\\unknown{a}$.',
  '[r]: https://evil.example/d.png',
  'The last words.',
].join('\n\n');

async function selectText(page: Page, words: string): Promise<void> {
  await page.getByText(words).evaluate((element, text) => {
    const node = [...element.childNodes].find((each) => each.textContent?.includes(text));
    if (node === undefined) throw new Error('The words are not there.');
    const at = (node.textContent ?? '').indexOf(text);
    document.getSelection()?.setBaseAndExtent(node, at, node, at + text.length);
  }, words);
}

function selectedText(page: Page): Promise<string | undefined> {
  return page.evaluate(() => document.getSelection()?.toString());
}
