/** Spend: the chart by pointer and keyboard, and the rows behind each number. */
import type { Locator } from 'playwright/test';
import sharp from 'sharp';
import { expectAccessible } from '../flows/axe.ts';
import { showLastMonth } from '../flows/spend.ts';
import { boxOf } from '../flows/studio.ts';
import { download, pickOption, reload, searchCommands } from '../flows/window.ts';
import { expect, test } from '../support/gesso.ts';

test('reads and charts bills, and opens and saves their rows', async ({ open, service }) => {
  const { page } = await open({ viewport: { width: 1440, height: 900 }, account: service });
  await page.getByRole('button', { name: 'Spend', exact: true }).click();
  const chart = page.getByRole('group', { name: 'Spend' });
  await expect(chart, 'grows while bills are read').toBeVisible();
  await showLastMonth(page);
  const legend = page.getByRole('list', { name: 'Colours of the chart' });
  await expect(legend.getByRole('listitem')).toHaveCount(5);

  const sum = page.getByRole('button', { name: /, show its rows$/u });
  await test.step('the parts add up to the total, to the cent', async () => {
    const cents = (text: string | null) =>
      Math.round(Number((text ?? '').replace(/[^0-9.]/gu, '')) * 100);
    const parts = await legend.getByRole('button', { name: /show the rows$/u }).allTextContents();
    expect(parts.reduce((total, part) => total + cents(part.slice(part.indexOf('$'))), 0)).toBe(
      cents(await sum.textContent()),
    );
  });

  const rows = page.getByRole('region', { name: /^Rows: / });
  await test.step('opens a part of a bar and its rows by keyboard', async () => {
    await chart.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowUp');
    await expect(page.getByRole('status').filter({ hasText: / of \$/u })).toBeAttached();
    await page.keyboard.press('Enter');
    await expect(rows.getByText(/matches the chart ✓/u)).toBeVisible();
  });

  await test.step('sorts every row by cost', async () => {
    await sum.click();
    await expect(rows.getByText(/matches the chart ✓/u)).toBeVisible();
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
    await expect(rows.getByText(/matches the chart ✓/u)).toBeVisible();
    await rows.getByRole('button', { name: 'Save as CSV' }).click();
    const { bytes } = await download(page.getByRole('menuitem', { name: 'All columns' }));
    expect(bytes.toString().split('\r\n').length).toBeGreaterThan(100);
  });

  await test.step('shows the dragged days alone, and Backspace goes back', async () => {
    const box = await boxOf(chart);
    const whole = await sum.textContent();
    await page.mouse.move(box.x + 150, box.y + 100);
    await page.mouse.down();
    await page.mouse.move(box.x + 450, box.y + 100, { steps: 4 });
    await page.mouse.up();
    await expect(sum).not.toHaveText(whole ?? '');
    await chart.focus();
    await page.keyboard.press('Backspace');
    await expect(sum).toHaveText(whole ?? '');
    // no period is later than the current one
    const next = page.getByRole('button', { name: 'Next period' });
    await page.keyboard.press(']');
    await expect(next).toBeDisabled();
    await page.keyboard.press(']');
    await page.keyboard.press('[');
    await expect(sum).toHaveText(whole ?? '');
    // also to a period that was left for this month
    const period = page.getByRole('combobox', { name: 'Period' });
    const earlier = await period.inputValue();
    await page.keyboard.press('0');
    await expect(period).not.toHaveValue(earlier);
    await page.keyboard.press('0');
    await page.keyboard.press('Backspace');
    await expect(period).toHaveValue(earlier);
    await expect(sum).toHaveText(whole ?? '');
  });

  await test.step('saves the chart as a picture', async () => {
    await page.getByRole('button', { name: 'Export' }).click();
    const { bytes } = await download(page.getByRole('menuitem', { name: 'Save the chart as PNG' }));
    expect(await sharp(bytes).metadata()).toMatchObject({
      format: 'png',
      width: 2560,
      height: 1440,
    });
  });

  await test.step('groups rows below headings, and closes one by its key', async () => {
    await sum.click();
    await pickOption(rows.getByRole('combobox', { name: 'Headings' }), 'Grouped by product');
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
    await page.keyboard.press('ControlOrMeta+c');
    await expect(page.getByText('Headings are not copied. Select rows first.')).toBeVisible();
    await expect(rows.getByText(/matches the chart ✓/u)).toBeVisible();
  });

  await test.step('shows the comparison in place of the rows, until rows are opened', async () => {
    await page.getByRole('button', { name: 'Compare with Gesso’s calls' }).click();
    await expect(page.getByRole('region', { name: 'Caused by Gesso' })).toBeVisible();
    await expect(rows).toBeHidden();
    await page.getByRole('button', { name: /, show its rows$/u }).click();
    await pickOption(rows.getByRole('combobox', { name: 'Headings' }), 'No headings');
  });

  await test.step('shows rows whose voucher and cash don’t add up by one click', async () => {
    const words = await page.getByText(/add up: voucher and cash differ/u).textContent();
    const number = Number(/\d+/u.exec(words ?? '')?.[0]);
    await page.getByRole('button', { name: /^Show rows?$/u }).click();
    await expect(rows).toHaveAccessibleName('Rows: Voucher and cash don’t add up');
    await expect(rows.getByText('voucher and cash don’t add up to it')).toHaveCount(number);
    await rows.getByRole('button', { name: 'Show all rows' }).click();
  });

  await test.step('shows all rows of another period, not those that were opened before', async () => {
    await page.getByRole('button', { name: /^Show rows?$/u }).click();
    await expect(rows).toHaveAccessibleName('Rows: Voucher and cash don’t add up');
    await page.getByRole('button', { name: 'Previous period' }).click();
    await expect(rows).toHaveAccessibleName('Rows: All rows');
    await page.getByRole('button', { name: 'Next period' }).click();
  });

  await test.step('keeps the view after a reload', async () => {
    await page.getByText('Week', { exact: true }).click();
    await searchCommands(page, 'Next colours');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('combobox', { name: 'Colours' })).toHaveValue('By product');
    await reload(page);
    await page.getByRole('button', { name: 'Spend', exact: true }).click();
    await expect(page.getByRole('radio', { name: 'Week' })).toBeChecked();
    await expect(page.getByRole('combobox', { name: 'Colours' })).toHaveValue('By product');
    await expect(legend.getByText('Other')).toBeVisible();
    await page.mouse.move(700, 60); // away from the rail and its tooltip
    await expect(page.getByRole('tooltip')).toHaveCount(0);
    await expectAccessible(page);
  });
});

test('reports a key without the billing role', async ({ open, service }) => {
  const { page } = await open({ account: service });
  await service.post('/practice/state', { billingRole: false });
  await page.getByRole('button', { name: 'Spend', exact: true }).click();
  await expect(page.getByText(/Use a key with the billing role/u).first()).toBeVisible();
  await expect(page.getByRole('button', { name: /, show its rows$/u })).toHaveText('–');
});

test('reads bills once, prints, filters and selects them @second', async ({ open, service }) => {
  const { page } = await open({ viewport: { width: 1440, height: 900 }, account: service });
  const legend = page.getByRole('list', { name: 'Colours of the chart' });
  const rows = page.getByRole('region', { name: /^Rows: / });

  await test.step('reads the bills of another period by force only when asked for that one', async () => {
    await page.getByRole('button', { name: 'Spend', exact: true }).click();
    const again = page.getByRole('button', { name: 'Read again' });
    const show = async (which: 'Previous' | 'Next'): Promise<void> => {
      await page.getByRole('button', { name: `${which} period` }).click();
      await expect(again).toBeEnabled();
      await expect(page.getByText('Matches the service’s total')).toBeVisible();
    };
    await expect(page.getByText('Matches the service’s total')).toBeVisible();
    const sent = async () => (await service.requests()).length;
    const before = await sent();
    await show('Previous');
    // five categories and their sum; a reading that is left would begin again later
    await expect.poll(sent).toBe(before + 6);
    await expect(again).toBeEnabled();
    await show('Next');
    await again.click();
    await expect(page.getByText(/^Read again: /u)).toBeVisible();
    await expect(again).toBeEnabled();
    const asked = await service.requests();
    expect(asked.length).toBeGreaterThan(0);
    await show('Previous');
    await show('Next');
    expect(await service.requests()).toHaveLength(asked.length);
  });

  await test.step('selects rows by page, to the ends and all together', async () => {
    await showLastMonth(page);
    await page.getByRole('button', { name: /, show its rows$/u }).click();
    const grid = rows.getByRole('grid', { name: 'Rows' });
    const rowCount = async () => Number(await grid.getAttribute('aria-rowcount'));
    await expect.poll(rowCount, { message: 'more than a page of rows' }).toBeGreaterThan(60);
    const count = await rowCount();
    const focused = () => grid.getAttribute('aria-activedescendant');
    await grid.focus();
    await page.keyboard.press('Home');
    await expect.poll(focused).toBe('spend-row-0');
    await page.keyboard.press('Shift+PageDown');
    const selected = grid.getByRole('row', { selected: true });
    await expect(selected).not.toHaveCount(1);
    const page1 = await selected.count();
    expect(await focused()).toBe(`spend-row-${page1 - 1}`);
    await expect(selected.last()).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Shift+PageUp');
    await expect(selected).toHaveCount(1);
    await page.keyboard.press('End');
    await expect.poll(focused).toBe(`spend-row-${count - 2}`);
    await expect(selected).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('PageUp');
    await expect.poll(focused).toBe(`spend-row-${count - 2 - (page1 - 1)}`);
    await page.keyboard.press('ControlOrMeta+a');
    await expect(grid.locator('[aria-selected="false"]')).toHaveCount(0);
    await page.keyboard.press('Home');
    await expect(selected).toHaveCount(1);
  });

  await test.step('selects no other row when the rows are searched or sorted', async () => {
    const grid = rows.getByRole('grid', { name: 'Rows' });
    const selected = grid.getByRole('row', { selected: true });
    const line = grid.locator('[data-index="2"]');
    await line.click();
    await expect(selected).toHaveCount(1);
    await rows.getByRole('button', { name: 'Amount' }).click();
    await expect(selected).toHaveCount(0);
    await line.click();
    await expect(selected).toHaveCount(1);
    await rows.getByRole('textbox', { name: 'Search rows' }).fill('a');
    await expect(selected).toHaveCount(0);
    await expect(line).toBeVisible();
    await rows.getByRole('textbox', { name: 'Search rows' }).fill('');
  });

  await test.step('prints the bill whole and light without the window, and a month as a one-page statement', async () => {
    await page.setViewportSize({ width: 1024, height: 700 });
    const sum = page.getByRole('button', { name: /, show its rows$/u });
    await expect(page.getByRole('combobox', { name: 'Period' })).toHaveValue(/^\w+ \d{4}$/u);
    const shown = await sum.textContent();
    // only the screen shows the change from the previous month
    const keys = (await legend.getByRole('listitem').allTextContents()).map((text) =>
      text.replace(/[+−][\d.]+ %$/u, ''),
    );

    await page.emulateMedia({ media: 'print' });
    const bill = page.locator('[data-printed]');
    await expect(bill.getByText(/^Statement of \w+ \d{4}, /u)).toBeVisible();
    // on the first days of the next month, its last days may still change
    const exactly = (text: string) => bill.getByText(text, { exact: true });
    await expect(exactly(`${shown}`).or(exactly(`${shown} so far`))).toBeVisible();
    // its contents: the legend and a row for each day of the month
    const lines = await bill.getByRole('row', { includeHidden: true }).allTextContents();
    expect(lines.slice(0, keys.length)).toEqual(keys);
    const days = lines.slice(keys.length);
    expect(days[0]).toMatch(/^\w{3} 1 \w{3}/u);
    expect(days.length).toBeGreaterThanOrEqual(28);
    const cents = (text: string) => Math.round(Number(text.replace(/^.*\$|,/gu, '')) * 100);
    expect(days.reduce((total, day) => total + cents(day), 0)).toBe(cents(shown ?? ''));
    // without the window and its theme
    await expect(page.getByRole('button', { name: 'Tasks', exact: true })).toBeHidden();
    await expect(page.getByRole('button', { name: 'Next period' })).toBeHidden();
    await expect(bill).toHaveCSS('color', 'rgb(0, 0, 0)');
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
    await page.emulateMedia({ media: 'screen' });
    await expect(bill).toHaveCount(0);

    // it is rendered before the page is laid out for paper
    const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
    expect(pdf.match(/\/Type \/Page\b/gu)).toHaveLength(1);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('a click in the legend shows one key alone, and an owner can be picked', async () => {
    await legend.getByRole('button', { name: 'GPU', exact: true }).click();
    await expect(legend.getByRole('listitem')).toHaveCount(1);
    await page.getByRole('button', { name: 'Remove the filter: Only GPU' }).click();
    await expect(legend.getByRole('listitem')).toHaveCount(5);

    await page.getByRole('button', { name: 'Filter' }).click();
    await pickOption(page.getByRole('combobox', { name: 'Owner' }), 'key-studio');
    await page.keyboard.press('Escape');
    await expect(page.getByText('Only owner key-studio')).toBeVisible();
    await expect(legend.getByRole('listitem')).not.toHaveCount(5);
    // the rows behind it are that owner's alone
    await page.getByRole('button', { name: /, show its rows$/u }).click();
    await expect(rows.getByText(/matches the chart ✓/u)).toBeVisible();
    await pickOption(rows.getByRole('combobox', { name: 'Headings' }), 'Grouped by owner');
    const tree = rows.getByRole('treegrid', { name: 'Rows' });
    await expect(tree.getByRole('row', { level: 1 })).toHaveCount(1);
    // each sum is below its own column
    const right = async (cells: Locator) => {
      const box = await cells.boundingBox();
      return box === null ? -1 : Math.round(box.x + box.width);
    };
    const heading = tree.getByRole('row', { level: 1 }).getByRole('gridcell');
    expect(await right(heading.nth(1))).toBe(
      await right(rows.getByRole('columnheader', { name: 'Amount' })),
    );
    expect(await right(heading.nth(3))).toBe(
      await right(rows.getByRole('columnheader', { name: 'To pay' })),
    );
    await page.getByRole('button', { name: /^Remove the filter: /u }).click();
  });

  await test.step('keeps the choice of patterns, and shows them in the legend', async () => {
    await expect(legend.getByRole('listitem')).toHaveCount(5);
    await expect(legend.locator('pattern')).toHaveCount(0);
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByRole('checkbox', { name: 'Patterns' }).click();
    await page.keyboard.press('Escape');
    await expect(legend.locator('pattern')).toHaveCount(5);
    await reload(page);
    await page.getByRole('button', { name: 'Spend', exact: true }).click();
    await expect(legend.locator('pattern')).toHaveCount(5);
  });

  await test.step('leads from a month without charges to the one before', async () => {
    const period = page.getByRole('combobox', { name: 'Period' });
    const year = new Date().getUTCFullYear() - 2;
    await period.fill(`March ${year}`);
    await page.getByRole('option', { name: `March ${year}` }).click();
    await expect(page.getByText('No charges in this period.')).toBeVisible();
    await page.getByRole('button', { name: /^Show 1–2[89] Feb / }).click();
    await expect(period).toHaveValue(`February ${year}`);
  });
});
