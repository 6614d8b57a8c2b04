/** People in a photo are found, ticked and added to the mask. */
import type { Page } from 'playwright';
import sharp from 'sharp';
import { openPhoto, runButton } from '../flows/studio.ts';
import { download, searchCommands } from '../flows/window.ts';
import { expect, test } from '../support/gesso.ts';
import { putFile } from '../support/pictures.ts';

const SIZE = { width: 900, height: 600 } as const;
/** Points on the chest and face of each person, and next to them. */
const LEFT = [
  { x: 220, y: 470 },
  { x: 212, y: 140 },
] as const;
const RIGHT = [
  { x: 700, y: 500 },
  { x: 700, y: 230 },
] as const;
const BESIDE = { x: 430, y: 40 } as const;

async function group(): Promise<Buffer> {
  const portrait = (name: string, width: number) =>
    sharp(`assets/samples/${name}.jpg`).resize(width, SIZE.height).toBuffer();
  return await sharp({ create: { ...SIZE, channels: 3, background: '#777' } })
    .composite([
      { input: await portrait('astronaut', 480), left: 0, top: 0 },
      { input: await portrait('admiral', 420), left: 480, top: 0 },
    ])
    .png()
    .toBuffer();
}

/** The mask as it is saved: white where it is painted. */
async function maskOf(
  page: Page,
): Promise<(at: { readonly x: number; readonly y: number }) => boolean> {
  await page.keyboard.press('b'); // its options leave room for the menu
  await page.getByRole('button', { name: 'Mask', exact: true }).click();
  const { bytes } = await download(page.getByRole('menuitem', { name: /^Save mask/u }));
  const { data, info } = await sharp(bytes).greyscale().raw().toBuffer({ resolveWithObject: true });
  return ({ x, y }) => (data[(y * info.width + x) * info.channels] ?? 0) > 127;
}

test('finds people, leaves one out, masks the other @second', async ({ open, folder }) => {
  const { page } = await open({ viewport: { width: 1440, height: 900 }, account: 'practice' });

  await test.step('finds two people, leaves one out, masks the other, and undoes it', async () => {
    await openPhoto(page, await putFile(folder, 'group.png', await group()));
    const canvas = page.getByRole('application');
    await canvas.focus();

    await searchCommands(page, 'remove tourists');
    await page.keyboard.press('Enter');
    await expect(page.getByText('2 people found, 2 ticked.')).toBeVisible({ timeout: 60_000 });
    await expect(page.locator('[data-canvas=ants]')).toBeVisible();
    await expect(runButton(page), 'nothing is in the mask yet').toBeDisabled();

    await page.getByRole('checkbox', { name: 'Person 1' }).click();
    await expect(page.getByText('2 people found, 1 ticked.')).toBeVisible();
    await page.getByRole('button', { name: 'Add selection to mask' }).click();
    await expect(runButton(page)).toBeEnabled();
    await expect(page.getByRole('checkbox', { name: 'Person 1' })).toBeHidden();

    const isPainted = await maskOf(page);
    expect(RIGHT.map(isPainted), 'the one that was ticked').toEqual([true, true]);
    expect([...LEFT, BESIDE].map(isPainted), 'and nothing else').toEqual([false, false, false]);
    await canvas.focus();
    await page.keyboard.press('ControlOrMeta+z');
    await expect(runButton(page)).toBeDisabled();
  });

  await test.step('reports a photo without people', async () => {
    await openPhoto(page, 'assets/samples/two-dogs.jpg');
    await page.getByRole('application').focus();
    await page.keyboard.press('Shift+P');
    await expect(page.getByText('Nobody found')).toBeVisible({ timeout: 60_000 });
  });
});
