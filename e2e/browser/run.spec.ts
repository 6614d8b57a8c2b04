/** Runs: adjusted boxes, several calls of which one fails, saved results, and text. */
import type { Page } from 'playwright';
import sharp from 'sharp';
import {
  boxOf,
  chooseArea,
  openNoise,
  openPhoto,
  resultEntry,
  runButton,
  runFoot,
  waitUntilReady,
} from '../flows/studio.ts';
import { expect, test, type Service } from '../support/gesso.ts';
import { putFile } from '../support/pictures.ts';
import { setPrice } from '../support/prices.ts';

const CLEANUP = '/v3/cleanup';
const REMOVE_TEXT = '/v3/remove-text';
/** The practice service computes real results, which takes time on a busy machine. */
const SLOW = { timeout: 120_000 };

test('runs two boxes, and reuses saved results for free', async ({ open, folder, service }) => {
  const { page } = await open({ account: service });
  await openNoise(page, folder, 'photo.png', 3000, 1200);
  await dab(page, 0.2, 0.5);
  await dab(page, 0.8, 0.5);
  const boxes = page.getByRole('list', { name: 'Boxes to send' });
  await expect(boxes.getByRole('listitem')).toHaveCount(2);
  await expect(runFoot(page)).toContainText('2 calls, 0.5 MP');

  await test.step('links from a missing price to Settings, and keeps the boxes', async () => {
    await setPrice(page, 'Clean-up', '0.02');
    await expect(runFoot(page)).toContainText('$0.04');
  });

  const run = page.getByRole('group', { name: 'Clean-up in 2 parts' });
  await test.step('moves the first box and its right edge by keyboard', async () => {
    await boxes.getByRole('button', { name: /Box 1/u }).click();
    const first = page.getByRole('group', { name: /^Box 1:/u });
    await expect(first).toBeFocused();
    await page.keyboard.press('Shift+ArrowRight');
    await page.getByRole('button', { name: 'Right edge of Box 1' }).focus();
    await page.keyboard.press('Shift+ArrowRight');
    await expect(first).toHaveAccessibleName(/^Box 1: 5[2-9]\d × 512 px/u);
    // by pointer: a corner cannot be dragged into the painted area
    const handle = await boxOf(page.getByRole('button', { name: 'Top left corner of Box 1' }));
    await drag(page, handle.x + 5, handle.y + 5, 400, 20);
    const adjusted = await sizeIn(first);
    expect(adjusted.width).toBeLessThan(500);
    expect(adjusted.width).toBeGreaterThan(100);
    await expect(page.getByRole('button', { name: 'Reset boxes' })).toBeVisible();

    await service.fault({ path: CLEANUP, kind: 'answer', status: 400, body: REFUSAL });
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(run).toContainText('1 of 2 parts done, 1 failed');
    await expect(resultEntry(page, 1)).toBeVisible();
    await expect(runButton(page)).toBeEnabled(); // the mask of the part that failed is back
    const sizes = (await sent(service, CLEANUP)).map(({ width, height }) => `${width} × ${height}`);
    expect(sizes.toSorted()).toEqual(
      ['512 × 512', `${adjusted.width} × ${adjusted.height}`].sort(),
    );
    await run.getByRole('button', { name: 'Run unfinished parts (1 call, $0.02)' }).click();
    await expect(resultEntry(page, 2)).toBeVisible();
    await expect(run).toBeHidden();
    await expect(runButton(page)).toBeDisabled();
    expect(await service.requests(CLEANUP)).toHaveLength(3);
  });

  await test.step('reuses both results after two undos, without a call', async () => {
    await page.keyboard.press('ControlOrMeta+z');
    await expect(page.getByText(/^Already run (?:at|on)/u)).toBeVisible();
    await page.keyboard.press('ControlOrMeta+z');
    await expect(boxes.getByRole('listitem')).toHaveCount(2);
    await expect(runFoot(page)).toContainText('Free: uses saved results');
    await expect(page.getByRole('button', { name: 'Run again (2 calls, $0.04)' })).toBeVisible();
    // the palette says so, too
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('dialog').getByRole('textbox').fill('run again');
    const listed = page.getByRole('dialog').getByRole('button', { name: /^Run again/u });
    await expect(listed).toContainText('Run again (2 calls, $0.04)');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Use saved results' }).click();
    await expect(resultEntry(page, 4)).toBeVisible();
    await expect(runButton(page)).toBeDisabled();
    expect(await service.requests(CLEANUP)).toHaveLength(3);
  });

  await test.step('makes one call for Gesso’s own box, because only the adjusted one was paid', async () => {
    await page.keyboard.press('ControlOrMeta+z');
    await page.keyboard.press('ControlOrMeta+z');
    await expect(page.getByRole('button', { name: 'Use saved results' })).toBeVisible();
    await page.getByRole('button', { name: 'Reset boxes' }).click();
    await expect(page.getByText('1 saved result for 2 parts. Run sends 1 call.')).toBeVisible();
    await expect(runFoot(page)).toContainText('$0.02');
    await page.getByRole('button', { name: 'Use only the saved result' }).click();
    await expect(resultEntry(page, 5)).toBeVisible();
    await expect(runButton(page)).toBeEnabled(); // the other part is still painted
    expect(await service.requests(CLEANUP)).toHaveLength(3);
  });
});

test('removes text in a box, which returns by undo @second', async ({ open, folder, service }) => {
  const viewport = { width: 1440, height: 900 };
  const first = await open({ viewport, account: service });
  const { page } = first;
  await openPhoto(page, await putFile(folder, 'sign.png', await signPicture()));
  await dab(page, 0.1, 0.9); // a mask that text removal ignores
  await page.mouse.move(5, 5);
  const radio = page.getByRole('radio', { name: 'Remove text' });
  await page.getByText('Remove text', { exact: true }).click();
  await expect(radio).toBeChecked();
  await expect(page.getByRole('combobox', { name: 'Area' })).toHaveValue('Whole photo');
  await expect(tool(page, 'Hand')).toHaveAttribute('aria-pressed', 'true');
  // choosing a painting tool switches back to clean-up
  await page.keyboard.press('b');
  await expect(page.getByRole('radio', { name: 'Clean up' })).toBeChecked();
  await page.keyboard.press('Alt+t');
  await chooseArea(page, 'Selected areas');
  await expect(tool(page, 'Text box')).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(runFoot(page)).toContainText('Draw a text box first');

  const box = page.getByRole('group', { name: /^Text 1:/u });
  await test.step('draws a box by hand, refuses one too large for a call, and deletes one by keyboard', async () => {
    await dragOn(page, [0.3, 0.3], [0.72, 0.62]);
    await expect(box).toBeFocused();
    await expect(runFoot(page)).not.toContainText('Draw a text box first');
    await dragOn(page, [0.01, 0.02], [0.99, 0.2]);
    await expect(page.getByRole('group', { name: /^Text 2:.*2 calls/u })).toBeVisible();
    await page.keyboard.press('ControlOrMeta+z');
    await expect(page.getByRole('group', { name: /^Text 2:/u })).toBeHidden();
    await page.keyboard.press('Shift+T');
    await expect(page.getByRole('group', { name: /^Text 2:/u })).toBeFocused();
    await page.getByRole('button', { name: 'Merge' }).click();
    await expect(page.getByRole('group', { name: /^Text 2:/u })).toBeHidden();
    await page.keyboard.press('ControlOrMeta+z');
    await page.getByRole('list', { name: 'Text boxes' }).getByText('Text 2').click();
    await page.keyboard.press('Delete');
    await expect(page.getByRole('group', { name: /^Text 2:/u })).toBeHidden();
    await expect(box).toBeVisible();
  });

  await test.step('takes the box with the run, restores it by undo, and saves the result', async () => {
    const { width, height } = await sizeIn(box);
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(page.getByRole('region', { name: 'Edits' })).toBeVisible(SLOW);
    await expect(page.getByRole('region', { name: 'Runs' })).toBeHidden();
    expect(await sent(service, REMOVE_TEXT)).toEqual([{ width, height }]);
    await expect(page.getByText('Text removed in 1 place.')).toBeVisible();
    await expect(box).toBeHidden(); // the run has taken it
    const removed = await darkPixels(page);
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(() => darkPixels(page)).toBeGreaterThan(removed + 500);
    await expect(box).toBeVisible();
    await expect(page.getByRole('button', { name: 'Use saved result' })).toBeVisible();
    await page.keyboard.press('ControlOrMeta+Shift+z');
    await expect(box).toBeHidden();
    await expect.poll(() => darkPixels(page)).toBeLessThan(removed + 50);
  });

  await test.step('shows a message and adds no history entry when no text is found', async () => {
    await page.keyboard.press('Alt+c');
    await expect(runFoot(page)).toContainText('1 call, 0.3 MP'); // the mask as it was painted
    await page.keyboard.press('t');
    await dragOn(page, [0.02, 0.02], [0.12, 0.12]);
    await page.keyboard.press('ControlOrMeta+Enter');
    const nothing = page.getByRole('status').filter({ hasText: 'No text found' });
    await expect(nothing).toBeVisible(SLOW);
    await dragOn(page, [0.02, 0.82], [0.12, 0.92]);
    await expect(box).toBeFocused();
    await first.quit();
  });

  await test.step('restores the work and its boxes after a restart', async () => {
    const second = await open({ viewport });
    await waitUntilReady(second.page, 'sign.png');
    await expect(second.page.getByRole('radio', { name: 'Remove text' })).toBeChecked();
    await expect(second.page.getByRole('group', { name: /^Text 1:/u })).toBeVisible();
    await chooseArea(second.page, 'Whole photo, reduced');
    await expect(second.page.getByText(/from 1800 × 1200 to 1024 × 683 px/u)).toBeVisible();
  });
});

test('removes text from a whole photo in tiles @second', async ({ open, folder, service }) => {
  const { page } = await open({ viewport: { width: 1440, height: 900 }, account: service });
  await openPhoto(page, await putFile(folder, 'sign.png', await signPicture()));
  await page.keyboard.press('Alt+t');
  await setPrice(page, 'Text removal', '0.02');
  const run = runFoot(page).getByRole('button', { name: 'Remove text' });
  await expect(runFoot(page)).toContainText(/4 calls.*\$0\.08/u);
  await page.keyboard.press('ControlOrMeta+Enter');
  // the sign is on all four tiles, but counts as one place
  await expect(page.getByText('Text removed in 1 place.')).toBeVisible(SLOW);
  await expect(page.getByText('No text found')).toBeHidden();
  await expect(page.getByRole('region', { name: 'Runs' })).toBeHidden();
  expect(await service.requests(REMOVE_TEXT)).toHaveLength(4);
  await expect.poll(() => darkPixels(page)).toBeLessThan(50);

  // above ten calls it asks and offers boxes, with an estimated time
  await openPhoto(page, await putFile(folder, 'wall.png', await wall(3000, 2600).toBuffer()));
  await expect(runFoot(page)).toContainText(/12 calls.*about \d+ minutes?.*\$0\.24/u);
  await run.click();
  const question = page.getByRole('dialog', { name: 'Send 12 calls?' });
  await expect(question).toContainText(/Expected cost: \$0\.24\. It takes about \d+ minutes?\./u);
  await question.getByRole('button', { name: 'Draw boxes' }).click();
  await expect(question).toBeHidden();
  await expect(tool(page, 'Text box')).toHaveAttribute('aria-pressed', 'true');
  expect(await service.requests(REMOVE_TEXT)).toHaveLength(4);
});

test('places a late run below later results @second', async ({ open, folder, service }) => {
  const { page } = await open({ account: service });
  await openNoise(page, folder, 'photo.png', 900, 1200);
  await dab(page, 0.4, 0.2); // its box reaches the top of the photo
  await service.fault({ path: CLEANUP, kind: 'delay', delayMilliseconds: 120_000 });
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByText(/^Cleaning up…/u)).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Alt+w');
  await page.getByRole('button', { name: /photo\.png/u }).click();
  await waitUntilReady(page, 'photo.png');
  await dab(page, 0.6, 0.5); // while it runs
  await service.endFaults();
  await expect(resultEntry(page, 1)).toBeVisible(SLOW);
  await expect(runButton(page)).toBeEnabled();
  await page.keyboard.press('ControlOrMeta+z'); // the stroke, which came later
  await expect(runButton(page)).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Hide Clean-up 1' })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+z'); // the result: its mask is back
  await expect(page.getByRole('button', { name: 'Show Clean-up 1' })).toBeVisible();
  await expect(runButton(page)).toBeEnabled();
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await expect(page.getByRole('button', { name: 'Hide Clean-up 1' })).toBeVisible();
  await expect(runButton(page)).toBeEnabled(); // the stroke alone
  expect(await service.requests(CLEANUP)).toHaveLength(1);
});

const REFUSAL = { code: 400, reason: 'ILLEGAL_IMAGE_CONTENT', message: 'No.' };

function tool(page: Page, name: string) {
  return page.getByRole('button', { name, exact: true });
}

/** Paints a short stroke. @param x share of the canvas @param y share of the canvas */
async function dab(page: Page, x: number, y: number): Promise<void> {
  const canvas = await boxOf(page.getByRole('application'));
  await drag(page, canvas.x + canvas.width * x, canvas.y + canvas.height * y, 16, 6);
  await page.mouse.move(5, 5);
}

async function dragOn(page: Page, from: readonly [number, number], to: readonly [number, number]) {
  const photo = await photoBox(page);
  const [x, y] = [photo.x + photo.width * from[0], photo.y + photo.height * from[1]];
  await drag(page, x, y, photo.width * (to[0] - from[0]), photo.height * (to[1] - from[1]));
}

async function drag(page: Page, x: number, y: number, across: number, down: number) {
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + across / 2, y + down / 2, { steps: 3 });
  await page.mouse.move(x + across, y + down, { steps: 3 });
  await page.mouse.up();
}

/** Returns the area of the fitted photo of 1800 × 1200. */
async function photoBox(page: Page) {
  const canvas = await boxOf(page.getByRole('application'));
  const scale = Math.min((canvas.width - 32) / 1800, (canvas.height - 32) / 1200, 1);
  const [width, height] = [1800 * scale, 1200 * scale];
  const x = canvas.x + (canvas.width - width) / 2;
  return { x, y: canvas.y + (canvas.height - height) / 2, width, height };
}

/** A PNG of one colour. */
function wall(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: '#c8b9a4' } }).png();
}

/** A wall with a sign in its middle. */
function signPicture(): Promise<Buffer> {
  const sign = `<svg width="700" height="240"><rect width="700" height="240" fill="#f4f1e8"/>
    <text x="350" y="150" font-family="sans-serif" font-weight="bold" font-size="96" text-anchor="middle" fill="#161616">NO PARKING</text></svg>`;
  return wall(1800, 1200)
    .composite([{ input: Buffer.from(sign), left: 560, top: 430 }])
    .toBuffer();
}

/** Counts visible pixels of the letters. */
async function darkPixels(page: Page): Promise<number> {
  await page.mouse.move(5, 5);
  const photo = await photoBox(page);
  const picture = await page.screenshot({
    clip: {
      x: photo.x + photo.width * 0.33,
      y: photo.y + photo.height * 0.38,
      width: photo.width * 0.34,
      height: photo.height * 0.16,
    },
  });
  const { data } = await sharp(picture).greyscale().raw().toBuffer({ resolveWithObject: true });
  return data.filter((value) => value < 90).length;
}

/** Returns the size in a box's name. */
async function sizeIn(box: ReturnType<Page['getByRole']>) {
  const name = (await box.getAttribute('aria-label')) ?? '';
  const [, width, height] = /(\d+) × (\d+) px/u.exec(name) ?? [];
  return { width: Number(width), height: Number(height) };
}

async function sent(service: Service, path: string) {
  return Promise.all(
    (await service.requests(path)).map(async ({ id }) => {
      const { width, height } = await sharp(await service.sent(id, 'image')).metadata();
      return { width, height };
    }),
  );
}
