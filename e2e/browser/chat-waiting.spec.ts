/** Before the first word: a busy service, thoughts, and content in other shapes than text. */
import { sendMessage, showChat } from '../flows/chat.ts';
import { boxOf } from '../flows/studio.ts';
import { expect, test } from '../support/gesso.ts';
import { startModelServer } from '../support/model-server.ts';

test('gives the conversation half of a small window, and saves presets @second', async ({
  open,
}) => {
  const { page } = await open({ viewport: { width: 1024, height: 700 }, account: 'practice' });
  await page.getByRole('button', { name: 'Language', exact: true }).click();
  const panel = page.getByRole('complementary', { name: 'Conversation settings' });

  const list = page.getByRole('complementary', { name: 'Conversations', exact: true });
  await expect(panel).toBeVisible();
  await expect(list).toBeVisible();
  const [left, right] = [await boxOf(list), await boxOf(panel)];
  expect(right.x - left.x - left.width).toBeGreaterThanOrEqual(512);
  for (const section of ['Word choice', 'Repetition', 'Answers and seed']) {
    await panel.getByRole('button', { name: section }).click();
  }
  await expect(panel.getByRole('textbox', { name: /^Temperature/u })).toBeVisible();
  await expect(panel.getByText(/Others send/u)).toHaveCount(0);

  await page.setViewportSize({ width: 1440, height: 900 });
  const temperature = panel.getByRole('textbox', { name: /^Temperature/u });
  await temperature.fill('0.3');
  await temperature.press('Enter');
  await panel.getByRole('button', { name: 'Presets' }).click();
  await page.getByRole('button', { name: 'Save these parameters…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save parameters' });
  await dialog.getByRole('textbox').fill('Sober');
  await dialog.getByRole('textbox').press('Enter');
  await expect(dialog).toBeHidden();
  // the button shows the name of the preset
  await panel.getByRole('button', { name: 'Sober', exact: true }).click();
  await page.getByRole('button', { name: 'Unset all' }).click();
  await expect(temperature).toHaveValue('');
  await panel.getByRole('button', { name: 'Presets' }).click();
  await page
    .getByRole('list', { name: 'Saved parameters' })
    .getByRole('button', { name: 'Sober', exact: true })
    .click();
  await expect(temperature).toHaveValue('0.3');
});

test('shows waits, thoughts and refusals, and counts answers @second', async ({ open }) => {
  await using models = await startModelServer();
  const { page } = await open({ viewport: { width: 1440, height: 900 }, account: models });
  await showChat(page);
  const message = page.getByRole('textbox', { name: 'Message', exact: true });
  const begin = () => page.getByRole('button', { name: 'New conversation' }).first().click();

  await test.step('Today counts every answer when they come in sequence and from two conversations', async () => {
    const today = page.getByRole('region', { name: /^Today/u });
    for (let number = 1; number <= 12; number += 1) {
      if (number === 7) await begin();
      // oxlint-disable-next-line no-await-in-loop -- a conversation
      await message.fill(`Question ${number}`);
      await page.getByRole('button', { name: 'Send message' }).click();
      const call = await models.nextCall();
      call.send({ content: `Answer ${number}.` });
      call.finish();
      await expect(today.getByRole('definition').first()).toHaveText(String(number));
    }
  });

  await test.step('shows when a busy service is retried, and stops the wait on request', async () => {
    await begin();
    models.refuseNext(29);
    await message.fill('Hello');
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(
      page.getByText(/takes no more requests right now \(429\)\. Trying again in \d+ s$/u),
    ).toBeVisible();
    // read out once, not again each second
    const read = await page.getByRole('status').filter({ hasText: 'Trying again' }).ariaSnapshot();
    expect(read).toMatch(/Trying again/u);
    expect(read).not.toMatch(/in \d+ s/u);
    await page.getByRole('button', { name: 'Stop this answer' }).click();
    await expect(page.getByText('Stopped.', { exact: true })).toBeVisible();

    // an hour is too long to wait, so the time is shown instead
    models.refuseNext(3600);
    await page.getByRole('button', { name: 'Regenerate' }).click();
    await expect(page.getByText(/Try again in 1 hour\./u)).toBeVisible();
  });

  await test.step('folds and keeps thoughts, and shows content parts and refusals as text', async () => {
    await begin();
    await message.fill('Why is the sky blue?');
    await page.getByRole('button', { name: 'Send message' }).click();
    const call = await models.nextCall();
    await expect(page.getByText('Waiting for the first word')).toBeVisible();
    call.send({ reasoning_content: 'Light scatters, and blue most.' });
    await expect(page.getByText('Thinking', { exact: true })).toBeVisible();
    await expect(page.getByText('Waiting for the first word')).toBeHidden();
    call.send({ content: [{ type: 'text', text: 'Because of ' }] });
    call.send({ content: [{ type: 'text', text: 'scattering.' }] });
    call.finish();
    await expect(page.getByText('Because of scattering.')).toBeVisible();
    const thoughts = page.getByText('Light scatters, and blue most.');
    await expect(thoughts).toBeHidden();
    await page.getByText(/^Thoughts, ≈ \d+ tokens$/u).click();
    await expect(thoughts).toBeVisible();

    await message.fill('And how do I pick a lock?');
    await page.getByRole('button', { name: 'Send message' }).click();
    const refused = await models.nextCall();
    // thoughts are not sent
    expect(JSON.stringify(refused.body.messages)).not.toContain('blue most');
    refused.send({ refusal: 'I can’t help with that.' });
    refused.finish();
    await expect(page.getByText('I can’t help with that.')).toBeVisible();
    await expect(page.getByText('The answer is empty.')).toHaveCount(0);

    // both are there after a reload
    await page.reload();
    await page.getByRole('button', { name: 'Language', exact: true }).click();
    await page
      .getByRole('button', { name: /Why is the sky blue/u })
      .first()
      .click();
    await expect(page.getByText('I can’t help with that.')).toBeVisible();
    await page.getByText(/^Thoughts, ≈ \d+ tokens$/u).click();
    await expect(thoughts).toBeVisible();
  });

  await test.step('folds thoughts between tags, and neither copies nor resends them', async () => {
    await begin();
    const answers = page.getByRole('article', { name: 'Answer' });
    await sendMessage(page, 'What is 2 + 2?');
    const first = await models.nextCall();
    for (const piece of ['<thi', 'nk>\nTwo and ', 'two …\n']) first.write(piece);
    await expect(page.getByText('Thinking', { exact: true })).toBeVisible();
    await expect(answers.getByText('Thoughts, ≈')).toBeVisible();
    for (const piece of ['</th', 'ink>\n\n', '**Four**, ', 'I say.']) first.write(piece);
    first.finish();
    await expect(answers.getByText('Four, I say.')).toHaveText('Four, I say.');

    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await answers.getByRole('button', { name: 'Copy answer' }).click();
    await expect(page.getByText('Copied.')).toBeVisible();
    const copied = await page.evaluate(async () => {
      const [item] = await navigator.clipboard.read();
      const textOf = async (type: string) => (await item?.getType(type))?.text();
      return { plain: await textOf('text/plain'), html: await textOf('text/html') };
    });
    expect(copied.plain).toBe('**Four**, I say.');
    expect(copied.html).toContain('<strong>Four</strong>, I say.');

    await sendMessage(page, 'And 3 + 3?');
    const second = await models.nextCall();
    expect(second.body.messages.at(-2)).toEqual({ role: 'assistant', content: '**Four**, I say.' });
    second.write('Three and three …\n');
    // the template began the thoughts, so they look like text at first
    await expect(answers.getByText('Three and three …')).toBeVisible();
    second.write('</think>\n\nSix.');
    await expect(answers.getByText('Three and three …')).toBeHidden();
    await expect(answers.getByText('Six.')).toBeVisible();
    second.finish();

    await sendMessage(page, 'Thanks');
    const third = await models.nextCall();
    expect(third.body.messages.at(-2)).toEqual({ role: 'assistant', content: 'Six.' });
    third.write('<think>Never ended');
    third.finish();
    await expect(
      answers.getByText('The model thought about it and wrote no answer.'),
    ).toBeVisible();

    await page.reload();
    await showChat(page);
    await page.getByRole('button', { name: /^What is 2/u }).click();
    await expect(answers.getByText('Four, I say.')).toHaveText('Four, I say.');
    await expect(answers.getByText(/^Thoughts, ≈/u)).toHaveCount(3);
  });
});

test('moves a conversation and its figures on at midnight @second', async ({ open }) => {
  await using models = await startModelServer();
  const { page } = await open({ viewport: { width: 1440, height: 900 }, account: models });
  await page.clock.install();
  await page.reload();
  await page.getByRole('button', { name: 'Language', exact: true }).click();
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('Name a colour');
  await page.getByRole('button', { name: 'Send message' }).click();
  const call = await models.nextCall();
  call.send({ content: 'Amber.' });
  call.finish();
  const list = page.getByRole('complementary', { name: 'Conversations' });
  const today = page.getByRole('region', { name: /^Today/u });
  await expect(today.getByRole('definition').first()).toHaveText('1');
  await expect(list.getByText('Today', { exact: true })).toBeVisible();
  await page.clock.fastForward('24:01:00');
  await expect(list.getByText('Yesterday', { exact: true })).toBeVisible();
  await expect(list.getByRole('button', { name: /^Name a colour\s*\d+ \w+/u })).toBeVisible();
  await expect(today).toHaveCount(0);
});
