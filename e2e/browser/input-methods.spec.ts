/** Input methods for Japanese, Chinese and Korean keep their own keys. */
import type { CDPSession, Locator } from 'playwright';
import { startPractising } from '../flows/studio.ts';
import { expect, test } from '../support/gesso.ts';

/** Composes a word in a field, presses the input method's keys, and takes the word. */
async function compose(devtools: CDPSession, field: Locator): Promise<void> {
  await field.focus();
  const before = await field.inputValue();
  const word = 'かくにん';
  const composing = { text: word, selectionStart: word.length, selectionEnd: word.length };
  await devtools.send('Input.imeSetComposition', composing);
  await expect(field).toHaveValue(before + word);
  for (const key of ['Enter', 'ArrowDown', 'Tab', 'Escape']) {
    for (const type of ['rawKeyDown', 'keyUp'] as const) {
      await devtools.send('Input.dispatchKeyEvent', { type, key, windowsVirtualKeyCode: 229 });
    }
    await expect(field).toHaveValue(before + word);
    await expect(field).toBeFocused();
  }
  await devtools.send('Input.insertText', { text: '確認' });
  await expect(field).toHaveValue(`${before}確認`);
}

test('keys of an input method close, send and clear nothing @second', async ({ open }) => {
  const { page } = await open({ viewport: { width: 1440, height: 900 } });
  const devtools = await page.context().newCDPSession(page);
  const composeIn = async (...names: readonly string[]) => {
    for (const name of names) {
      await compose(
        devtools,
        page
          .getByLabel(new RegExp(`^${name}`, 'u'))
          .and(page.locator('input, textarea'))
          .filter({ visible: true }),
      );
    }
  };
  const show = (name: string) => page.getByRole('button', { name, exact: true }).click();

  await show('Connect an account…');
  await composeIn('Name', 'Service address', 'API key');
  await show('Cancel');

  await startPractising(page);
  await page.keyboard.press('ControlOrMeta+k');
  await composeIn('Search commands');
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await composeIn('Search shortcuts');
  await page.keyboard.press('Escape');
  for (const [screen, name] of [
    ['Upscale', 'Upscaler'],
    ['Tasks', 'Search by name or task ID'],
    ['Activity', 'Search by address, operation or status'],
    ['Spend', 'Product'],
    ['Language', 'Search all conversations'],
  ] as const) {
    await show(screen);
    if (screen === 'Spend') await page.getByRole('button', { name: 'Filter' }).click();
    await composeIn(name);
  }
  await composeIn('Message', 'System message', 'Stop at');
});
