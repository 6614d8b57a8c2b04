/** Unusual files: a truncated photo, masks of other programs, camera RAW in a folder. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import sharp from 'sharp';
import { addFolder, addStep, beginRecipe } from '../flows/recipes.ts';
import { openPhoto, runCleanUp } from '../flows/studio.ts';
import { expect, test } from '../support/gesso.ts';
import { noiseRgb, putFile } from '../support/pictures.ts';

const SIZE = { width: 240, height: 160 };

/** Grey, with one value in the left half. */
const half = (value: number) =>
  sharp(
    Buffer.from(
      Array.from({ length: SIZE.width * SIZE.height }, (_none, at) =>
        at % SIZE.width < SIZE.width / 2 ? value : 0,
      ),
    ),
    { raw: { ...SIZE, channels: 1 } },
  ).toColourspace('b-w');

async function loadMask(page: Page, path: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.keyboard.press('Shift+Control+O');
  await (await chooser).setFiles(path);
}

test('opens damaged photos and foreign masks, and names unsupported files @second', async ({
  open,
  folder,
}) => {
  const { page } = await open({ account: 'practice' });

  await test.step('opens a truncated JPEG with a note, and paints or reports masks of other programs', async () => {
    const whole = await noiseRgb(SIZE.width, SIZE.height).jpeg().toBuffer();
    await openPhoto(page, await putFile(folder, 'cut.jpg', whole.subarray(0, -2)));
    await expect(
      page.getByText('The end of this file is missing or damaged. All of the picture is there.'),
    ).toBeVisible();

    await loadMask(page, await putFile(folder, 'ones.png', await half(1).png().toBuffer()));
    await expect(page.getByText('Mask loaded.')).toBeVisible();
    await runCleanUp(page); // which has something to remove

    await loadMask(page, await putFile(folder, 'nothing.tif', await half(0).tiff().toBuffer()));
    const empty = page.getByText(
      'The mask in “nothing.tif” is empty: all of its 240 × 160 px are black. Your mask stays as it is.',
    );
    await expect(empty).toBeVisible();
    await loadMask(page, await putFile(folder, 'half.tif', await half(255).tiff().toBuffer()));
    await expect(empty).toBeHidden();
  });

  await test.step('the plan of a folder’s recipe names unsupported files, and uses no thumbnails', async () => {
    const job = join(folder, 'job');
    await mkdir(join(job, '@eaDir', 'a.png'), { recursive: true });
    const picture = await noiseRgb(60, 40).png().toBuffer();
    for (const name of ['a.png', '1.CR3', '2.cr3', 'b.psd', '@eaDir/a.png/SYNOPHOTO_THUMB_M.jpg']) {
      await writeFile(join(job, name), picture);
    }
    await page.getByRole('button', { name: 'Recipes', exact: true }).click();
    await beginRecipe(page);
    await addStep(page, 'Remove text');
    await addFolder(page, job);
    await expect(page.getByRole('button', { name: 'Run on 1' })).toBeVisible();
    await expect(
      page
        .getByRole('region', { name: 'Left out' })
        .getByText('3 files of other kinds: 2 CR3, 1 PSD'),
    ).toBeVisible();
  });
});
