/** Spend: the chart of the bills, by pointer and by keyboard, and the rows behind each number. */
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { expectAccessible } from '../flows/axe.ts';
import { connectAccount } from '../flows/studio.ts';
import { expect, test } from '../support/gesso.ts';
import { answered } from '../support/open-calls.ts';

test('bills are read, charted, opened to their rows, and saved; the view is kept', async ({
  open,
  service,
}) => {
  const { page } = await open({ viewport: { width: 1440, height: 900 } });
  await connectAccount(page, service.baseUrl, service.key);
  await page.getByRole('button', { name: 'Spend', exact: true }).click();
  await expect(page.getByText('The service’s own total matches.')).toBeVisible();
  const legend = page.getByRole('list', { name: 'Colours of the chart' });
  await expect(legend.getByRole('listitem')).toHaveCount(5);

  // the parts add up to the sum, to the cent
  const sum = page.getByRole('button', { name: /, show its rows$/u });
  const cents = (text: string | null) =>
    Math.round(Number((text ?? '').replace(/[^0-9.]/gu, '')) * 100);
  const parts = await legend.getByRole('listitem').allTextContents();
  expect(parts.reduce((total, part) => total + cents(part.slice(part.indexOf('$'))), 0)).toBe(
    cents(await sum.textContent()),
  );

  // by keyboard to a part of a bar, and into its rows
  const chart = page.getByRole('group', { name: 'Spend' });
  await chart.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('status').filter({ hasText: / of \$/u })).toBeAttached();
  await page.keyboard.press('Enter');
  const rows = page.getByRole('region', { name: /^Rows: / });
  await expect(rows.getByText('the same ✓')).toBeVisible();

  // every row, sorted by what it costs
  await sum.click();
  await expect(rows.getByText('the same ✓')).toBeVisible();
  await rows.getByRole('button', { name: 'Amount' }).click();
  await expect(rows.getByRole('columnheader', { name: 'Amount' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  const grid = rows.getByRole('grid', { name: 'Rows' });
  await expect(grid.getByRole('row').nth(1)).toContainText('$');
  await rows.getByRole('textbox', { name: 'Search rows' }).fill('no such product');
  await expect(rows.getByText('No rows.')).toBeVisible();
  await rows.getByRole('textbox', { name: 'Search rows' }).fill('');
  await expect(rows.getByText('the same ✓')).toBeVisible();
  const download = page.waitForEvent('download');
  await rows.getByRole('button', { name: 'Save as CSV' }).click();
  await page.getByRole('menuitem', { name: 'All columns' }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(file.split('\r\n').length).toBeGreaterThan(100);

  // a drag shows those days alone, Backspace goes back
  const box = await chart.boundingBox();
  if (box === null) throw new Error('There is no chart.');
  const whole = await sum.textContent();
  await page.mouse.move(box.x + 150, box.y + 100);
  await page.mouse.down();
  await page.mouse.move(box.x + 450, box.y + 100, { steps: 4 });
  await page.mouse.up();
  await expect(sum).not.toHaveText(whole ?? '');
  await page.getByRole('button', { name: 'Close the rows' }).click();
  await chart.focus();
  await page.keyboard.press('Backspace');
  await expect(sum).toHaveText(whole ?? '');

  // the chart as a picture
  await page.getByRole('button', { name: 'Lines and categories' }).click();
  const picture = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Save the chart as PNG' }).click();
  const saved = await sharp(await (await picture).path()).metadata();
  expect([saved.format, saved.width, saved.height]).toEqual(['png', 2560, 1440]);
  await page.keyboard.press('Escape');

  // rows below headings, one of them closed by its key
  await sum.click();
  await rows.getByRole('combobox', { name: 'Headings' }).click();
  await page.getByRole('option', { name: 'Gathered by product' }).click();
  const tree = rows.getByRole('treegrid', { name: 'Rows' });
  await expect(tree.getByRole('row', { level: 1 }).first()).toHaveAttribute(
    'aria-expanded',
    'true',
  );
  await tree.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowLeft');
  await expect(tree.getByRole('row', { level: 1 }).first()).toHaveAttribute(
    'aria-expanded',
    'false',
  );
  await expect(rows.getByText('the same ✓')).toBeVisible();
  await rows.getByRole('button', { name: 'Close the rows' }).click();

  // the view outlives a reload
  await page.getByText('Week', { exact: true }).click();
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('textbox', { name: 'Search commands' }).fill('Next colours');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Colours' })).toHaveValue('By product');
  await answered(page);
  await page.reload();
  await page.getByRole('button', { name: 'Spend', exact: true }).click();
  await expect(page.getByRole('radio', { name: 'Week' })).toBeChecked();
  await expect(page.getByRole('combobox', { name: 'Colours' })).toHaveValue('By product');
  await expect(legend.getByText('Other')).toBeVisible();
  await page.mouse.move(700, 60); // away from the rail and its tooltip
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  await expectAccessible(page);
});

test('a key that may not read bills is told so, and nothing is called free', async ({
  open,
  service,
}) => {
  const { page } = await open();
  await connectAccount(page, service.baseUrl, service.key);
  await fetch(`${service.baseUrl}/practice/ledger`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ billingRole: false }),
  });
  await page.getByRole('button', { name: 'Spend', exact: true }).click();
  await expect(page.getByText(/Use a key with the billing role/u).first()).toBeVisible();
  await expect(page.getByRole('button', { name: /, show its rows$/u })).toHaveText('–');
});
