/** Activity: what a first-time user sees of recorded calls. */
import { expectAccessible } from '../flows/axe.ts';
import { openNoise, paintStroke, runCleanUp } from '../flows/studio.ts';
import { download, pickItem, searchCommands } from '../flows/window.ts';
import { expect, test } from '../support/gesso.ts';

test('records a practice call, copies it and writes a report', async ({ open, folder }) => {
  const { page } = await open({ viewport: { width: 1024, height: 700 }, account: 'practice' });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const list = page.getByRole('grid', { name: 'Calls' });
  const panel = page.getByRole('complementary', { name: 'Call details' });
  const cleanUp = list.getByRole('row', { name: /Clean-up POST/u });
  const activity = page.getByRole('button', { name: 'Activity', exact: true });

  await test.step('shows an explanation while there are no calls', async () => {
    await activity.click();
    await expect(page.getByText(/^No calls yet\./u)).toBeVisible();
    await expectAccessible(page, { within: 'main' });
    await page.getByRole('button', { name: 'Studio', exact: true }).click();
  });

  await test.step('lists the call after a clean-up', async () => {
    await openNoise(page, folder, 'secret-harbour.png');
    await paintStroke(page);
    await runCleanUp(page);
    await activity.click();
    await expect(cleanUp).toHaveCount(1);
    await expect(cleanUp).toContainText('Free');
  });

  await test.step('finds the call by filter and search', async () => {
    const show = page.getByRole('radiogroup', { name: 'Show' });
    await show.getByText('Failed').click();
    await expect(page.getByText('No calls match.')).toBeVisible();
    await show.getByText('All').click();
    await page
      .getByRole('textbox', { name: 'Search by address, operation or status' })
      .fill('v3/clean');
    await expect(list.getByRole('row')).toHaveCount(1);
  });

  await test.step('shows sizes in place of contents, and copies the call without the key', async () => {
    // nothing was selected, so it shows the newest
    await expect(panel.getByRole('region', { name: 'Request' })).toContainText(
      /"image_file": "<picture, [\d.]+ kB>"/u,
    );
    await expect(panel.getByRole('region', { name: 'Request' })).toContainText(
      'authorization: Bearer $GESSO_API_KEY',
    );
    await expectAccessible(page, { within: 'main' });
    await panel.getByRole('button', { name: 'Copy as cURL' }).click();
    await expect(page.getByText('Copied. Set GESSO_API_KEY')).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toMatch(/^curl -X POST --globoff 'http:\/\/127\.0\.0\.1:\d+\/v3\/cleanup'/u);
    expect(copied).toContain(`-H 'authorization: Bearer '"$GESSO_API_KEY"`);
    expect(copied).toContain('base64 < image_file.png');
  });

  await test.step('opens the task of the call', async () => {
    await panel.getByRole('button', { name: 'Show in Tasks' }).click();
    await expect(page.getByRole('complementary', { name: 'Task details' })).toContainText(
      'secret-harbour.png',
    );
  });

  await test.step('shows the report before it is saved, and saves the same text', async () => {
    await searchCommands(page, 'report a problem');
    await page.getByRole('button', { name: /^Report a problem…/u }).click();
    const dialog = page.getByRole('dialog', { name: 'Report a problem' });
    const report = dialog.getByLabel('Report', { exact: true });
    await expect(report).toContainText('Clean-up  POST 127.0.0.1');
    await expect(report).not.toContainText('harbour');
    await expectAccessible(page, { within: '[role="dialog"]' });
    const saved = await download(dialog.getByRole('button', { name: 'Save…' }));
    expect(saved.name).toMatch(/^Gesso report .*\.txt$/u);
    expect(saved.bytes.toString()).toContain('Window: 1024 × 700');
    expect(saved.bytes.toString()).not.toContain('harbour');
    await expect(dialog).toBeHidden();
  });
});

test('lists, adds, deletes and stops recording @second', async ({ open, folder, service }) => {
  const { page } = await open({ account: service });
  const list = page.getByRole('grid', { name: 'Calls' });
  await service.fault({
    path: '/v3/cleanup',
    kind: 'answer',
    status: 400,
    body: JSON.stringify({ code: 400, reason: 'INVALID_IMAGE_FORMAT', message: 'no' }),
  });
  await openNoise(page, folder, 'harbour.png');
  await paintStroke(page);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('alert').first()).toBeVisible();

  await page.getByRole('button', { name: 'Tasks', exact: true }).click();
  await page.getByRole('row', { name: /Clean-up harbour\.png/u }).click();
  const details = page.getByRole('complementary', { name: 'Task details' });
  await pickItem(details.getByRole('button', { name: 'More actions' }), 'Show its calls');
  await expect(list.getByRole('row')).toHaveCount(1);
  await expect(list.getByRole('row')).toContainText('Failed 400');
  await list.getByRole('row').click();
  await expect(page.getByRole('region', { name: 'Answer' })).toContainText(
    '"reason": "INVALID_IMAGE_FORMAT"',
  );

  // the key was checked before, so there are more calls than that of the task
  await page.getByRole('button', { name: 'Show calls of all tasks' }).click();
  await expect(list.getByRole('row', { name: /List of models/u }).first()).toBeVisible();

  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  const section = page.getByRole('region', { name: 'Activity' });
  await section.getByRole('switch', { name: 'List calls in Activity' }).click({ force: true });
  await section.getByRole('button', { name: 'Delete all…' }).press('Enter');
  await expect(section.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await section.getByRole('button', { name: /^Delete \d+ calls?$/u }).click();
  await expect(section.getByText('0 calls listed.')).toBeVisible();
  await page
    .getByRole('navigation', { name: 'Screens' })
    .getByRole('button', { name: 'Activity' })
    .click();
  await expect(page.getByText('Activity is off, so calls are not listed.')).toBeVisible();
});
