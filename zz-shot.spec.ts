import { openPhoto, paintStroke, runCleanUp, startPractising, waitUntilReady } from './e2e/flows/studio.ts';
import { test } from './e2e/support/gesso.ts';
for (const [w,h] of [[1440,900],[1024,700]] as const) test(`shots ${w}`, async ({ open }) => {
  test.setTimeout(180000);
  const { page } = await open({ viewport: { width: w, height: h } });
  await startPractising(page);
  await page.getByRole('button', { name: /Mountain path/u }).click();
  await waitUntilReady(page, 'mountain-path.jpg');
  await paintStroke(page);
  await page.screenshot({ path: `/tmp/shots/${w}-mask.png` });
  await runCleanUp(page);
  await page.screenshot({ path: `/tmp/shots/${w}-done.png` });
  await page.keyboard.press('ControlOrMeta+s');
  await page.waitForTimeout(600);
  await page.screenshot({ path: `/tmp/shots/${w}-save.png` });
});
