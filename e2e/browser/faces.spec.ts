/** Faces: from two portraits to a result that is blended, compared, saved and found again. */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Locator, Page } from 'playwright';
import sharp from 'sharp';
import { expectAccessible } from '../flows/axe.ts';
import { boxOf } from '../flows/studio.ts';
import { download, pickItem, reload } from '../flows/window.ts';
import { expect, longStep, test, type TestBody } from '../support/gesso.ts';
import { findNothing } from '../support/inner-host.ts';
import { putFile } from '../support/pictures.ts';
import { setPrice } from '../support/prices.ts';

const PEOPLE = resolve(import.meta.dirname, '../../assets/samples');
const FACE = join(PEOPLE, 'astronaut.jpg');
const PICTURE = join(PEOPLE, 'admiral.jpg');

const mergeFace: TestBody = async ({ open, service }) => {
  const { page } = await open({ viewport: { width: 1440, height: 900 }, account: service });
  await showFaces(page);
  const merge = page.getByRole('button', { name: 'Merge faces' });
  await expect(merge).toHaveAttribute('aria-disabled', 'true');
  await fill(page, 'Face', FACE);
  await fill(page, 'Picture', PICTURE);
  await page.getByRole('button', { name: 'Crop Picture' }).click();
  await expect(slot(page, 'Picture').getByText(/^Crop, sent as 410 × 410 px/u)).toBeVisible();
  const box = page.getByRole('group', { name: /^Crop: 410 × 410 px/u });
  await box.focus();
  await page.keyboard.press('ArrowUp');
  await setPrice(page, 'Face merge', '0.05');
  await expect(page.getByText('$0.05', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Got it' }).click();
  await expect(page.getByText('who have agreed')).toHaveCount(0);

  await page.keyboard.press('ControlOrMeta+Enter');
  const result = page.getByRole('region', { name: 'This result' });
  await expect(result).toBeVisible();
  const [request] = await service.requests('/v3/merge-face');
  const sent = await sharp(await service.sent(request?.id, 'image')).metadata();
  expect([sent.width, sent.height]).toEqual([410, 410]);

  const original = await test.step('changes pixels inside the crop alone', async () => {
    const original = await samples(await readFile(PICTURE));
    const { inside, outside } = await changes(page, result, original);
    expect(outside).toBe(0);
    expect(inside).toBeGreaterThan(1000);
    return original;
  });

  await longStep('paints the original back over everything, then undoes it', async () => {
    await page.keyboard.press('b');
    await result.getByRole('slider', { name: 'Brush size' }).press('End');
    const stage = page.getByRole('application', { name: /^Result/u });
    const { x, y, width, height } = await boxOf(stage);
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.up();
    await expect(result.getByText('1 stroke')).toHaveCount(1);
    expect(await changes(page, result, original)).toEqual({ inside: 0, outside: 0 });
    await page.keyboard.press('ControlOrMeta+z');
    await expect(result.getByText('1 stroke')).toHaveCount(0);
  });

  await longStep('edits the blend by keyboard', async () => {
    const brush = page.getByRole('application', { name: /^Brush/u });
    await brush.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Arrow keys move, Shift farther.')).toBeVisible();
    const ring = async (): Promise<number> => (await boxOf(brush.locator('div'))).width;
    const largest = await ring();
    await page.keyboard.press('[');
    await expect.poll(ring, 'the ring has the size of the brush').toBeLessThan(largest);
    await page.keyboard.press(']');
    await expect.poll(ring).toBe(largest);
    for (const key of ['Enter', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
    await expect(result.getByText('1 stroke')).toHaveCount(1);
    expect(await changes(page, result, original)).toEqual({ inside: 0, outside: 0 });
    await page.keyboard.press('Escape');
    await expect(page.getByText('Arrow keys move, Shift farther.')).toHaveCount(0);
    await page.keyboard.press('ControlOrMeta+z');
    await expect(result.getByText('1 stroke')).toHaveCount(0);
    await result.getByRole('slider', { name: 'Strength' }).press('Home');
    await expect(result.getByRole('textbox', { name: 'Strength' })).toHaveValue('0');
    expect(await changes(page, result, original)).toEqual({ inside: 0, outside: 0 });
    await page.keyboard.press('ControlOrMeta+z');
  });

  await longStep('compares, and restores form, result and face after a reload', async () => {
    await page.keyboard.press('w');
    await expect(page.getByTestId('first-state')).toHaveText('Picture');
    await page.keyboard.press('Escape');
    await expect(page.getByTestId('first-state')).toHaveCount(0);
    await reload(page);
    await showFaces(page);
    await expect(slot(page, 'Face').getByText(/^astronaut\.jpg/u)).toBeVisible();
    await expect(slot(page, 'Picture').getByText(/^Crop, sent as 410 × 410 px/u)).toBeVisible();
    await page.getByRole('button', { name: 'More about Face' }).click();
    await expect(page.getByRole('menuitem', { name: 'Use face 1' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Open admiral/u }).click();
    await expect(result).toBeVisible();
    await pickItem(page.getByRole('button', { name: 'Send to' }), 'Studio');
    await expect(page.getByText('Face merge 1', { exact: true })).toBeVisible();
  });

  await page.getByRole('button', { name: 'Tasks', exact: true }).click();
  const tasks = page.getByRole('treegrid', { name: 'Tasks' });
  await expect(tasks.getByRole('row').first()).toContainText('Face of astronaut.jpg');
  expect(await service.requests('/v3/merge-face')).toHaveLength(1);
};
test('merges a face, and keeps every other pixel @short', mergeFace);
test('merges a face into a crop, blends and keeps it @second', mergeFace);

test('picks the largest of three faces, or another @second', async ({ open, folder }) => {
  const { page } = await open({ viewport: { width: 1440, height: 900 }, account: 'practice' });
  await showFaces(page);
  await fill(page, 'Picture', await putFile(folder, 'group.png', await groupPicture()));
  const picture = slot(page, 'Picture');
  const face = (number: number) =>
    stage(page, 'Picture').getByRole('button', { name: `Face ${number}`, exact: true });
  await expect(face(3)).toBeVisible({ timeout: 60_000 });
  await expect(face(1)).toHaveAttribute('aria-pressed', 'true');
  await expect(picture.getByText(/^Crop, sent as/u)).toBeVisible();
  await expect(picture.getByText('3 faces found. Click the one you mean.')).toBeVisible();
  await face(2).click();
  await expect(face(2)).toHaveAttribute('aria-pressed', 'true');
  await expect(face(1)).toHaveAttribute('aria-pressed', 'false');
  await stage(page, 'Picture').getByRole('checkbox', { name: 'Also send face 3' }).click();
  await expect(page.getByRole('list', { name: 'More pictures' }).getByRole('listitem')).toHaveCount(
    1,
  );
  await fill(page, 'Face', FACE);
  await expect(stage(page, 'Face').getByRole('button', { name: 'Face 1' })).toBeVisible({
    timeout: 60_000,
  });
  await expect(page.getByRole('button', { name: 'Merge 1 face into 2 pictures' })).toBeVisible();
  await expectAccessible(page);

  // without a person: a warning, and the call stays possible
  await fill(page, 'Face', await putFile(folder, 'sky.png', await sky()));
  await expect(slot(page, 'Face').getByText('No face found in this picture.')).toBeVisible({
    timeout: 60_000,
  });
  await expect(page.getByRole('button', { name: /^Merge/u })).not.toHaveAttribute(
    'aria-disabled',
    'true',
  );
});

test('explains a missing face, and retries one @second', async ({ open, service, folder }) => {
  const viewport = { width: 1440, height: 900 };
  const { page } = await open({ viewport, account: service, startPerception: findNothing });
  await showFaces(page);
  await fill(page, 'Face', FACE);
  await fill(page, 'Picture', await putFile(folder, 'sky.png', await sky()));
  await page.getByRole('button', { name: 'Crop Picture' }).click();
  await page.getByRole('button', { name: 'Merge faces' }).click();
  const help = slot(page, 'Picture').getByRole('alert');
  await expect(help.getByText('No face was found here.')).toBeVisible();
  await help.getByRole('button', { name: 'Add a border' }).click();
  await expect(slot(page, 'Picture').getByText(/with a border/u)).toBeVisible();
  await help.getByRole('button', { name: 'Widen the crop' }).click();
  await help.getByRole('button', { name: 'Rotate' }).click();
  await expect(slot(page, 'Picture').getByText('Picture, 200 × 300 px')).toBeVisible();

  // two faces for one picture
  await fill(page, 'Picture', PICTURE);
  await pickItem(
    page.getByRole('button', { name: 'More about Face' }),
    'Keep this and add another face',
  );
  await fill(page, 'Face', PICTURE);
  await service.fault({
    path: '/v3/merge-face',
    kind: 'answer',
    status: 500,
    body: { code: 500, reason: 'SERVICE_NOT_AVAILABLE', message: 'later' },
    times: 1,
  });
  await page.getByRole('button', { name: 'Merge 2 faces into 1 picture' }).click();
  const matrix = page.getByRole('region', { name: 'Faces in pictures' });
  await expect(page.getByRole('toolbar').getByText('1 of 2 done, 1 failed')).toBeVisible();
  const before = (await service.requests('/v3/merge-face')).length;
  await matrix.getByRole('button', { name: /^Retry face/u }).click();
  await expect(page.getByRole('toolbar').getByText('2 of 2 done')).toBeVisible();
  expect((await service.requests('/v3/merge-face')).length).toBe(before + 1);
  await expectAccessible(page);
});

async function showFaces(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Faces', exact: true }).click();
  await expect(slot(page, 'Face')).toBeVisible();
}

function slot(page: Page, name: 'Face' | 'Picture'): Locator {
  return page.getByRole('region', { name, exact: true });
}

function stage(page: Page, name: 'Face' | 'Picture'): Locator {
  return page.getByRole('region', { name: `${name} on the stage` });
}

async function fill(page: Page, name: 'Face' | 'Picture', path: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  const open = slot(page, name).getByRole('button', { name: `Open ${name}…` });
  if (await open.isVisible()) await open.click();
  else {
    await pickItem(page.getByRole('button', { name: `More about ${name}` }), 'Replace…');
  }
  await (await chooser).setFiles(path);
  const file = path.split('/').at(-1) ?? '';
  await expect(
    slot(page, name).getByText(new RegExp(`^${file.replace('.', '\\.')}`, 'u')),
  ).toBeVisible();
}

async function samples(picture: Buffer): Promise<Buffer> {
  return await sharp(picture, { ignoreIcc: true }).removeAlpha().raw().toBuffer();
}

/** Saves the result as a PNG and counts the pixels that differ from the photo. */
async function changes(page: Page, result: Locator, original: Buffer) {
  await expect(result).toBeVisible();
  await page.getByRole('button', { name: 'More ways to save' }).click();
  const { bytes } = await download(page.getByRole('menuitem', { name: 'Save as PNG…' }));
  const saved = await samples(bytes);
  // the crop of 410 px lies in the middle of 512 × 600, and was moved up by one pixel
  const crop = { left: 51, top: 94, right: 461, bottom: 504 };
  const count = { inside: 0, outside: 0 };
  for (let index = 0; index < saved.length; index++) {
    if (saved[index] === original[index]) continue;
    const pixel = Math.floor(index / 3);
    const [x, y] = [pixel % 512, Math.floor(pixel / 512)];
    const isInside = x >= crop.left && x < crop.right && y >= crop.top && y < crop.bottom;
    count[isInside ? 'inside' : 'outside'] += 1;
  }
  return count;
}

/** A picture without a face. */
function sky(): Promise<Buffer> {
  return sharp({ create: { width: 300, height: 200, channels: 3, background: '#1040c0' } })
    .png()
    .toBuffer();
}

/** A group: one near, one farther away, one far. */
async function groupPicture(): Promise<Buffer> {
  const portrait = (file: string, side: number) =>
    sharp(file).resize(side, side, { fit: 'cover', position: 'top' }).toBuffer();
  return sharp({ create: { width: 1600, height: 1000, channels: 3, background: '#8a93a0' } })
    .composite([
      { input: await portrait(PICTURE, 500), left: 60, top: 200 },
      { input: await portrait(FACE, 500), left: 640, top: 260 },
      { input: await portrait(PICTURE, 240), left: 1260, top: 120 },
    ])
    .png()
    .toBuffer();
}
