/** Training: a folder is added, checked and uploaded despite faults, and its asset IDs are copied. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { noisePng } from '../../electron/testing/pictures.ts';
import { expectAccessible } from '../flows/axe.ts';
import { boxOf } from '../flows/studio.ts';
import { download, reload, upload } from '../flows/window.ts';
import { expect, test } from '../support/gesso.ts';

test('checks a folder, and uploads it with retries', async ({ open, folder, service }) => {
  const set = join(folder, 'set');
  await mkdir(join(set, 'inner'), { recursive: true });
  const twice = await noisePng(600, 520, 7);
  await writeFile(join(set, 'a.png'), await noisePng(600, 520, 1));
  await writeFile(join(set, 'inner', 'a.png'), await noisePng(600, 520, 2));
  await writeFile(join(set, 'same.png'), twice);
  await writeFile(join(set, 'same as that.png'), twice);
  await writeFile(join(set, 'small.png'), await noisePng(300, 200, 3));
  await writeFile(
    join(set, 'scan.tif'),
    await sharp(await noisePng(600, 520, 4))
      .tiff()
      .toBuffer(),
  );
  await writeFile(join(set, 'notes.txt'), 'not a picture');

  const { page } = await open({ viewport: { width: 1440, height: 900 }, account: service });
  await page.getByRole('button', { name: 'Training', exact: true }).click();
  await upload(page.getByRole('button', { name: 'Add folder…' }), set);

  const grid = page.getByRole('grid', { name: 'Training files' });
  const rows = grid.getByRole('row');
  const filter = await test.step('shows counters and findings while nothing is sent', async () => {
    const filter = (name: string) => page.getByRole('radio', { name, exact: true });
    await expect(filter('All 7')).toBeAttached();
    await expect(filter('Left 4')).toBeAttached();
    await expect(filter('Duplicates 1')).toBeAttached();
    await expect(filter('Skipped 1')).toBeAttached();
    await expect(rows.nth(1)).toContainText('scan.tif');
    await expect(rows.nth(1)).toContainText('Needs conversion');
    const state = await boxOf(grid.getByRole('columnheader', { name: 'State' }));
    const convertible = await boxOf(rows.nth(1).getByText('Needs conversion'));
    expect(convertible.x, 'a column below its name').toBeCloseTo(state.x, 0);
    const small = page.getByRole('button', { name: 'A side is smaller than your limit 1' });
    await small.click();
    await expect(rows).toHaveCount(2);
    await expect(rows.nth(1)).toContainText('small.png');
    await small.click();
    await expect(rows).toHaveCount(8);
    expect((await service.requests()).filter(({ path }) => path.includes('training'))).toEqual([]);
    return filter;
  });

  await test.step('converts an unsupported file into a copy', async () => {
    await page.getByRole('button', { name: 'Convert 1 file…' }).click();
    await page.getByRole('menuitem', { name: 'Keep transparency' }).click();
    await expect(filter('Left 5')).toBeAttached();
  });

  await test.step('moves by keyboard to a row, its details, out of the list and back', async () => {
    await grid.focus();
    await page.keyboard.press('End');
    await page.keyboard.press('Home');
    const panel = page.getByRole('complementary', { name: 'Training set' });
    await page.keyboard.press('/');
    await page.keyboard.type('in');
    await expect(rows).toHaveCount(2);
    // leaving the field started the search, so a late one does not reset the selection
    await page.keyboard.type('ner');
    await grid.focus();
    await page.keyboard.press('ArrowDown');
    await expect(panel).toContainText('set/inner');
    // longer than the debounce
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 400)));
    await page.keyboard.press('Delete');
    await expect(page.getByText('No files match.')).toBeVisible();
    await page.keyboard.press('ControlOrMeta+z');
    await expect(rows).toHaveCount(2);
    await page.getByRole('textbox', { name: 'Search files' }).fill('');
    await expect(rows).toHaveCount(8);
  });

  await test.step('keeps two failed files on top, and retries them', async () => {
    await service.fault({
      path: '/storage/*',
      kind: 'answer',
      status: 400,
      contentType: 'application/xml',
      body: '<Error><Code>BadDigest</Code><Message>No.</Message></Error>',
      times: 2,
    });
    await grid.focus();
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(filter('Uploaded 3')).toBeAttached();
    await expect(filter('Errors 2')).toBeAttached();
    await expect(rows.nth(1)).toContainText('Failed');
    await page.keyboard.press('Shift+R');
    await expect(filter('Uploaded 5')).toBeAttached();
    await expect(filter('Errors 0')).toBeAttached();
  });

  await test.step('lists every name with its asset on the service', async () => {
    const asset = await fetch(`${service.baseUrl}/practice/state`, {
      headers: { authorization: `Bearer ${service.key}` },
    });
    const { assets } = (await asset.json()) as {
      assets: readonly { assets_id: number; upload: object | null }[];
    };
    const stored = assets
      .filter(({ upload }) => upload !== null)
      .map((each) => `${each.assets_id}`);
    expect(stored).toHaveLength(5);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Save list…' }).click();
    const { bytes } = await download(page.getByRole('menuitem', { name: 'Asset IDs as CSV' }));
    const lines = bytes.toString().trim().split('\r\n');
    const table = lines.slice(1).map((line) => line.split(','));
    expect(new Set(table.map(([id]) => id))).toEqual(new Set(stored));
    expect(
      table
        .map(([, name, inFolder]) => `${inFolder}/${name}`)
        .toSorted((a, b) => a.localeCompare(b)),
    ).toEqual([
      'set/a.png',
      'set/inner/a.png',
      'set/same as that.png',
      'set/same.png',
      'set/scan.tif',
      'set/small.png',
    ]);
  });

  await test.step('keeps everything after a reload, and adds nothing when the folder is added again', async () => {
    await reload(page);
    await page.getByRole('button', { name: 'Training', exact: true }).click();
    await expect(filter('Uploaded 5')).toBeAttached();
    await upload(page.getByRole('button', { name: 'Add folder…' }), set);
    await expect(page.getByText('0 files added. 6 files already in the list.')).toBeVisible();
    await expect(filter('All 7')).toBeAttached();
    await expectAccessible(page);
  });

  await test.step('copies the asset IDs of duplicates when the uploaded files were removed', async () => {
    await grid.focus();
    await page.keyboard.press('ControlOrMeta+a');
    await expect(rows.nth(7)).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Delete');
    await expect(rows, 'the heading').toHaveCount(1);
    await upload(page.getByRole('button', { name: 'Add folder…' }), set);
    await expect(filter('Uploaded 0')).toBeAttached();
    await expect(filter('Duplicates 5')).toBeAttached();
    await page.getByRole('button', { name: 'Copy all' }).click();
    await expect(page.getByText('The system clipboard did not accept the text.')).toBeVisible();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy all' }).click();
    await expect(page.getByText('Copied 4 asset IDs.')).toBeVisible();
  });
});
