/** The object tool in hand, on the sample with a fig. */
import type { Page } from 'playwright';
import { openPhoto, startPractising } from './studio.ts';

/** Said where the process that finds things gave no outline. */
export const BY_COLOURS = 'Found by colours alone. Draw closer around it if the outline is off.';

/** First start with practice, the fig's sample and the object tool. */
export async function openWithObjectInHand(page: Page): Promise<void> {
  await startPractising(page);
  await openPhoto(page, 'assets/samples/fig-in-a-bowl.jpg');
  await page.getByRole('application').focus();
  await page.keyboard.press('o');
}

/** The fig's sample stands in the middle of the canvas. */
export async function loopAroundTheFig(page: Page): Promise<void> {
  const box = await page.getByRole('application').boundingBox();
  if (box === null) throw new Error('There is no canvas.');
  const width = Math.min(box.width - 32, (box.height - 32) * (2572 / 1740));
  const at = (share: number) => ({
    x: box.x + box.width / 2 + (0.1 + 0.17 * Math.cos(share * 2 * Math.PI)) * width,
    y: box.y + box.height / 2 + (0.06 + 0.24 * Math.sin(share * 2 * Math.PI)) * width * 0.676,
  });
  const first = at(0);
  await page.mouse.move(first.x, first.y);
  await page.mouse.down();
  for (let step = 1; step <= 24; step += 1) {
    const { x, y } = at(step / 24);
    await page.mouse.move(x, y);
  }
  await page.mouse.up();
}
