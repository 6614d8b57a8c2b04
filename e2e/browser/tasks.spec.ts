/** Tasks: every job in one list, and tasks that were started elsewhere. */
import { readFile } from 'node:fs/promises';
import { connectAccount, openPhoto, paintStroke, runCleanUp } from '../flows/studio.ts';
import { expect, test } from '../support/gesso.ts';
import { noiseRgb, putFile } from '../support/pictures.ts';

test('a run is in the list with its result, is found, filtered and leads back to its photo', async ({
  open,
  folder,
  service,
}) => {
  const { page } = await open();
  await connectAccount(page, service.baseUrl, service.key);
  const photo = await putFile(folder, 'harbour.png', await noiseRgb(900, 600).png().toBuffer());
  await openPhoto(page, photo);
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

  await page.getByRole('button', { name: 'Tasks', exact: true }).click();
  const tasks = page.getByRole('feed', { name: 'Tasks' });
  const show = page.getByRole('radiogroup', { name: 'Show' });
  const entries = tasks.getByRole('article', { name: 'Clean-up: harbour.png' });
  await expect(entries).toHaveCount(2);
  await show.getByText('Failed').click();
  await expect(entries).toHaveCount(1);
  await expect(entries.getByText('Failed', { exact: true })).toBeVisible();
  await entries.getByRole('button', { name: 'Run again' }).click();
  await show.getByText('Done').click();
  await expect(entries).toHaveCount(2);
  await page.getByRole('textbox', { name: 'Search by name or task ID' }).fill('mountain');
  await expect(page.getByText('No tasks match.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Search by name or task ID' }).fill('HARB');
  await expect(entries).toHaveCount(2);
  await entries.first().getByRole('button', { name: 'Call details' }).click();
  await expect(entries.first().getByText(/request: \{ "kind": "cleanup"/u)).toBeVisible();
  await entries
    .first()
    .getByRole('button', { name: /^More actions for/u })
    .click();
  await page.getByRole('menuitem', { name: 'Open in Studio' }).click();
  await expect(page.getByRole('group', { name: 'Status' })).toContainText('harbour.png');
  await expect(page.getByRole('button', { name: 'Studio' })).toHaveAttribute(
    'aria-current',
    'page',
  );
});

test('a task started elsewhere is watched, joined the second time, saved, and there after a restart', async ({
  open,
  service,
}) => {
  const window = await open();
  const { page, host } = window;
  await connectAccount(page, service.baseUrl, service.key);
  const taskId = await startVideoElsewhere(service.baseUrl, service.key);
  await page.getByRole('button', { name: 'Tasks', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Tasks' })).toBeVisible();
  await page.keyboard.press('w');
  const dialog = page.getByRole('dialog', { name: 'Watch a task' });
  const field = dialog.getByRole('textbox', { name: 'Task ID' });
  await field.fill('two words');
  await dialog.getByRole('button', { name: 'Watch', exact: true }).click();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await field.fill(` ${taskId} `);
  await dialog.getByRole('button', { name: 'Watch', exact: true }).click();
  await expect(dialog).toBeHidden();
  const entry = page.getByRole('article', { name: /^Watched task: / });
  await expect(entry).toHaveCount(1);
  await expect(entry.getByText('Done', { exact: true })).toBeVisible({ timeout: 60_000 });

  const download = page.waitForEvent('download');
  await entry.getByRole('button', { name: 'Save file 1' }).click();
  const file = await readFile(await (await download).path());
  expect(file.subarray(4, 8).toString('latin1')).toBe('ftyp'); // an MP4, byte for byte

  await page.keyboard.press('w');
  await field.fill(taskId);
  await dialog.getByRole('button', { name: 'Watch', exact: true }).click();
  await expect(page.getByText('This task is already in your list.')).toBeVisible();
  await expect(entry).toHaveCount(1);

  await host.kill();
  const again = await open({ dataFolder: window.dataFolder });
  await again.page.getByRole('button', { name: 'Tasks', exact: true }).click();
  await expect(again.page.getByRole('article', { name: /^Watched task: / })).toHaveCount(1);
});

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
