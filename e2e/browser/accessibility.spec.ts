/** Checks states and dialogs with axe in both themes, and that everything works by keyboard. */
import type { Locator, Page } from 'playwright';
import { expectAccessible } from '../flows/axe.ts';
import {
  openNoise,
  paintStroke,
  runCleanUp,
  startPractising,
  waitUntilReady,
  zoomField,
} from '../flows/studio.ts';
import { searchCommands } from '../flows/window.ts';
import { expect, test } from '../support/gesso.ts';

test('states and dialogs pass axe in dark and light @second', async ({ open, folder }) => {
  const { page } = await open({ viewport: { width: 1024, height: 700 } });
  await page.getByRole('button', { name: 'Connect an account…' }).click();
  await findNothing(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await findNothing(page);
  await startPractising(page);
  await openNoise(page, folder);
  await paintStroke(page);
  await findNothing(page);
  const mask = page.getByRole('button', { name: 'Mask', exact: true });
  await expect(mask).toHaveAttribute('aria-haspopup', 'menu');
  await mask.click();
  await expect(page.getByRole('menuitem', { name: /^Invert/u })).toBeVisible();
  await expect(mask).toHaveAttribute('aria-expanded', 'true');
  await findNothing(page);
  await page.keyboard.press('Escape');
  await runCleanUp(page);
  await page.getByRole('button', { name: 'More actions for Clean-up 1' }).click();
  await findNothing(page);
  await page.getByRole('menuitem', { name: 'Grow mask and run again…' }).click();
  await expect(page.getByRole('textbox', { name: 'Grow by, px' })).toBeFocused();
  await findNothing(page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('c');
  await expect(page.getByRole('region', { name: 'Comparison' })).toBeVisible();
  await page.getByText('Flicker', { exact: true }).click();
  await findNothing(page);
  await page.getByText('Split line', { exact: true }).click();
  await findNothing(page);
  await page.keyboard.press('c');
  await page.keyboard.press('Shift+T'); // a box around text, with its handles
  await expect(page.getByRole('group', { name: /^Text 1:/u })).toBeFocused();
  await findNothing(page);
  await page.keyboard.press('Delete');
  await page.keyboard.press('Alt+c');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByRole('dialog', { name: 'Save as' })).toBeVisible();
  await findNothing(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Save as' })).toBeHidden();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await findNothing(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Tasks', exact: true }).click();
  await page.getByRole('treegrid', { name: 'Tasks' }).getByRole('row').first().click();
  await expect(page.getByRole('complementary', { name: 'Task details' })).toContainText('Timeline');
  await findNothing(page);
});

test('dialogs give the focus back; a contrast theme shows states', async ({ open }) => {
  const { page } = await open({ account: 'practice' });

  await test.step('a dialog opened by a key or from the palette gives the focus back', async () => {
    const opener = page.getByRole('button', { name: 'Open photos…' });
    const escapeFrom = async (name: string): Promise<void> => {
      await expect(page.getByRole('dialog', { name }).locator(':focus')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog', { name })).toBeHidden();
      await expect(opener).toBeFocused();
    };
    await opener.focus();
    await page.keyboard.press('F1');
    await escapeFrom('Guide');
    await page.keyboard.press('?');
    await escapeFrom('Keyboard shortcuts');
    await searchCommands(page, 'Report a problem');
    await page.keyboard.press('Enter');
    await escapeFrom('Report a problem');
  });

  await test.step('shows sliders, switches and what is selected with a contrast theme', async () => {
    const rail = page.getByRole('navigation');
    await rail.getByRole('button', { name: 'Video', exact: true }).click();
    await page.emulateMedia({ forcedColors: 'active' });
    const backOf = async (part: Locator): Promise<string> =>
      part.evaluate((element) => getComputedStyle(element).backgroundColor);
    const ground = await backOf(page.locator('body'));
    await expect(page.getByRole('slider', { name: 'Steps' })).not.toHaveCSS(
      'background-color',
      ground,
    );
    const segment = (name: string) => page.locator('label', { hasText: name });
    await expect(segment('Crop')).toHaveCSS('outline-style', 'solid');
    await expect(segment('Whole')).toHaveCSS('outline-style', 'none');
    await expect(rail.getByRole('button', { name: 'Video' })).toHaveCSS('outline-style', 'solid');
    await expect(rail.getByRole('button', { name: 'Faces' })).toHaveCSS('outline-style', 'none');
    await rail.getByRole('button', { name: 'Studio' }).click();
    await page.getByRole('button', { name: 'Use the sample' }).click();
    await waitUntilReady(page, 'fig-in-a-bowl.jpg');
    const track = page.getByRole('switch', { name: 'Match colours' }).locator('+ *');
    await expect(track).not.toHaveCSS('box-shadow', 'none');
  });
});

test('opens a sample and runs every brush command by keyboard', async ({ open }) => {
  const { page } = await open();
  await expect(page.getByRole('button', { name: 'Start with a sample' })).toBeVisible();
  await page.getByRole('button', { name: 'start without a photo' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /Bridge cables/u }).focus();
  await page.keyboard.press('Enter');
  await waitUntilReady(page, 'bridge-cables.jpg');
  const size = page.getByRole('textbox', { name: 'Brush size in photo pixels' });
  await expect(size).toHaveValue('80 px');
  await page.keyboard.press(']');
  await expect(size).toHaveValue('90 px');
  await page.keyboard.press('[');
  await page.keyboard.press('[');
  await expect(size).toHaveValue('70 px');
  await page.getByRole('slider', { name: 'Brush size, photo pixels' }).focus();
  await page.keyboard.press('Home');
  await expect(size).toHaveValue('1 px');
  await page.keyboard.press('ArrowUp'); // a fraction of a pixel would change nothing
  await expect(size).toHaveValue('2 px');
  await page.keyboard.press('ArrowLeft');
  await expect(size).toHaveValue('1 px');
  await page.keyboard.press('e');
  await expect(page.getByRole('button', { name: 'Eraser', pressed: true })).toBeVisible();
  await page.keyboard.press('h');
  await expect(page.getByRole('button', { name: 'Hand' })).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('b');
  await page.keyboard.press('ControlOrMeta+1');
  await expect(zoomField(page)).toHaveValue('100 %');
  await page.keyboard.press('ControlOrMeta+0');
  await expect(zoomField(page)).not.toHaveValue('100 %');
});

/** Names and roles do not change with the theme, so light is checked for contrast alone. */
async function findNothing(page: Page): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await page.locator('html').evaluate((html, value) => {
      html.dataset['mantineColorScheme'] = value;
    }, theme);
    // fades would be measured half-way
    await page.waitForFunction(() =>
      document
        .getAnimations()
        .every(
          (animation) =>
            animation.playState !== 'running' ||
            animation.effect?.getTiming().iterations === Infinity,
        ),
    );
    // without `region`: tooltips and notices are in a layer outside the landmarks
    await expectAccessible(
      page,
      theme === 'light' ? { rules: ['color-contrast'] } : { without: ['region'] },
    );
  }
}
