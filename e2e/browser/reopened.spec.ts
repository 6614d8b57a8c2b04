/** The address of the browser host works after the browser was closed. */
import { join } from 'node:path';
import { chromium, type BrowserContext } from 'playwright';
import { chromiumLaunchOptions } from '../support/chromium.ts';
import { expect, test } from '../support/gesso.ts';
import { startHost } from '../support/host-process.ts';

test('B3 accepts the address again in the same browser alone @second', async ({ folder }) => {
  const host = await startHost(['--data-dir', join(folder, 'data')]);
  const open = (profile: string): Promise<BrowserContext> =>
    chromium.launchPersistentContext(join(folder, profile), chromiumLaunchOptions());
  const clean = new URL('/', host.url).href;

  const first = await open('own');
  const page = first.pages()[0] ?? (await first.newPage());
  await page.goto(host.url);
  await expect(page.getByRole('button', { name: 'Start with a sample' })).toBeVisible();
  await first.close();

  const second = await open('own');
  const again = second.pages()[0] ?? (await second.newPage());
  for (const address of [clean, host.url]) {
    await again.goto(address);
    await expect(again.getByRole('button', { name: 'Start with a sample' })).toBeVisible();
  }
  await second.close();

  const stranger = await open('other');
  const other = stranger.pages()[0] ?? (await stranger.newPage());
  for (const address of [clean, host.url]) {
    expect((await other.goto(address))?.status()).toBe(401);
  }
  await stranger.close();
  await host.kill();
});
