/** The object tool on the sample with a fig. */
import type { Page } from 'playwright';
import { drag, openPhoto, placesOf } from './studio.ts';

/** The note when the perception process gave no outline. */
export const BY_COLOURS = 'Found by colours alone. Draw closer around it if the outline is off.';

/** Opens the sample with a fig and selects the object tool. */
export async function openWithObjectInHand(page: Page): Promise<void> {
  await openPhoto(page, 'assets/samples/fig-in-a-bowl.jpg');
  await page.getByRole('application').focus();
  await page.keyboard.press('o');
}

/** Draws loosely around the fig, which the canvas shows whole. */
export async function loopAroundTheFig(page: Page): Promise<void> {
  const at = await placesOf(page.getByRole('application'), 2572 / 1740);
  const around = (share: number) =>
    at({
      x: 0.6 + 0.17 * Math.cos(share * 2 * Math.PI),
      y: 0.56 + 0.24 * Math.sin(share * 2 * Math.PI),
    });
  await drag(
    page,
    Array.from({ length: 25 }, (_, index) => around(index / 24)),
  );
}
