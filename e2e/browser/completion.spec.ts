/** Completion: a document that a model continues, with undo, versions, probabilities and candidates. */
import type { Locator, Page } from 'playwright';
import { expectAccessible } from '../flows/axe.ts';
import { download } from '../flows/window.ts';
import {
  expect,
  isShortForm,
  longStep,
  test,
  type Service,
  type TestBody,
} from '../support/gesso.ts';

const PROMPT = 'The poster should feel like';
const COMPLETIONS = '/v3/openai/completions';

const write: TestBody = async ({ open, service }) => {
  const { page } = await open({ viewport: { width: 1440, height: 900 }, account: service });
  await setSpeed(service, 400);
  const loaded = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => name),
  );
  expect(loaded.filter((name) => /Language|Completion|Chat/u.test(name))).toEqual([]);
  const text = await beginDocument(page);
  await page.keyboard.press('Shift+ControlOrMeta+M');
  await expect(page.getByRole('dialog', { name: 'Select a model' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(text).toBeFocused();
  await page.getByRole('textbox', { name: /^Length/u }).fill('60');
  await page.getByRole('button', { name: /^Answers and seed/u }).click();
  await page.getByRole('textbox', { name: /^Seed/u }).fill('13');
  await page.getByRole('switch', { name: 'Probabilities' }).check({ force: true });

  const whole = await test.step('undoes a stalled answer in one step, and redoes it', async () => {
    await service.fault({
      path: COMPLETIONS,
      kind: 'stream-stall',
      afterChunks: 8,
      stallMilliseconds: 700,
    });
    await text.focus();
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect.poll(async () => (await textOf(text)).length).toBeGreaterThan(PROMPT.length);
    await text.click({ position: { x: 60, y: 40 } });
    await isOver(page);
    const whole = await textOf(text);
    expect(whole.startsWith(PROMPT)).toBe(true);
    const colours = text.locator('.cm-probability');
    const coloured = await colours.allInnerTexts();
    expect(coloured.join('').length).toBeGreaterThan(20);
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(() => textOf(text)).toBe(PROMPT);
    await expect(colours).toHaveCount(0);
    await page.keyboard.press('ControlOrMeta+Shift+Z');
    await expect.poll(() => textOf(text)).toBe(whole);
    expect(await colours.allInnerTexts()).toEqual(coloured);
    return whole;
  });

  await longStep(
    'shows the alternatives of the last token by keyboard, continues from one, and keeps the old text',
    async () => {
      await page.keyboard.press('ControlOrMeta+End');
      await page.keyboard.press('Alt+.');
      await expect(page.getByRole('list', { name: /^Alternatives of/u })).toBeVisible();
      await page.keyboard.press('Alt+.');
      await page.keyboard.press('Alt+Enter');
      await expect(page.getByRole('group', { name: 'Version 2 of 2' })).toBeVisible();
      await isOver(page);
      expect(await textOf(text)).not.toBe(whole);
      await page.getByRole('button', { name: /^Previous version/u }).click();
      await expect.poll(() => textOf(text)).toBe(whole);
    },
  );

  await longStep('shows several answers side by side, and picks one by its key', async () => {
    await page.keyboard.press('ControlOrMeta+End');
    await page.getByRole('textbox', { name: /^Answers/u }).fill('3');
    await text.focus();
    const sent = await service.requests(COMPLETIONS);
    await page.keyboard.press('ControlOrMeta+Enter');
    const answers = page.getByRole('radiogroup', { name: 'Answer in the document' });
    await composeAtBeginning(page);
    await isOver(page);
    expect(await service.requests(COMPLETIONS)).toHaveLength(sent.length + 1);
    expect(await textOf(text)).toMatch(new RegExp(`^日本${PROMPT}`, 'u'));
    await answers.getByRole('radio', { name: 'Answer 1' }).focus();
    await page.keyboard.press('2');
    await expect(answers.getByRole('radio', { name: 'Answer 2' })).toBeChecked();
    await expect(page.getByRole('group', { name: 'Version 2 of 3' })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(answers).toHaveCount(0);
  });

  await test.step('writes the same text over a reload', async () => {
    await page.getByRole('textbox', { name: /^Answers/u }).fill('1');
    await text.focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(PROMPT);
    await page.keyboard.press('ControlOrMeta+Enter');
    await isOver(page);
    const undisturbed = await textOf(text);
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(() => textOf(text)).toBe(PROMPT);
    await setSpeed(service, 20);
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect.poll(async () => (await textOf(text)).length).toBeGreaterThan(PROMPT.length + 10);
    await page.reload();
    await page.getByRole('button', { name: 'Language', exact: true }).click();
    // a slow machine may reload after the end: the text is the same either way
    await expect.poll(() => textOf(text)).toBe(undisturbed);
    await expect(page.getByRole('button', { name: 'Continue', exact: true })).toBeVisible();
  });

  await test.step('keeps the text of a stream that breaks off, and adds a retry as another version', async () => {
    await setSpeed(service, 400);
    const before = await textOf(text);
    await service.fault({ path: COMPLETIONS, kind: 'stream-cut', afterChunks: 6 });
    await text.focus();
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(page.getByText('The answer broke off.')).toBeVisible();
    const broken = await textOf(text);
    expect(broken.length).toBeGreaterThan(before.length);
    if (isShortForm()) return;
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('group', { name: 'Version 2 of 2' })).toBeVisible();
    await isOver(page);
    await page.getByRole('button', { name: /^Previous version/u }).click();
    await expect.poll(() => textOf(text)).toBe(broken);

    await fillTable(page);
  });
};
test('continues a document, and keeps a broken answer @short', write);
test('writes, undoes, branches and picks, and fills tables @second', write);

test('keeps running after a double click, and finds anew @second', async ({ open, service }) => {
  const { page } = await open({ viewport: { width: 1440, height: 900 }, account: service });
  const text = await beginDocument(page);

  await test.step('counts the matches of another document anew when it is opened while finding', async () => {
    await page.keyboard.press('ControlOrMeta+f');
    const find = page.getByRole('search', { name: 'Find in the document' });
    await find.getByRole('textbox').fill('e');
    await expect(find.getByRole('status')).toHaveText(/^\d\/\d$/u);
    await page.getByRole('button', { name: 'New document' }).first().click();
    await expect(page.getByRole('textbox', { name: 'Document', exact: true })).toBeFocused();
    await expect(find.getByRole('status')).toHaveText('');
    await find.getByRole('textbox').press('Escape');
  });

  await test.step('keeps prompts and a table running after a double click on Run', async () => {
    await setSpeed(service, 5);
    const stop = page.getByRole('button', { name: 'Stop', exact: true });
    await page.getByText('Prompts', { exact: true }).click();
    await page.getByRole('textbox', { name: 'Prompts' }).fill('One\nTwo');
    await runTwice(page, page.getByRole('button', { name: 'Run 2 prompts' }));
    await expect(page.getByRole('list', { name: 'Answers' })).toContainText('Prompt 2');
    await stop.click();
    await expect(page.getByText(/Prompt 1, Stopped/u)).toBeVisible();

    await page.getByText('Text', { exact: true }).click();
    await text.focus();
    await page.keyboard.type(' {{place}}');
    await page.getByText('Table', { exact: true }).click();
    await page.getByRole('textbox', { name: 'Or paste rows here' }).fill('place\nRome\nBerlin');
    await page.getByRole('button', { name: 'Use these rows' }).click();
    await runTwice(page, page.getByRole('button', { name: 'Run all 2 rows' }));
    await expect(page.getByText('0 of 2 rows done, 2 running')).toBeVisible();
    await stop.click();
    await expect(page.getByText(/broke off/u)).toBeVisible();
  });
});

/** Clicks twice at one place, where Stop has appeared by the second time. */
async function runTwice(page: Page, run: Locator): Promise<void> {
  await run.click({ position: { x: 4, y: 4 } });
  await expect(page.getByRole('button', { name: 'Stop', exact: true })).toBeVisible();
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
}

/** A new document with the prompt in it. */
async function beginDocument(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Language', exact: true }).click();
  await page.getByText('Completion', { exact: true }).click();
  await page.getByRole('button', { name: 'New document' }).last().click();
  const text = page.getByRole('textbox', { name: 'Document', exact: true });
  await expect(text).toBeFocused();
  const foot = page.getByRole('group', { name: 'Run' });
  const more = foot.getByRole('button', { name: 'Continue', exact: true });
  await expect(more).toHaveAttribute('aria-disabled', 'true');
  await expect(foot.getByRole('status')).toHaveText('Write a beginning first');
  await page.keyboard.type(PROMPT);
  await expect(more).not.toHaveAttribute('aria-disabled');
  return text;
}

/** Each row of a table fills the variables of the document. */
async function fillTable(page: Page): Promise<void> {
  // the new document gets the cursor, and the next input
  const text = page.getByRole('textbox', { name: 'Document', exact: true });
  await text.click();
  await page.getByRole('button', { name: 'New document' }).first().click();
  await expect.poll(() => textOf(text)).toBe('');
  await expect(text).toBeFocused();
  await page.keyboard.type('A poster for {{product}} in {{place}} should');
  await page.getByText('Table', { exact: true }).click();
  const rows = page.getByRole('textbox', { name: 'Or paste rows here' });
  await rows.fill('product\nTea');
  await page.getByRole('button', { name: 'Use these rows' }).click();
  await expect(page.getByRole('alert')).toContainText('no column for {{place}}');
  await expect(page.getByRole('button', { name: 'Run row 1' })).toBeDisabled();
  await page.getByRole('button', { name: 'Use other rows' }).click();
  // as spreadsheets write them, with braces and an address that stay unchanged
  await rows.fill('\u{FEFF}product;place\n"Tea {{place}}";Berlin\nfile:///etc/passwd;Rome\nLamp');
  await page.getByRole('button', { name: 'Use these rows' }).click();
  await expect(page.getByText('A poster for Tea {{place}} in Berlin should')).toBeVisible();
  await expect(page.getByText(/^Row 3:/u)).toBeVisible();
  await page.getByRole('button', { name: 'Run row 1' }).click();
  await expect(page.getByText('1 of 3 rows done, 2 not sent')).toBeVisible();
  await page.getByRole('button', { name: 'Run the other 2' }).click();
  await expect(page.getByText('3 of 3 rows done')).toBeVisible();
  await page.getByRole('button', { name: 'Show row 2' }).click();
  await expect(page.getByRole('dialog', { name: 'Row 2' })).toContainText('file:///etc/passwd');
  await page.keyboard.press('Escape');
  const saved = await download(page.getByRole('button', { name: 'Save as CSV…' }));
  expect(saved.name).toMatch(/\.csv$/u);
}

/** Composes with an input method while the model writes: its Enter sends nothing. */
async function composeAtBeginning(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await page.keyboard.press('ControlOrMeta+Home');
  await session.send('Input.imeSetComposition', {
    text: 'にほん',
    selectionStart: 3,
    selectionEnd: 3,
  });
  const enter = { key: 'Process', code: 'Enter', windowsVirtualKeyCode: 229 };
  await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...enter });
  await session.send('Input.insertText', { text: '日本' });
  await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...enter });
}

/** Returns the text without the window's own marks in it. */
function textOf(text: Locator): Promise<string> {
  return text.evaluate((element) => {
    const copy = element.cloneNode(true) as HTMLElement;
    for (const sign of copy.querySelectorAll('.cm-versions, .cm-placeholder')) sign.remove();
    return [...copy.querySelectorAll('.cm-line')].map((line) => line.textContent).join('\n');
  });
}

/** Waits until the last answer has ended. */
async function isOver(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Stop', exact: true })).toHaveCount(0);
  await expect(page.getByRole('group', { name: 'Answer', exact: true })).toContainText('Details');
}

function setSpeed(service: Service, tokensPerSecond: number): Promise<void> {
  return service.post('/practice/state', { tokensPerSecond });
}
