/** Large values: imports, drafts, documents, and text beyond a field's limit. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exported, importFile } from '../flows/imports.ts';
import { sendMessage, showChat } from '../flows/chat.ts';
import { boxOf } from '../flows/studio.ts';
import { reload } from '../flows/window.ts';
import { expect, test } from '../support/gesso.ts';
import { answered } from '../support/open-calls.ts';
import { startModelServer } from '../support/model-server.ts';

test('imports large exports, and keeps a large draft @second', async ({ open, folder }) => {
  await using server = await startModelServer();
  const { page } = await open({ viewport: { width: 1440, height: 900 }, account: server });
  await showChat(page);
  const list = page.getByRole('complementary', { name: 'Conversations' });

  await test.step('imports an export of several megabytes', async () => {
    const file = join(folder, 'conversations.json');
    await writeFile(file, exported(40, 'An answer of many words. '.repeat(2000)));
    await importFile(page, file);
    await expect(page.getByText('Imported 40 conversations with 80 messages.')).toBeVisible();
    await expect(list.getByText('Imported 39')).toBeVisible();
    // the window is still connected
    await expect(page.getByText(/Connection to Gesso/u)).toBeHidden();
  });

  await test.step('stops an import on request, and keeps complete conversations', async () => {
    const name = 'many “quoted” 😀 conversations in a file with a long name.json';
    const file = join(folder, name);
    await writeFile(file, exported(10_000, 'Short.'));
    await importFile(page, file);
    const bar = page.getByRole('status').filter({ hasText: `Importing “${name}”` });
    await expect(bar).toBeVisible();
    await expect(list.getByText(/^Imported \d{3,}$/u).first()).toBeVisible();
    await expect(bar.getByText(/^\d+ %$/u)).toBeVisible();
    const stop = bar.getByRole('button', { name: 'Stop' });
    const [button, column] = [await boxOf(stop), await boxOf(list)];
    expect(button.x + button.width).toBeLessThan(column.x + column.width);
    await stop.click();
    await expect(page.getByText(/Import stopped\./u)).toBeVisible();
    await expect(bar).toBeHidden();
    await expect(list.getByText(/^Imported \d{3,}$/u).first()).toBeVisible();
  });

  await test.step('stays at a conversation that is opened during an import', async () => {
    await page.getByRole('button', { name: 'New conversation' }).click();
    await sendMessage(page, 'Name a colour');
    const call = await server.nextCall();
    call.write('Ochre.');
    call.finish();
    const answer = page.getByRole('article', { name: 'Answer' }).getByText('Ochre.');
    await expect(answer).toBeVisible();
    await page.getByRole('button', { name: 'New conversation' }).click();
    await expect(answer).toBeHidden();
    const file = join(folder, 'conversations.json');
    await writeFile(file, exported(1000, 'Brief.'));
    await importFile(page, file);
    await page.getByRole('button', { name: /^Name a colour/u }).click();
    await expect(answer).toBeVisible();
    await expect(page.getByText('Imported 1,000 conversations')).toBeVisible();
    await answered(page);
    await expect(answer).toBeVisible();
  });

  await test.step('keeps a draft of 1.2 MB after a reload', async () => {
    await page.getByRole('button', { name: 'New conversation' }).click();
    const draft = `Draft ${'of many words '.repeat(90_000)}`;
    const field = page.getByRole('textbox', { name: 'Message', exact: true });
    await field.fill(draft);
    await page.getByRole('button', { name: 'New conversation' }).focus(); // leaving a draft saves it
    await reload(page);
    await showChat(page);
    await expect(field).toHaveValue(draft);
  });
});

test('names the limit of a text, and cuts a search to its limit @second', async ({ open }) => {
  const { page } = await open({ account: 'practice' });
  await page.getByRole('button', { name: 'Video', exact: true }).click();
  const seed = page.getByRole('textbox', { name: 'Seed' });
  await seed.fill('9'.repeat(60));
  await expect(
    page.getByText('Not saved. This text is too long. It can have up to 40 characters.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Tasks', exact: true }).click();
  const search = page.getByRole('textbox', { name: 'Search by name or task ID' });
  await search.fill('9'.repeat(300));
  await expect(search).toHaveValue('9'.repeat(200));
});
