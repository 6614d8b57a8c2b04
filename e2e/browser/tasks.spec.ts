/** Tasks: all tasks in one list, including tasks started elsewhere. */
import type { Page } from 'playwright';
import {
  connectAccount,
  openNoise,
  paintStroke,
  runCleanUp,
  startPractising,
} from '../flows/studio.ts';
import { sendMessage } from '../flows/chat.ts';
import { cleanUpCalls } from '../flows/service.ts';
import { download, pickItem } from '../flows/window.ts';
import { expect, test } from '../support/gesso.ts';
import { startModelServer } from '../support/model-server.ts';
import { noiseRgb } from '../support/pictures.ts';
import { answered } from '../support/open-calls.ts';

test('lists, finds, repeats and removes runs @second', async ({ open, folder, service }) => {
  const { page } = await open({ account: service });
  await openNoise(page, folder, 'harbour.png');
  await paintStroke(page);
  await runCleanUp(page);
  await service.fault({
    path: '/v3/cleanup',
    kind: 'answer',
    status: 400,
    body: JSON.stringify({ code: 400, reason: 'INVALID_IMAGE_FORMAT', message: 'no' }),
  });
  await paintStroke(page, 0.3);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('alert').first()).toBeVisible();

  const list = page.getByRole('treegrid', { name: 'Tasks' });
  const rows = list.getByRole('row', { name: /Clean-up harbour\.png/u });
  const panel = page.getByRole('complementary', { name: 'Task details' });
  const show = page.getByRole('radiogroup', { name: 'Show' });
  const search = page.getByRole('textbox', { name: 'Search by name or task ID' });
  await test.step('lists both runs, and the failed one alone under its filter', async () => {
    await page.getByRole('button', { name: 'Tasks', exact: true }).click();
    await expect(rows).toHaveCount(2);
    await expect(rows.filter({ hasText: /\d+ × \d+ px/u })).toHaveCount(1);
    await show.getByText('Failed').click();
    await expect(rows).toHaveCount(1);
  });

  await test.step('keeps the panel in a narrow window whichever task is selected', async () => {
    await show.getByText('All').click();
    await page.setViewportSize({ width: 720, height: 700 });
    await rows.first().click();
    await expect(panel.getByText('Timeline')).toBeHidden();
    await panel.getByRole('button', { name: 'Task details' }).click();
    await expect(panel.getByText('Timeline')).toBeVisible();
    const reason = panel.getByRole('alert');
    await expect(reason).toBeVisible();
    await list.focus();
    await page.keyboard.press('ArrowDown');
    await expect(reason).toBeHidden();
    await expect(panel.getByText('Timeline')).toBeVisible();
    await page.setViewportSize({ width: 1280, height: 800 });
    await show.getByText('Failed').click();
    await expect(rows).toHaveCount(1);
  });

  await test.step('opens a row and its details by keyboard, and shows the cost of "Run again" before sending', async () => {
    await rows.first().click();
    await expect(panel.getByRole('alert')).toBeVisible();
    await expect(panel.getByText('Timeline')).toBeVisible();
    await panel.getByRole('button', { name: 'Request and answer' }).click();
    await expect(panel.getByText('"kind": "cleanup"')).toBeVisible();
    await list.focus();
    await page.keyboard.press('r');
    const prepared = panel.getByRole('group', { name: 'Run again' });
    await expect(prepared.getByRole('button', { name: /^Run again \(1 call/u })).toBeFocused();
    expect(await cleanUpCalls(service)).toBe(2);
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect.poll(() => cleanUpCalls(service)).toBe(3);
    await choose(page, 'State', 'Done');
    await expect(list.getByRole('row')).toHaveCount(2);
  });

  await test.step('finds tasks by part of the name in any case, and walks through them by key', async () => {
    await page.keyboard.press('/');
    await expect(search).toBeFocused();
    await search.fill('mountain');
    await expect(page.getByText('No tasks match.')).toBeVisible();
    await search.fill('HARB');
    await expect(list.getByRole('row')).toHaveCount(2);
    // as in file managers: to the end, a page up, and a range down
    await list.focus();
    await page.keyboard.press('End');
    const [first, second] = [list.getByRole('row').first(), list.getByRole('row').nth(1)];
    await expect(second).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('PageUp');
    await expect(first).toHaveAttribute('aria-selected', 'true');
    await expect(second).toHaveAttribute('aria-selected', 'false');
    await page.keyboard.press('Shift+PageDown');
    await expect(second).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Home');
    await search.focus();
  });

  await test.step('groups a run with its repetition, expands the group and splits it', async () => {
    await show.getByText('All').click();
    await search.fill('');
    const run = list.getByRole('row', { name: /Clean-up run harbour\.png/u });
    await run.click(); // the failed one and its repetition
    const groupPanel = page.getByRole('complementary', { name: 'Group details' });
    await expect(groupPanel).toContainText('1 of 1 done');
    await expect(run).toHaveAttribute('aria-expanded', 'false');
    await page.keyboard.press('Enter');
    await expect(run).toHaveAttribute('aria-expanded', 'true');
    await expect(list.getByRole('row')).toHaveCount(4);
    await page.keyboard.press('g');
    await expect(run).toHaveCount(0);
    await expect(rows).toHaveCount(3);
  });

  await test.step('rates four stars, removes the task, and undoes it', async () => {
    await rows.first().click();
    await page.keyboard.press('4');
    await expect(list.getByRole('img', { name: '4 of 5 stars' })).toBeVisible();
    await page.keyboard.press('Delete');
    await expect(rows).toHaveCount(2);
    await page.keyboard.press('ControlOrMeta+z');
    await expect(rows).toHaveCount(3);
  });

  await test.step('leaves grouping alone in an order without groups', async () => {
    await choose(page, 'Order', 'Longest');
    await list.focus();
    await page.keyboard.press('g');
    await choose(page, 'Order', 'Newest');
    await expect(rows).toHaveCount(3);
    await expect(list.getByRole('row', { name: /Clean-up run/u })).toHaveCount(0);
  });

  await test.step('opens the photo with its result marked', async () => {
    await rows.first().click();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Document: harbour.png' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Studio' })).toHaveAttribute(
      'aria-current',
      'page',
    );
    await expect(
      page.getByRole('listitem').filter({ hasText: 'Clean-up 2' }),
      'its result is marked',
    ).toHaveAttribute('aria-current', 'true');
  });
});

test('moves the days of tasks on at midnight @second', async ({ open, folder, service }) => {
  const { page } = await open({ account: service });
  await openNoise(page, folder);
  await paintStroke(page);
  await runCleanUp(page);
  await answered(page);
  await page.clock.install();
  await page.reload();
  await page.getByRole('button', { name: 'Tasks', exact: true }).click();
  const list = page.getByRole('treegrid', { name: 'Tasks' });
  const heading = list.getByText(/^(Today|Yesterday)$/u);
  await expect(heading).toHaveText('Today');
  await page.clock.fastForward('24:00:00');
  await expect(heading).toHaveText('Yesterday');
  await choose(page, 'Day', 'Yesterday');
  await expect(list.getByRole('row')).toHaveCount(1);
  await page.clock.fastForward('24:00:00');
  await expect(page.getByText('No tasks match.')).toBeVisible();
});

test('offers all connections after one was removed @second', async ({ open, service }) => {
  const { page } = await open({ account: service });
  const tasks = page.getByRole('button', { name: 'Tasks', exact: true });
  await tasks.click();
  await choose(page, 'Connection', /^(?!Every|Practice)/u);
  await page.getByRole('button', { name: 'Settings' }).click();
  const connections = page.getByRole('region', { name: 'Connections' });
  await pickItem(connections.getByRole('button', { name: /^More actions for /u }), 'Remove…');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await startPractising(page);
  await tasks.click();
  await choose(page, 'Connection', 'Every connection');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await expect(page.getByRole('menuitem', { name: 'Connection' })).toBeHidden();
});

test('watches a task that was started elsewhere', async ({ openProcess: open, service }) => {
  const window = await open();
  const { page, host } = window;
  await connectAccount(page, service.baseUrl, service.key);
  const taskId = await startVideoElsewhere(service.baseUrl, service.key);
  await page.getByRole('button', { name: 'Tasks', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Search by name or task ID' })).toBeVisible();
  await page.keyboard.press('w');
  const dialog = page.getByRole('dialog', { name: 'Watch a task' });
  const field = dialog.getByRole('textbox', { name: 'Task ID' });
  await field.fill('two words');
  await dialog.getByRole('button', { name: 'Watch', exact: true }).click();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await field.fill('two');
  await expect(field).not.toHaveAttribute('aria-invalid', 'true');
  const address = `${service.baseUrl}/v3/async/task-result?task_id=${taskId}`;
  await field.fill(`curl '${address}' -H 'accept: */*'`);
  await expect(dialog.getByText(taskId)).toBeVisible();
  await dialog.getByRole('button', { name: 'Watch', exact: true }).click();
  await expect(dialog).toBeHidden();
  const row = watchedRow(page);
  await expect(row).toHaveCount(1);
  const panel = page.getByRole('complementary', { name: 'Task details' });
  await row.click();
  await expect(panel.getByText('Done', { exact: true }).first()).toBeVisible({ timeout: 60_000 });
  await panel.getByRole('button', { name: 'Request and answer' }).click();
  await expect(panel.getByText('"TASK_STATUS_SUCCEED"')).toBeVisible();
  await expect(panel.getByText(/Signature=/u)).toHaveCount(0);
  await panel.getByRole('button', { name: `Copy ${taskId}` }).click();
  await expect(page.getByText('The system clipboard did not accept the text.')).toBeVisible();
  const { bytes: file } = await download(panel.getByRole('button', { name: 'Save…' }));
  expect(file.subarray(4, 8).toString('latin1')).toBe('ftyp'); // an MP4, byte for byte

  await page.keyboard.press('w');
  await field.fill(JSON.stringify({ task: { task_id: taskId } }));
  await dialog.getByRole('button', { name: 'Watch', exact: true }).click();
  await expect(page.getByText('This task is already in your list.')).toBeVisible();
  await expect(row).toHaveCount(1);

  await host.kill();
  const again = await open({ dataFolder: window.dataFolder });
  await again.page.getByRole('button', { name: 'Tasks', exact: true }).click();
  await expect(watchedRow(again.page)).toHaveCount(1);
});

test('lists model answers, stops them, and opens their conversation @second', async ({ open }) => {
  await using server = await startModelServer();
  const { page } = await open({ account: server });
  await page.getByRole('button', { name: 'Language', exact: true }).click();
  await sendMessage(page, 'Name a cold colour');
  const answer = await server.nextCall();
  answer.write('Slate ');

  await page.getByRole('button', { name: /^Tasks/u }).click();
  await page.getByRole('radiogroup', { name: 'List' }).getByText('Answers').click();
  const row = page.getByRole('list', { name: 'Answers' }).getByRole('listitem');
  await expect(row).toContainText('Name a cold colour');
  await expect(row).toContainText('Writing');
  await row.getByRole('button', { name: 'Stop the answer in Name a cold colour' }).click();
  await answer.closed;
  await expect(row).toContainText('Stopped');
  await page.keyboard.press('/');
  await page.keyboard.type('warm');
  await expect(page.getByText('No answers match.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Search by title or model' }).fill('COLD');
  await row.getByRole('button', { name: 'Open Name a cold colour' }).click();
  await expect(page.getByRole('article', { name: 'Answer' })).toContainText('Slate');
});

function watchedRow(page: Page) {
  return page.getByRole('treegrid', { name: 'Tasks' }).getByRole('row', { name: /Watched task / });
}

/** @returns the task's id */
async function startVideoElsewhere(baseUrl: string, key: string): Promise<string> {
  const picture = await noiseRgb(160, 96).png().toBuffer();
  const answer = await fetch(`${baseUrl}/v3/async/img2video`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      model_name: 'SVD',
      image_file: picture.toString('base64'),
      frames_num: 14,
      frames_per_second: 6,
      image_file_resize_mode: 'ORIGINAL_RESOLUTION',
      steps: 20,
    }),
  });
  const body: unknown = await answer.json();
  return (body as { task_id: string }).task_id;
}

async function choose(page: Page, menu: string, item: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: menu }).hover();
  await page.getByRole('menuitemradio', { name: item }).click();
}
