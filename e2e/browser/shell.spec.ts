/** The shell: first start, connections, panels, notices, keys. */
import type { Page } from 'playwright';
import {
  checkConnection,
  dropFile,
  openNoise,
  paintStroke,
  runButton,
  runFoot,
  waitUntilReady,
} from '../flows/studio.ts';
import { pickItem, reload } from '../flows/window.ts';
import { expect, test } from '../support/gesso.ts';
import { noiseRgb, putFile } from '../support/pictures.ts';

test('the first start opens a sample with a task to try @second', async ({ open }) => {
  const { page } = await open();
  await page.getByRole('button', { name: 'Start with a sample' }).click();
  await waitUntilReady(page, 'fig-in-a-bowl.jpg');
  await expect(page.getByText(/^Click the fig, or draw around it/u)).toBeVisible();
  await expect(
    page.getByRole('button', { name: 'Object', pressed: true, exact: true }),
  ).toBeVisible();
});

test('a captioned sample shows at once how text is removed @second', async ({ open }) => {
  const { page } = await open({ account: 'practice' });
  await page.getByRole('button', { name: /^Postcard/u }).click();
  await waitUntilReady(page, 'postcard.jpg');
  const suggestion = page.getByText(/^Select Remove text, then press Run/u);
  await expect(suggestion).toBeVisible();
  await page.getByText('Remove text', { exact: true }).click();
  const run = runFoot(page).getByRole('button', { name: 'Remove text' });
  await expect(runFoot(page)).toContainText('2 calls');
  await run.click();
  await expect(suggestion).toBeHidden();
});

test('starts practice with a photo dropped on the first page', async ({ open, folder }) => {
  const { page } = await open();
  await expect(page.getByRole('button', { name: 'Start with a sample' })).toBeVisible();
  const photo = await putFile(folder, 'mine “1”.png', await noiseRgb(800, 500).png().toBuffer());
  await dropFile(page, photo);
  await waitUntilReady(page, 'mine “1”.png');
  await expect(page.getByRole('button', { name: 'Connection: Practice' })).toBeVisible();
  const drop = page.getByText('Drop photos or a folder to open');
  await expect(drop).toBeHidden();
  const drag = (type: string, target: string) =>
    page.evaluate(
      ([kind = '', selector = '']) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([''], 'a.png'));
        const event = new DragEvent(kind, { bubbles: true, dataTransfer });
        document.querySelector(selector)?.dispatchEvent(event);
      },
      [type, target],
    );
  await drag('dragenter', 'body');
  await drag('dragenter', 'main');
  await expect(drop).toBeVisible();
  await drag('dragleave', 'main'); // the element below it is gone: the other event does not come
  await expect(drop).toBeHidden();
  await drag('dragenter', 'main');
  await expect(drop).toBeVisible();
  await page.mouse.move(300, 300); // after a drag that has told of no end
  await expect(drop).toBeHidden();
});

test('panels, notices and drags leave the photo as it is @second', async ({ open, folder }) => {
  const { page } = await open({ viewport: { width: 1024, height: 700 }, account: 'practice' });
  await openNoise(page, folder);

  await test.step('counts files that cannot be opened in one notice, which shifts nothing', async () => {
    const canvas = page.getByRole('application');
    const before = await canvas.boundingBox();
    await dropBroken(page, 30);
    const notice = page.getByRole('alert').filter({ hasText: '30 files were not opened' });
    await expect(notice).toBeVisible();
    expect(await canvas.boundingBox()).toEqual(before);
    await notice.getByRole('button', { name: 'Show' }).click();
    await expect(notice.getByRole('listitem')).toHaveCount(30);
    await notice.getByRole('button', { name: 'Dismiss' }).click();
    await expect(notice).toBeHidden();
    expect(await canvas.boundingBox()).toEqual(before);
  });

  await test.step('a drag selects no text; all and none apply to the mask; a key hides it', async () => {
    await page.mouse.move(5, 5);
    await page.mouse.down();
    await page.mouse.move(1000, 690, { steps: 4 });
    await page.mouse.up();
    const selection = () => page.evaluate(() => document.getSelection()?.toString() ?? '');
    expect(await selection()).toBe('');
    const run = runButton(page);
    await page.keyboard.press('ControlOrMeta+a');
    expect(await selection()).toBe('');
    await expect(runFoot(page)).toContainText('1 call, 0.5 MP');
    await expect(run).toBeEnabled();
    const layer = page.locator('.konvajs-content canvas[style*="opacity"]');
    await page.keyboard.press('m');
    await expect(layer).toHaveCSS('visibility', 'hidden');
    await page.keyboard.press('m');
    await expect(layer).toHaveCSS('visibility', 'visible');
    await page.keyboard.press('ControlOrMeta+d');
    await expect(run).toBeDisabled();
  });

  await test.step('keeps everything reachable in a small window and with text twice as large', async () => {
    await paintStroke(page);
    await expectReachable(page);
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '32px';
    });
    await expectReachable(page);
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '';
    });
    await page.setViewportSize({ width: 512, height: 350 }); // 200 % page zoom
    await expectReachable(page);
  });

  await test.step('hides, shows and widens panels by key, and keeps them without loss', async () => {
    await page.setViewportSize({ width: 1024, height: 700 });
    await page.keyboard.press('ControlOrMeta+d');
    await expect(runButton(page)).toBeDisabled();
    const panel = page.getByRole('complementary');
    const edge = page.getByRole('separator', { name: 'Panel width' });
    await expect(edge).toHaveAttribute('aria-valuenow', '320');
    await edge.focus();
    await page.keyboard.press('Shift+ArrowLeft');
    await expect(edge).toHaveAttribute('aria-valuenow', '370');
    await page.keyboard.press('ControlOrMeta+b');
    await expect(panel).toBeHidden();
    await expect(page.getByRole('toolbar', { name: 'Tools' })).toBeHidden();
    await paintStroke(page);
    await page.keyboard.press('ControlOrMeta+b');
    await expect(panel).toBeVisible();
    await reload(page);
    await waitUntilReady(page, 'photo.png');
    await expect(edge).toHaveAttribute('aria-valuenow', '370');
    await expect(runButton(page)).toBeEnabled();
  });
});

test('explains commands, and checks a new account', async ({ open, service }) => {
  const { page } = await open({ account: 'practice' });

  await test.step('the palette says why a command cannot run, and remembers those that ran', async () => {
    await page.keyboard.press('ControlOrMeta+k');
    const search = page.getByRole('textbox', { name: 'Search commands' });
    await search.fill('export');
    const save = page.getByRole('button', { name: /^Save as…/u }).last();
    await expect(save).toHaveAttribute('aria-disabled', 'true');
    await expect(save).toContainText('Open a photo first');
    await page.keyboard.press('Enter');
    await expect(search).toBeVisible(); // a command that cannot run keeps the palette open
    await search.fill('ligt theme'); // a typing error
    await expect(page.getByRole('button', { name: /^Light appearance/u })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
    await expect(search).toBeHidden();
    await page.keyboard.press('ControlOrMeta+k');
    await expect(search).toHaveValue('');
    const first = page.getByRole('dialog').getByRole('button').first();
    await expect(first).toContainText('Light appearance');
    await page.keyboard.press('Escape');
    await expect(search).toBeHidden();
  });

  await test.step('shows a wrong key and address at their fields, and asks before a new account is used', async () => {
    await page.keyboard.press('ControlOrMeta+,');
    await page.getByRole('button', { name: 'Connect an account…' }).click();
    const dialog = page.getByRole('dialog');
    await checkConnection(page, 'not an address', 'some-key-0123456789');
    const address = dialog.getByLabel('Service address');
    await expect(address).toHaveAttribute('aria-invalid', 'true');
    await expect(dialog.getByText(/This is not a valid address/u)).toBeVisible();
    await checkConnection(page, service.baseUrl, 'a-wrong-key-0123456789');
    await expect(dialog.getByLabel('API key')).toHaveAttribute('data-invalid', 'true');
    await expect(dialog.getByText(/does not accept this key/u)).toBeVisible();
    await expect(address).not.toHaveAttribute('aria-invalid', 'true');
    await checkConnection(page, service.baseUrl, service.key);
    await expect(dialog.getByText('Use “Test account” now?', { exact: false })).toBeVisible();
    await dialog.getByRole('button', { name: 'Keep using Practice' }).click();
    await expect(page.getByRole('button', { name: 'Connection: Practice' })).toBeVisible();

    // the badge in the top bar switches
    await pickItem(page.getByRole('button', { name: 'Connection: Practice' }), /^Test account/u);
    await expect(page.getByRole('button', { name: 'Connection: Test account' })).toBeVisible();
  });
});

/** Expects Undo, Run and Save to be reachable and their labels complete. */
async function expectReachable(page: Page): Promise<void> {
  const tab = page.getByRole('button', { name: 'Clean-up and text' });
  if ((await tab.isVisible()) && (await tab.getAttribute('aria-expanded')) === 'false') {
    await tab.click(); // a small window: the panel is folded
  }
  const undo = page.getByRole('button', { name: 'Undo', exact: true });
  const save = page.getByRole('button', { name: 'Save', exact: true });
  for (const button of [undo, runButton(page), save]) {
    await button.scrollIntoViewIfNeeded();
    await button.click({ trial: true });
    const isCut = await button.evaluate((element) =>
      [element, ...element.querySelectorAll('span')].some(
        (part) =>
          part.textContent !== '' &&
          part.scrollWidth > part.clientWidth + 1 &&
          part.clientWidth > 0,
      ),
    );
    expect(isCut, `${String(button)} is cut`).toBe(false);
  }
}

async function dropBroken(page: Page, count: number): Promise<void> {
  await page.evaluate((files) => {
    const dataTransfer = new DataTransfer();
    for (let index = 0; index < files; index++) {
      dataTransfer.items.add(new File(['no picture'], `broken ${index} “🦊”.png`));
    }
    document.body.dispatchEvent(
      new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }),
    );
  }, count);
}
