/** Small windows, large text and large windows: everything is reachable and nothing is cut off. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { addFolder, addStep, beginRecipe, recipeColumn } from '../flows/recipes.ts';
import { showLastMonth } from '../flows/spend.ts';
import {
  boxOf,
  chooseFile,
  fillConnection,
  openNoise,
  paintStroke,
  runButton,
  waitUntilReady,
} from '../flows/studio.ts';
import { pickItem } from '../flows/window.ts';
import { expect, test } from '../support/gesso.ts';
import { noiseRgb, putFile } from '../support/pictures.ts';

test('folds the Studio in a small window, all in reach @second', async ({ open, folder }) => {
  const { page } = await open({ viewport: { width: 720, height: 450 }, account: 'practice' });
  await openNoise(page, folder);
  await page.keyboard.press('b');
  const canvas = page.getByRole('application');
  const options = page.getByRole('group', { name: 'Tool options' });
  const more = options.getByRole('button', { name: 'More options' });

  // 200 % zoom: the photo gets the space
  expect((await boxOf(canvas)).width).toBeGreaterThan(720 / 2);
  await expectOptionsReachable(page, options, more);
  // by keyboard: Tab continues into the folded part
  await more.focus();
  await page.keyboard.press('Shift+Tab');
  await expect(more).toHaveAttribute('aria-expanded', 'true');
  await expect(page.locator(':focus')).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Escape');
  await expect(more).toHaveAttribute('aria-expanded', 'false');
  await expect(more).toBeFocused();
  await expectPanelFolds(page);

  await page.evaluate(() => {
    document.documentElement.style.fontSize = '32px';
  });
  await page.setViewportSize({ width: 1024, height: 700 });
  await expectOptionsReachable(page, options, more);
  await expectPanelFolds(page);
  await expectWhole(page.getByRole('button', { name: /^Document: /u }));
  const settings = page.getByRole('button', { name: 'Settings', exact: true });
  await settings.scrollIntoViewIfNeeded(); // the rail is longer than the window
  await expectWhole(settings);
  const pointer = page.getByRole('group', { name: 'Status' }).getByText(/^\d+, \d+$/u);
  // the canvas is resized a few frames after the window
  await expect(async () => {
    await page.mouse.move(5, 5);
    await canvas.hover({ position: { x: 120, y: 100 }, timeout: 2000 });
    await expect(pointer).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 30_000 });
  await expectWhole(pointer);
});

test('rows, filters and the chart grow with text twice as large @second', async ({ open }) => {
  const { page } = await open({ viewport: { width: 1440, height: 900 }, account: 'practice' });
  const screens = page.getByRole('navigation', { name: 'Screens' });
  await screens.getByRole('button', { name: 'Training' }).click();
  await page.getByRole('button', { name: 'Use samples' }).click();
  const files = page.getByRole('grid', { name: 'Training files' });
  await expect(files.getByRole('row', { name: /broken\.jpg/u })).toContainText('Skipped');

  // while the list is shown, because its rows move, too
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '32px';
  });
  await expect.poll(() => cutIn(files)).toEqual([]);
  await showLastMonth(page);
  const colours = page.getByRole('list', { name: 'Colours of the chart' });
  const longest = colours.getByText('Pictures and videos', { exact: true });
  await expect(longest).toBeVisible();
  expect(await longest.evaluate((words) => words.scrollWidth - words.clientWidth)).toBe(0);
  await expect.poll(() => cutIn(colours)).toEqual([]);
  const name = page.getByRole('group', { name: 'Spend', exact: true }).getByText('$10').first();
  expect((await boxOf(name)).height).toBeGreaterThan(22);
  await screens.getByRole('button', { name: 'Activity' }).click();
  const calls = page.getByRole('grid', { name: 'Calls' });
  await expect(calls.getByRole('row').first()).toBeVisible();
  await expect.poll(() => cutIn(calls)).toEqual([]);
  // what does not fit in the bar is in a menu
  await page.getByRole('button', { name: 'More filters' }).click();
  for (const filter of ['Operation', 'Time']) {
    const item = page.getByRole('menuitem', { name: filter, exact: true });
    expect(await item.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
  }
});

test('small windows and large text clip nothing @second', async ({ open, folder }) => {
  const { page } = await open({ viewport: { width: 1024, height: 700 }, account: 'practice' });
  const screens = page.getByRole('navigation', { name: 'Screens' });

  await test.step('shows names below the rail’s icons, and news in the top bar', async () => {
    await page.getByRole('button', { name: /^Postcard/u }).click();
    for (const name of ['Studio', 'Language', 'Training', 'Settings']) {
      await expectWhole(screens.getByText(name, { exact: true }));
    }
    await expect(screens.getByRole('button', { name: 'Studio' })).toHaveAttribute(
      'aria-current',
      'page',
    );

    // a message is in the bar, next to the controls
    await waitUntilReady(page, 'postcard.jpg');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.keyboard.press('ControlOrMeta+c');
    const news = page.getByRole('alert').filter({ hasText: 'Copied.' });
    await expectWhole(news);
    const [said, bar] = [
      await boxOf(news),
      await boxOf(page.getByRole('region', { name: 'Top bar' })),
    ];
    expect(said.y).toBeGreaterThanOrEqual(bar.y);
    expect(said.y + said.height).toBeLessThanOrEqual(bar.y + bar.height);
  });

  await test.step('bars and feet clip no button, and icon buttons have names', async () => {
    await screens.getByRole('button', { name: 'Training' }).click();
    await page.getByRole('button', { name: 'Use samples' }).click();
    await expect(page.getByRole('row', { name: /broken\.jpg/u })).toContainText('Skipped');
    const add = page.getByRole('button', { name: 'Add files…' });
    expect((await boxOf(add)).width).toBeLessThan(50);
    await expectNoCutLabels(page);

    await screens.getByRole('button', { name: 'Recipes' }).click();
    await beginRecipe(page);
    await addStep(page, 'Remove text');
    await recipeColumn(page).getByText('Whole picture').click(); // without a search for text
    const set = join(folder, 'set');
    await mkdir(set);
    await putFile(set, 'a.png', await noiseRgb(320, 240).png().toBuffer());
    await addFolder(page, set);
    await page.getByRole('button', { name: /^Run on/u }).click();
    await screens.getByRole('button', { name: 'Tasks' }).click();
    await expectNoCutLabels(page);
    await page
      .getByRole('row', { name: /^Recipe/u })
      .first()
      .click();
    for (const name of ['Show its tasks', 'Open in Recipes']) {
      const label = page.getByRole('button', { name }).locator('.mantine-Button-label');
      expect(await label.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
      await expectWhole(label);
    }
    await pickItem(page.getByRole('button', { name: 'More', exact: true }), 'Watch a task…');
    await expect(page.getByRole('dialog', { name: 'Watch a task' })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('with text twice as large in a small window, bars and feet keep tools and words inside', async () => {
    await page.setViewportSize({ width: 720, height: 720 });
    await showLastMonth(page);
    await expectWhole(page.getByRole('button', { name: 'Save as CSV' }));

    await page.evaluate(() => {
      document.documentElement.style.fontSize = '32px';
    });
    await screens.getByRole('button', { name: 'Upscale' }).click();
    await expectWhole(page.getByText('Add a picture first', { exact: true }).first());
    await screens.getByRole('button', { name: 'Studio' }).click();
    const tools = await boxOf(page.getByRole('toolbar', { name: 'Tools' }));
    const tab = await boxOf(page.getByRole('button', { name: 'Clean-up and text' }));
    expect(tools.x + tools.width).toBeLessThan(tab.x);
    const hand = page.getByRole('toolbar').getByRole('button', { name: 'Hand', exact: true });
    await hand.scrollIntoViewIfNeeded();
    await hand.click({ trial: true });
  });

  await test.step('Language has its list above the work there, and all of it scrolls', async () => {
    await page.setViewportSize({ width: 720, height: 640 });
    await screens.getByRole('button', { name: 'Language' }).click();
    const message = page.getByRole('textbox', { name: 'Message', exact: true });
    await message.scrollIntoViewIfNeeded();
    expect((await boxOf(message)).width).toBeGreaterThan(300);
    await expectWhole(page.getByRole('button', { name: 'Send message' }));
    await page.getByText('Completion', { exact: true }).first().click();
    await expectWhole(page.getByRole('button', { name: 'New document' }).first());
    const again = page.getByRole('button', { name: 'Again', exact: true });
    await again.scrollIntoViewIfNeeded();
    const list = await boxOf(page.getByRole('navigation', { name: 'Documents' }));
    expect((await boxOf(again)).y).toBeGreaterThan(list.y + list.height);
    await expectWhole(page.getByRole('button', { name: 'Continue' }));
  });
});

test('cut names have a tooltip, and tall menus scroll', async ({ open, service }) => {
  const { page } = await open({ viewport: { width: 1440, height: 900 }, account: 'practice' });

  await test.step('shows a cut name of the list of conversations in a tooltip', async () => {
    await page.getByRole('button', { name: 'Language', exact: true }).click();
    const words = 'Name the colours of a stormy evening by the sea';
    await page.getByRole('textbox', { name: 'Message', exact: true }).fill(words);
    await page.getByRole('button', { name: 'Send message' }).click();
    const conversations = page.getByRole('list', { name: 'Conversations' });
    const row = conversations.getByRole('button', { name: words }).first();
    await row.getByText(words).hover();
    const tooltip = page.getByRole('tooltip');
    await expect(tooltip).toHaveText(words);
    await row.getByText(/^\d/u).hover(); // its time is whole
    await expect(tooltip).toHaveCount(0);
    await page.getByRole('button', { name: 'Connection: Practice' }).focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    await expect(tooltip).toHaveText('Runs on this computer. Free.');
  });

  await test.step('scrolls a menu that is taller than the window, and holds a long name', async () => {
    await page.setViewportSize({ width: 720, height: 400 });
    const screens = page.getByRole('navigation', { name: 'Screens' });
    await screens.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Connect an account…' }).click();
    const name = 'L'.repeat(70);
    await fillConnection(page, service.baseUrl, service.key);
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByRole('button', { name: 'Check and save' }).click();
    await page.getByRole('button', { name: 'Keep using Practice' }).click();
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '32px';
    });
    await page.getByRole('button', { name: /^Connection: /u }).click();
    const menu = page.getByRole('menu');
    await expect(menu).toBeInViewport({ ratio: 0.99 });
    for (const part of [menu.getByText(name), menu.getByText('Manage connections…')]) {
      await part.scrollIntoViewIfNeeded();
      await expectWhole(part);
    }
  });
});

/** Expects every control of the bar to be whole and on one line, after pressing “…” if there is one. */
async function expectOptionsReachable(page: Page, options: Locator, more: Locator): Promise<void> {
  const middles = [more, page.getByRole('button', { name: 'Zoom presets' })].map(async (each) => {
    const { y, height } = await boxOf(each);
    return y + height / 2;
  });
  const [ofOptions = 0, ofEnd = 0] = await Promise.all(middles);
  expect(Math.abs(ofOptions - ofEnd), 'options beside the zoom').toBeLessThanOrEqual(1);
  if (await more.isVisible()) await more.click();
  const controls = options.locator('button, input:not([type=hidden])');
  for (const control of await controls.all()) await expectWhole(control);
  if ((await more.getAttribute('aria-expanded')) === 'true') await more.click();
  await pickItem(page.getByRole('button', { name: 'Zoom presets' }), 'Fit photo to window');
}

/** Expects the panel to open over the canvas, and Escape to fold it. */
async function expectPanelFolds(page: Page): Promise<void> {
  const tab = page.getByRole('button', { name: 'Clean-up and text' });
  const panel = page.getByRole('complementary', { name: 'Clean-up and text' });
  await expectWhole(tab);
  await expect(tab).toHaveAttribute('aria-expanded', 'false');
  await expectWhole(runButton(page));
  const before = await boxOf(page.getByRole('application'));
  await tab.focus();
  await page.keyboard.press('Enter');
  await expectWhole(panel.getByText('Remove text', { exact: true }));
  await expectWhole(panel.getByRole('button', { name: 'Advanced' }));
  await expectWhole(runButton(page));
  expect(await boxOf(page.getByRole('application'))).toEqual(before);
  // the panel handles keys a moment after it is drawn
  await expect(async () => {
    await page.keyboard.press('Escape');
    await expect(tab).toHaveAttribute('aria-expanded', 'false', { timeout: 1000 });
  }).toPass();
  await expect(tab).toBeFocused();
}

/** Expects an element to be inside the window and its clipping parents, with its text complete. */
async function expectWhole(part: Locator): Promise<void> {
  await expect(part).toBeInViewport({ ratio: 0.99 });
  const isCut = await part.evaluate((element) =>
    [element, ...element.querySelectorAll('span')].some(
      (each) =>
        each.textContent !== '' && each.clientWidth > 0 && each.scrollWidth > each.clientWidth + 1,
    ),
  );
  expect(isCut, `${String(part)} is cut`).toBe(false);
}

/** Goes through widths of the window up to 1440 px; buttons with an icon alone hide their label. */
async function expectNoCutLabels(page: Page): Promise<void> {
  for (const width of [1440, 1360, 1280, 1140, 1024]) {
    await page.setViewportSize({ width, height: 700 });
    const cut = await page
      .locator('main .mantine-Button-label:visible')
      .evaluateAll((labels) =>
        labels
          .filter(
            ({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1,
          )
          .map(({ textContent }) => textContent),
      );
    expect(cut, `${width} px`).toEqual([]);
  }
}

/** Returns texts that are cut off by the upper or lower edge of their row. */
function cutIn(list: Locator): Promise<string[]> {
  return list.evaluate((element) =>
    [...element.querySelectorAll('[role=row], li')].flatMap((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      const texts = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
      const cut: string[] = [];
      while (texts.nextNode() !== null) {
        const range = document.createRange();
        range.selectNodeContents(texts.currentNode);
        const box = range.getBoundingClientRect();
        if (box.height > 0 && (box.top < top || box.bottom > bottom + 1))
          cut.push(range.toString());
      }
      return cut;
    }),
  );
}

test('notices keep their buttons in at 1024 × 700 @second', async ({ open, folder, service }) => {
  const { page } = await open({ viewport: { width: 1024, height: 700 }, account: service });
  const notice = page.getByRole('alert').filter({ hasText: 'Details' });
  const expectInside = async (names: readonly (string | RegExp)[]) => {
    const around = await boxOf(notice);
    for (const name of names) {
      const { x, y, width, height } = await boxOf(notice.getByRole('button', { name }));
      expect(x + width).toBeLessThanOrEqual(around.x + around.width - 4);
      expect(y + height).toBeLessThanOrEqual(around.y + around.height - 4);
    }
  };
  await chooseFile(page, await putFile(folder, 'broken.png', Buffer.from('no picture')));
  await expectInside(['Select another file', 'Dismiss']);

  await openNoise(page, folder);
  await paintStroke(page);
  const body = { code: 400, reason: 'INVALID_REQUEST_BODY', message: 'No.', metadata: {} };
  await service.fault({ path: '/v3/cleanup', kind: 'answer', status: 400, body });
  await page.keyboard.press('ControlOrMeta+Enter');
  await expectInside([/^Run again \(1 call, cost unknown\)$/u, 'Dismiss']);
});
