/** Blends a result with its photo: opacity, soft edge and painted parts. */
import type { Page } from 'playwright';
import sharp from 'sharp';
import {
  boxOf,
  canvasPicture,
  openPhoto,
  paintStroke,
  resultEntry,
  runCleanUp,
  saveAs,
  stablePicture,
} from '../flows/studio.ts';
import { pickItem } from '../flows/window.ts';
import { expect, isShortForm, longStep, test, type TestBody } from '../support/gesso.ts';
import { differingPixels, putFile } from '../support/pictures.ts';

/** The colour of the bar, which is painted over. */
const PHOTO = { r: 215, g: 55, b: 165 };
/** The colour around the bar, with which the clean-up fills it. */
const RESULT = { r: 40, g: 200, b: 90 };
const HALF = { r: 128, g: 128, b: 128 };
const SIZE = { width: 900, height: 600 };
const BAR = { left: 300, top: 292, width: 300, height: 24 };

/** Shares of the canvas's width from its middle, on the painted stroke. */
const LEFT = -0.06;
const RIGHT = 0.06;

test('a number that was cleared shows what counts when its field is left', async ({
  open,
  folder,
  service,
}) => {
  const { page } = await open({ account: service });
  await openPhoto(page, await putFile(folder, 'bar.png', await photoWithBar()));
  await paintStroke(page, 0.4);
  await runCleanUp(page);
  await page.keyboard.press('Shift+F');
  const edit = page.getByRole('region', { name: 'Clean-up 1', exact: true });
  const softEdge = edit.getByRole('textbox', { name: 'Soft edge' });
  await expect(softEdge).toHaveValue('0');
  await softEdge.fill('');
  await expect(softEdge).not.toHaveAttribute('placeholder', 'Auto');
  await softEdge.press('Tab');
  await expect(softEdge).toHaveValue('0');
  await expect(edit.getByRole('button', { name: 'Bring back' })).toBeFocused();
});

const blend: TestBody = async ({ open, folder, service }) => {
  const { page } = await open({ account: service });
  await openPhoto(page, await putFile(folder, 'bar.png', await photoWithBar()));
  await paintStroke(page, 0.4);
  await runCleanUp(page);
  const bar = page.getByRole('region', { name: 'Judge Clean-up 1' });
  const edit = page.getByRole('region', { name: 'Clean-up 1', exact: true });
  const opacity = edit.getByRole('textbox', { name: 'Opacity' });
  await expectColors(page, RESULT, RESULT);

  await test.step('shows a result at half opacity with a part erased', async () => {
    await page.keyboard.press('Shift+F');
    await opacity.fill('50');
    await opacity.press('Enter');
    await expectColors(page, HALF, HALF);
    await edit.getByRole('button', { name: 'Hide' }).click();
    await stroke(page, LEFT);
    await expectColors(page, PHOTO, HALF);
    await page.keyboard.down('Alt');
    await stroke(page, LEFT);
    await page.keyboard.up('Alt');
    await expectColors(page, HALF, HALF);
  });

  await test.step('makes each change one undo step', async () => {
    for (const [left, right] of [
      [PHOTO, HALF],
      [HALF, HALF],
      [RESULT, RESULT],
    ] as const) {
      await page.keyboard.press('ControlOrMeta+z');
      await expectColors(page, left, right);
    }
    await expect(opacity).toHaveValue('100');
    for (let step = 0; step < 2; step++) await page.keyboard.press('ControlOrMeta+Shift+z');
    await expectColors(page, PHOTO, HALF);
  });

  await longStep('changes a blend by keyboard', async () => {
    await page.getByRole('application').focus();
    for (const key of ['Enter', 'Enter', 'Shift+ArrowRight', 'Enter']) {
      await page.keyboard.press(key);
    }
    await page.keyboard.press('Escape'); // the pointer
    await expect.poll(async () => colorAt(await canvasPicture(page), 0)).toEqual(near(PHOTO));
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(async () => colorAt(await canvasPicture(page), 0)).toEqual(near(HALF));
  });

  await test.step('saves the shown picture right after a change', async () => {
    const saved = await saveAs(page, 'PNG');
    const shares = await sharesOf(saved.bytes);
    expect(shares.photo, 'painted away').toBeGreaterThan(1000);
    expect(shares.half).toBeGreaterThan(1000);
    expect(shares.result, 'nowhere all of it').toBe(0);
    await expect(page.getByText('50 % opacity, painted')).toBeVisible();
  });
  if (isShortForm()) return;

  await test.step('shows the saved picture in the next session', async () => {
    const said = page.getByRole('alert').filter({ hasText: 'Saved as' });
    await said.getByRole('button').click();
    await expect(said).toBeHidden();
    await bar.getByRole('button', { name: 'Dismiss' }).click();
    await expect(bar).toBeHidden();
    await expect(
      page.getByRole('button', { name: 'Brush', pressed: true, exact: true }),
    ).toBeVisible();
    const seen = await stablePicture(page);
    await page.reload();
    await expect(resultEntry(page, 1)).toBeVisible();
    await expectColors(page, PHOTO, HALF);
    await page.mouse.move(5, 5);
    // weights here and a stored layer there differ by a level or two
    await expect.poll(async () => differingPixels(seen, await canvasPicture(page), 2)).toBe(0);
  });

  await test.step('resets the blend of a result to its original state', async () => {
    const more = page.getByRole('button', { name: 'More actions for Clean-up 1' });
    await page.getByRole('button', { name: 'Go to Clean-up 1' }).click();
    await more.click();
    await expect.poll(() => page.evaluate(isKeyboardInMenu)).toBe(true);
    await page.keyboard.press('Escape'); // closes the menu alone
    await expect(page.getByRole('menu')).toBeHidden();
    await expect(bar).toBeVisible();
    await pickItem(more, 'Opacity and soft edge');
    await edit.getByRole('button', { name: 'Reset' }).click();
    await expectColors(page, RESULT, RESULT);
    await expect(page.getByText('50 % opacity')).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(bar).toBeHidden();
  });
};
test('saves a blended result exactly as it is shown @short', blend);
test('fades, erases, restores and saves a result @second', blend);

/** Counts pixels of the bar that are unchanged, half cleaned and fully cleaned. */
async function sharesOf(file: Buffer) {
  const inBar = await sharp(file).extract(BAR).removeAlpha().raw().toBuffer();
  const shares = { photo: 0, half: 0, result: 0 };
  for (let from = 0; from < inBar.length; from += 3) {
    const green = inBar[from + 1] ?? 0;
    shares[green < 60 ? 'photo' : green > 195 ? 'result' : 'half'] += 1;
  }
  return shares;
}

async function photoWithBar(): Promise<Buffer> {
  const { left, top, ...size } = BAR;
  const input = await sharp({ create: { ...size, channels: 3, background: PHOTO } })
    .png()
    .toBuffer();
  return await sharp({ create: { ...SIZE, channels: 3, background: RESULT } })
    .composite([{ input, left, top }])
    .png()
    .toBuffer();
}

/** Paints a short stroke down, at a share of the canvas's width from its middle. */
async function stroke(page: Page, share: number): Promise<void> {
  const box = await boxOf(page.getByRole('application'));
  const x = box.x + box.width * (0.5 + share);
  await page.mouse.move(x, box.y + box.height / 2 - 30);
  await page.mouse.down();
  await page.mouse.move(x, box.y + box.height / 2 + 30, { steps: 6 });
  await page.mouse.up();
}

type Color = typeof PHOTO;

async function expectColors(page: Page, left: Color, right: Color): Promise<void> {
  await page.mouse.move(5, 5);
  await expect
    .poll(async () => {
      const picture = await canvasPicture(page);
      return [await colorAt(picture, LEFT), await colorAt(picture, RIGHT)];
    })
    .toEqual([near(left), near(right)]);
}

/** The colour on the painted stroke. @param share of the canvas's width, from its middle */
async function colorAt(picture: Buffer, share: number): Promise<Color> {
  const { data, info } = await sharp(picture)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const x = Math.round(info.width * (0.5 + share));
  const from = ((Math.round(info.height / 2) + 4) * info.width + x) * 3;
  const [r = 0, g = 0, b = 0] = data.subarray(from, from + 3);
  return { r, g, b };
}

/** Allows for rounding on the screen. */
function near({ r, g, b }: Color): object {
  const about = (value: number) => expect.closeTo(value, -0.7);
  return { r: about(r), g: about(g), b: about(b) };
}

function isKeyboardInMenu(): boolean {
  return document.activeElement?.closest('[role="menu"]') != null;
}
