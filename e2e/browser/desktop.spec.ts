/** Files opened from the desktop, and notices about libraries. */
import { waitForStudio, waitUntilReady } from '../flows/studio.ts';
import { reload } from '../flows/window.ts';
import { expect, test } from '../support/gesso.ts';
import { noiseRgb, putFile } from '../support/pictures.ts';

test('S29 opens pictures named at the start, and no other files', async ({ open, folder }) => {
  const one = await putFile(folder, 'one “1”.png', await noiseRgb(600, 400).png().toBuffer());
  const two = await putFile(folder, 'two.jpg', await noiseRgb(400, 600).jpeg().toBuffer());
  const broken = await putFile(folder, 'broken.png', Buffer.from('not a picture'));
  const secret = await putFile(folder, 'secret.txt', Buffer.from('not to be read'));
  const { page } = await open({ args: [one, broken, secret, two] });
  // it waits until a screen can open it
  await page.getByRole('button', { name: 'start without a photo' }).click();
  await waitUntilReady(page, 'one “1”.png');
  await expect(page.getByText(/broken\.png/u)).toBeVisible();
  await expect(page.getByRole('option', { name: /two\.jpg/u })).toBeVisible();
  await expect(page.getByText(/secret/u)).toHaveCount(0);
});

test('adds a picture of the desktop once across a reload @second', async ({ open, folder }) => {
  const path = await putFile(folder, 'again.png', await noiseRgb(600, 400).png().toBuffer());
  const { page } = await open({ args: [path] });
  await page.getByRole('button', { name: 'start without a photo' }).click();
  await waitUntilReady(page, 'again.png');
  await page.keyboard.press('Alt+w');
  await waitForStudio(page);
  await reload(page);
  await waitForStudio(page);
});
