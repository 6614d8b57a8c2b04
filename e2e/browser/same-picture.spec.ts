/** The picture on screen is the one that is sent, copied and saved; one that can't be shown is not paid for. */
import type { Page, Route } from 'playwright';
import { ODD_CHANNELS } from '../../electron/backend/vision/imaging/testing/odd-channels.ts';
import { ODD_COLOURS } from '../../electron/backend/vision/imaging/testing/odd-colours.ts';
import { ODD_GEOMETRY } from '../../electron/backend/vision/imaging/testing/odd-geometry.ts';
import type { Look } from '../../electron/backend/vision/imaging/testing/one-picture.ts';
import { importUrl } from '../../shared/media.ts';
import { dropFile } from '../flows/studio.ts';
import { expect, test } from '../support/gesso.ts';
import { noiseRgb, putFile } from '../support/pictures.ts';

/** Levels of 255. */
const CLOSE = { worst: 3, mean: 1 } as const;

/** Addresses of pictures. */
const FILES = /\/media\/files\//u;
const UNSHOWN = 'This picture can’t be shown. Select another file';

test('odd files look the same in Chromium and in Gesso’s decoder @second', async ({ open }) => {
  const { page } = await open({ account: 'practice' });
  for (const { name, file, look } of [...ODD_GEOMETRY, ...ODD_COLOURS, ...ODD_CHANNELS]) {
    await test.step(name, async () => {
      const shown = await shownBy(page, await file(), importUrl(`${name}.x`));
      expect(differenceOf(shown, await look()), name).toBeUndefined();
    });
  }
});

const spoil = (route: Route): Promise<void> =>
  route.fulfill({ contentType: 'image/png', body: 'These are notes.' });

/** The pixels that Chromium shows of a photo, decoded as the viewer does. */
async function shownBy(page: Page, file: Buffer, url: string): Promise<Look> {
  const { pixels, width, height } = await page.evaluate(
    async ([content, address]) => {
      const body = Uint8Array.from(atob(content ?? ''), (char) => char.charCodeAt(0));
      const answer = await fetch(address ?? '', { method: 'POST', body });
      const photo = (await answer.json()) as { readonly url: string };
      const bitmap = await createImageBitmap(await (await fetch(photo.url)).blob(), {
        premultiplyAlpha: 'premultiply',
      });
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      const context = canvas.getContext('2d');
      context?.drawImage(bitmap, 0, 0);
      const { data } = context?.getImageData(0, 0, bitmap.width, bitmap.height) ?? { data: [] };
      return { pixels: [...data], width: bitmap.width, height: bitmap.height };
    },
    [file.toString('base64'), url],
  );
  return { data: Uint8Array.from(pixels.filter((_none, index) => index % 4 !== 3)), width, height };
}

/** `undefined` where they are close. */
function differenceOf(got: Look, wanted: Look): string | undefined {
  if (got.width !== wanted.width || got.height !== wanted.height) {
    return `${got.width} × ${got.height} in place of ${wanted.width} × ${wanted.height}`;
  }
  const off = [...got.data].map((value, index) => Math.abs(value - (wanted.data[index] ?? 0)));
  const worst = Math.max(...off);
  const mean = off.reduce((sum, each) => sum + each, 0) / off.length;
  if (worst <= CLOSE.worst && mean <= CLOSE.mean) return undefined;
  return `${worst} by the worst pixel, ${mean.toFixed(2)} by the mean`;
}

test('sends no picture that can’t be shown @second', async ({ open, folder, service }) => {
  const { page } = await open({ viewport: { width: 1440, height: 900 }, account: service });
  const path = await putFile(folder, 'pier.png', await noiseRgb(300, 200).png().toBuffer());
  for (const [screen, button] of [
    ['Upscale', 'Upscale'],
    ['Video', 'Make clip'],
  ] as const) {
    await page.getByRole('button', { name: screen, exact: true }).click();
    const form = page.getByRole('complementary', { name: 'Settings' });
    const send = form.getByRole('button', { name: new RegExp(`^${button}`, 'u') });
    await expect(send).toBeVisible();
    await page.route(FILES, spoil);
    await dropFile(page, path);
    await expect(form.getByRole('status').filter({ hasText: UNSHOWN })).toBeVisible();
    await expect(send).toHaveAttribute('aria-disabled', 'true');
    await page.unroute(FILES);
  }
  await page.getByRole('button', { name: 'Faces', exact: true }).click();
  const merge = page.getByRole('button', { name: 'Merge face' });
  await expect(merge).toBeVisible();
  await page.route(FILES, spoil);
  await dropFile(page, path);
  await expect(page.getByRole('status').filter({ hasText: 'Add a picture first' })).toBeVisible();
  await dropFile(page, path, 'pier 2.png');
  await expect(page.getByRole('status').filter({ hasText: UNSHOWN })).toBeVisible();
  await expect(merge).toHaveAttribute('aria-disabled', 'true');
  expect((await service.requests()).filter(({ method }) => method === 'POST')).toEqual([]);
});
