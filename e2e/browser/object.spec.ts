/** Selecting: a loop outlines an object, clicks follow a line, a click picks a colour. */
import type { Page } from 'playwright';
import sharp from 'sharp';
import { loopAroundTheFig, openWithObjectInHand } from '../flows/objects.ts';
import {
  boxOf,
  canvasPicture,
  drag,
  openPhoto,
  placesOf,
  runButton,
  saveAs,
  stablePicture,
  type Place,
  runFoot,
} from '../flows/studio.ts';
import { expect, isShortForm, test, type TestBody } from '../support/gesso.ts';
import { differingPixels, putFile } from '../support/pictures.ts';

const select: TestBody = async ({ open }) => {
  const { page } = await open({ viewport: { width: 1440, height: 900 }, account: 'practice' });
  await openWithObjectInHand(page);
  const canvas = page.getByRole('application');
  const ants = page.locator('[data-canvas=ants]');
  const add = page.getByRole('button', { name: 'Add selection to mask' });
  const run = runButton(page);
  const at = await placesOf(canvas, 2572 / 1740);

  await test.step('proposes a loop’s object, subtracts a stroke, masks it, undoes and redoes it', async () => {
    await expect(
      page.getByRole('button', { name: 'Object', pressed: true, exact: true }),
    ).toBeVisible();
    await loopAroundTheFig(page);
    await expect(add).toBeEnabled({ timeout: 60_000 });
    await expect(ants).toBeVisible();
    await expect(run, 'nothing is in the mask yet').toBeDisabled();
    await page.keyboard.down('Alt');
    await drag(page, [at({ x: 0.43, y: 0.5 }), at({ x: 0.45, y: 0.52 })]);
    await page.keyboard.up('Alt');
    await expect(page.getByLabel('Selecting', { exact: true })).toBeHidden({ timeout: 60_000 });
    await expect(ants).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(ants).toBeHidden();
    await expect(run).toBeEnabled();
    await page.keyboard.press('ControlOrMeta+z');
    await expect(run).toBeDisabled();
    await page.keyboard.press('ControlOrMeta+Shift+z');
    await expect(run).toBeEnabled();
  });

  if (isShortForm()) return;

  await test.step('shows the path of a line before the click', async () => {
    await page.keyboard.press('u');
    await clickAt(page, at({ x: 0.1, y: 0.75 }));
    const oneEnd = await stablePicture(page);
    const other = at({ x: 0.2, y: 0.9 });
    await page.mouse.move(other.x, other.y);
    // the path is shown before the click
    await expect
      .poll(async () => differingPixels(oneEnd, await canvasPicture(page)))
      .toBeGreaterThan(100);
    await expect(add).toBeDisabled();
    await clickAt(page, other);
    await expect(add).toBeEnabled();
    await page.keyboard.press('Escape');
    await expect(add).toBeDisabled();
  });

  await test.step('selects the clicked area of a colour, or every area', async () => {
    await page.keyboard.press('w');
    await clickAt(page, at({ x: 0.25, y: 0.25 }));
    await expect(add).toBeEnabled();
    const here = await stablePicture(page);
    await page.getByRole('checkbox', { name: 'Contiguous' }).click();
    await expect
      .poll(async () => differingPixels(here, await canvasPicture(page)))
      .toBeGreaterThan(1000);
    await page.keyboard.press('Escape'); // the focus is on the option
    await expect(add).toBeDisabled();
    await clickAt(page, at({ x: 0.25, y: 0.25 }));
    await expect(add).toBeEnabled();
    await page.keyboard.press('Enter');
    await expect(add).toBeDisabled();
  });

  await test.step('selects spots one after another, with faint ones brought out', async () => {
    await page.keyboard.press('Shift+J');
    const status = page.getByRole('group', { name: 'Tool options' }).getByRole('status');
    await expect(status).toContainText('1 /', { timeout: 60_000 });
    await page.keyboard.press('n');
    await expect(status).toContainText('2 /');
    await page.keyboard.press('a');
    await expect(page.getByAltText('The photo with its faint spots brought out')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Find spots' })).toBeVisible();
  });

  await test.step('highlights the object below the pointer, selects it by click, and Q cycles its sizes', async () => {
    await page.keyboard.press('ControlOrMeta+d');
    await expect(run).toBeDisabled();
    await page.keyboard.press('o');
    const busy = page.getByLabel('Selecting', { exact: true });
    const before = await stablePicture(page);
    const fig = at({ x: 0.56, y: 0.52 });
    await page.mouse.move(fig.x, fig.y);
    // lit while the pointer rests
    await expect(ants).toBeVisible({ timeout: 60_000 });
    expect(await differingPixels(before, await canvasPicture(page))).toBeGreaterThan(100);
    await expect(add).toBeDisabled();

    await clickAt(page, fig);
    await expect(add).toBeEnabled();
    await expect(busy).toBeHidden({ timeout: 60_000 });
    const first = await canvasPicture(page);
    await page.keyboard.press('q');
    await expect
      .poll(async () => differingPixels(first, await canvasPicture(page)), { timeout: 60_000 })
      .toBeGreaterThan(500);
    await expect(busy).toBeHidden({ timeout: 60_000 });
    await page.keyboard.press('Escape');
    await expect(add).toBeDisabled();

    await page.getByRole('button', { name: 'Show objects' }).click();
    const hint = page.getByText('N and P go through the objects');
    await expect(hint).toBeVisible({ timeout: 60_000 });
    await canvas.focus();
    await page.keyboard.press('n');
    await page.keyboard.press('Enter');
    await expect(add).toBeEnabled({ timeout: 60_000 });
    await page.keyboard.press('Enter');
    await expect(runButton(page)).toBeEnabled({ timeout: 60_000 });
  });
};
test('proposes an object for a loop, masks it, undoes it @short', select);
test('selects by a loop, a line, a colour, a spot and a click @second', select);

test('removes an object and its soft edge with two keys @second', async ({ open, folder }) => {
  const { page } = await open({ viewport: { width: 1440, height: 900 }, account: 'practice' });
  const { png, ground } = await softDisc();
  await openPhoto(page, await putFile(folder, 'disc.png', png));
  const canvas = page.getByRole('application');
  const at = await placesOf(canvas, DISC.width / DISC.height);
  const bar = page.getByRole('region', { name: 'Run on the selection' });
  const result = page.getByRole('region', { name: /^Judge/u });
  await canvas.focus();
  await page.keyboard.press('o');
  const select = async (): Promise<void> => {
    const share = (DISC.radius * 1.5) / DISC.width;
    const around = (turn: number): Place => ({
      x: DISC.x / DISC.width + share * Math.cos(turn),
      y: DISC.y / DISC.height + share * (DISC.width / DISC.height) * Math.sin(turn),
    });
    await drag(
      page,
      Array.from({ length: 25 }, (_, index) => at(around((index / 24) * 2 * Math.PI))),
    );
    await expect(page.getByText(/Enter adds it to the mask/u)).toBeVisible({ timeout: 60_000 });
    await expect(page.getByLabel('Selecting', { exact: true })).toBeHidden({ timeout: 60_000 });
    await page.keyboard.press('Enter');
    await expect(bar).toBeVisible();
  };

  const panel = runButton(page);
  await test.step('the bar is next to the object, inside the canvas, with the panel’s text', async () => {
    await select();
    // next to the object, inside the canvas, with the panel's text
    const [here, room] = [await boxOf(bar), await boxOf(canvas)];
    const middle = at({ x: DISC.x / DISC.width, y: DISC.y / DISC.height });
    const edge = at({ x: (DISC.x + DISC.radius) / DISC.width, y: 0 });
    const away = Math.hypot(
      Math.max(here.x - middle.x, middle.x - here.x - here.width, 0),
      Math.max(here.y - middle.y, middle.y - here.y - here.height, 0),
    );
    expect(away).toBeGreaterThan(edge.x - middle.x);
    expect(here.x).toBeGreaterThanOrEqual(room.x);
    expect(here.y).toBeGreaterThanOrEqual(room.y);
    expect(here.x + here.width).toBeLessThanOrEqual(room.x + room.width);
    expect(here.y + here.height).toBeLessThanOrEqual(room.y + room.height);
    await expect(runFoot(page)).toContainText('1 call');
    await expect(bar.getByRole('button', { name: /^Clean up/u })).toContainText('1 call');
    await page.keyboard.press('Escape');
    await expect(bar).toBeHidden();
    await expect(panel, 'the mask stays').toBeEnabled();
    await page.keyboard.press('ControlOrMeta+z');
    await expect(panel).toBeDisabled();
  });

  await test.step('leaves nothing of the soft edge in the file after removal by two keys', async () => {
    await select();
    await page.keyboard.press('Enter');
    await expect(bar).toBeHidden();
    await expect(result).toBeVisible({ timeout: 60_000 });
    const { bytes } = await saveAs(page, 'PNG');
    const { data, info } = await sharp(bytes)
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ width: DISC.width, height: DISC.height });
    const off = data.reduce(
      (most, level, index) => Math.max(most, Math.abs(level - (ground[index % 3] ?? 0))),
      0,
    );
    expect(off, 'levels beside the ground, which has a grain of 6').toBeLessThan(16);
  });

  await test.step('the bar names a saved result like the panel', async () => {
    await page.keyboard.press('ControlOrMeta+z');
    await page.keyboard.press('ControlOrMeta+z');
    await expect(panel).toBeDisabled();
    await select();
    await expect(bar.getByRole('button', { name: /^Use saved result/u })).toBeEnabled();
    await expect(bar.getByText(/^Already run/u)).toBeVisible();
    await bar.getByRole('button', { name: 'Not now' }).click();
    await expect(bar).toBeHidden();
  });
});

/** A red disc on grainy ground, out of focus. */
const DISC = { width: 900, height: 640, x: 420, y: 300, radius: 70, blur: 3 } as const;

async function softDisc(): Promise<{ png: Buffer; ground: readonly number[] }> {
  const { width, height, x, y, radius, blur } = DISC;
  const ground = [125, 143, 90];
  const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="rgb(${ground.join(',')})"/>
    <circle cx="${x}" cy="${y}" r="${radius}" fill="#b3262e"/></svg>`;
  const data = await sharp(Buffer.from(drawn)).removeAlpha().blur(blur).raw().toBuffer();
  let state = 1;
  for (let index = 0; index < data.length; index++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    data[index] = Math.min(255, Math.max(0, (data[index] ?? 0) + ((state >>> 16) % 13) - 6));
  }
  const png = await sharp(data, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
  return { png, ground };
}

async function clickAt(page: Page, { x, y }: Place): Promise<void> {
  await page.mouse.click(x, y);
}
