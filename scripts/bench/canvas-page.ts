/** Where things are on Gesso's canvas, and how wide the brush is. */
import type { Page } from 'playwright';
import { sleep } from './context.ts';
import type { Point } from '../../shared/geometry/rect.ts';

/** After so long the status line shows the pointer's place, with time to spare. */
const STATUS_MILLISECONDS = 300;

/** The photo's place on the screen: `screen = photo × scale + offset`, CSS pixels. */
export interface PhotoPlacement {
  readonly scale: number;
  readonly offset: Point;
}

/** Reads the placement off the status line, which shows the photo pixel under the pointer. */
export async function readPlacement(page: Page): Promise<PhotoPlacement> {
  const box = await page.getByRole('application').boundingBox();
  if (box === null) throw new Error('There is no canvas.');
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const first = { x: Math.round(middle.x - 150), y: Math.round(middle.y - 150) };
  const second = { x: first.x + 300, y: first.y + 300 };
  const firstPixel = await pixelUnder(page, first);
  const secondPixel = await pixelUnder(page, second);
  const scale = (second.x - first.x) / (secondPixel.x - firstPixel.x);
  return {
    scale,
    offset: { x: first.x - firstPixel.x * scale, y: first.y - firstPixel.y * scale },
  };
}

export function toScreen({ scale, offset }: PhotoPlacement, photo: Point): Point {
  return { x: photo.x * scale + offset.x, y: photo.y * scale + offset.y };
}

async function pixelUnder(page: Page, at: Point): Promise<Point> {
  await page.mouse.move(at.x, at.y);
  // The status line follows ten times a second.
  await sleep(STATUS_MILLISECONDS);
  const status = (await page.getByRole('group', { name: 'Status' }).textContent()) ?? '';
  const found = /(\d+), (\d+)$/u.exec(status);
  if (found === null) throw new Error(`The pointer is not over the photo: ${status}`);
  return { x: Number(found[1]), y: Number(found[2]) };
}

/**
 * Types the brush's size, and gives the focus back.
 *
 * @param photoPixels diameter; rounded up
 */
export async function setBrush(page: Page, photoPixels: number): Promise<void> {
  const field = page.getByRole('textbox', { name: /^Brush size/u });
  await field.fill(String(Math.ceil(photoPixels)));
  await field.press('Enter');
  await field.blur();
}
