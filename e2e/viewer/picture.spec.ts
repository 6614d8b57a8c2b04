/** A picture with boxes on it. */
import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import type { Rect } from '../../shared/geometry/rect.ts';
import type { View } from '../../renderer/viewer/stage/geometry/view.ts';
import { LARGE, plain, PLAIN, SIZE, test, VIEWPORT } from './fixture.ts';

const MIDDLE = { x: 500, y: 350 };

function zoom(page: Page) {
  return page.getByRole('status', { name: 'Zoom of picture' });
}

async function viewOf(page: Page): Promise<View> {
  const view = await page.evaluate(
    () => window.viewerHarness?.viewers.get('picture')?.getSnapshot().view,
  );
  if (view === undefined) throw new Error('The page has no viewer.');
  return view;
}

async function boxes(page: Page): Promise<readonly Rect[]> {
  return page.evaluate(() => window.viewerHarness?.boxes() ?? []);
}

test.describe('one picture', () => {
  test('fits the stage, zooms at the wheel, moves by hand and keys', async ({ open }) => {
    const { page, show, expectColor, shot, drag, complaints } = await open();
    await show({ kind: 'picture', picture: plain('green') });
    await expectColor(MIDDLE.x, MIDDLE.y, PLAIN.green);
    const fitted = (await shot()).run(MIDDLE.y, PLAIN.green);
    const left = fitted?.from ?? 0;
    const right = VIEWPORT.width - 1 - (fitted?.to ?? 0);
    expect(Math.abs(left - right)).toBeLessThanOrEqual(1);
    expect(left).toBeGreaterThan(16);

    const before = await viewOf(page);
    const pointer = { x: 300, y: 200 };
    await page.mouse.move(pointer.x, pointer.y);
    await page.mouse.wheel(0, -300);
    await expect.poll(async () => (await viewOf(page)).scale).toBeGreaterThan(before.scale);
    const after = await viewOf(page);
    const under = ({ x, scale }: View) => (pointer.x - x) / scale;
    expect(Math.abs(under(after) - under(before))).toBeLessThan(2);

    await drag(MIDDLE, { x: MIDDLE.x - 80, y: MIDDLE.y + 30 });
    const moved = await viewOf(page);
    expect([moved.x, moved.y]).toEqual([after.x - 80, after.y + 30]);

    await page.getByRole('application').focus();
    await page.keyboard.press('1');
    await expect(zoom(page)).toHaveText('100 %');
    await page.keyboard.press('+');
    await expect(zoom(page)).toHaveText('125 %');
    const still = await viewOf(page);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => viewOf(page)).toEqual({ ...still, x: still.x - 40, y: still.y + 40 });
    await page.keyboard.press('0');
    await expect(zoom(page)).toHaveText(`${Math.round(100 * before.scale)} %`);
    expect(complaints).toEqual([]);
  });

  test('keeps its position when the window is resized', async ({ open }) => {
    const { page, show, expectColor } = await open();
    await show({ kind: 'picture', picture: plain('blue') });
    await expectColor(MIDDLE.x, MIDDLE.y, PLAIN.blue);
    await page.setViewportSize({ width: 700, height: 500 });
    await expect(zoom(page)).toHaveText('39 %'); // fitted: 468 of 1200 pixels in height
    await expectColor(350, 250, PLAIN.blue);
  });

  test('reports a damaged or missing picture, and shows the next', async ({ open }) => {
    const { page, show, expectColor, complaints } = await open();
    for (const [url, kind] of [
      ['/broken.jpg', 'damaged-file'],
      ['/cut.jpg', 'damaged-file'],
      ['/nothing.png', 'unreachable'],
    ] as const) {
      await page.evaluate(() => window.viewerHarness?.errors.splice(0));
      await show({ kind: 'picture', picture: { id: url, url, size: LARGE } });
      await expect(page.getByRole('alert')).toContainText(
        kind === 'unreachable' ? 'could not be loaded' : 'is damaged',
      );
      await expect.poll(() => page.evaluate(() => window.viewerHarness?.errors)).toEqual([kind]);
    }
    await show({ kind: 'picture', picture: plain('red') });
    await expectColor(MIDDLE.x, MIDDLE.y, PLAIN.red);
    await expect(page.getByRole('alert')).toBeHidden();
    expect(complaints).toEqual([]);
  });
});

test.describe('boxes on a picture', () => {
  const SQUARE = { x: 400, y: 300, width: 400, height: 400 };

  test('move by pointer and keys while the picture stays', async ({ open }) => {
    const { page, show, drag } = await open();
    const other = { x: 1000, y: 800, width: 300, height: 200 };
    await show({ kind: 'boxes', picture: plain('green'), boxes: [SQUARE, other] });
    const box = page.getByRole('group', { name: /^Box 1/u });
    await expect(box).toBeVisible();
    const view = await viewOf(page);
    const place = await box.boundingBox();
    expect(place?.x).toBeCloseTo(view.x + SQUARE.x * view.scale, 0);
    expect(place?.width).toBeCloseTo(SQUARE.width * view.scale, 0);

    const centre = {
      x: view.x + (SQUARE.x + 200) * view.scale,
      y: view.y + (SQUARE.y + 200) * view.scale,
    };
    await drag(centre, { x: centre.x + 100 * view.scale, y: centre.y - 50 * view.scale });
    await expect.poll(() => boxes(page)).toEqual([{ ...SQUARE, x: 500, y: 250 }, other]);
    expect(await viewOf(page)).toEqual(view);

    await expect(box).toBeFocused();
    await page.keyboard.press('Shift+ArrowLeft');
    const step = Math.max(1, Math.round(1 / view.scale)) * 10;
    await expect.poll(async () => (await boxes(page))[0]?.x).toBe(500 - step);
    await page.keyboard.press('Delete'); // boxes cannot be deleted here
    await expect(page.getByRole('group', { name: /^Box/u })).toHaveCount(2);

    // outside the boxes a press pans
    const beside = { x: view.x + 100 * view.scale, y: view.y + 100 * view.scale };
    await drag(beside, { x: beside.x + 40, y: beside.y });
    await expect.poll(async () => (await viewOf(page)).x).toBe(view.x + 40);
  });

  test('keep a fixed shape, report their limit, and stay in the picture', async ({ open }) => {
    const { page, show, drag } = await open();
    const frame = { x: 200, y: 100, width: 450, height: 800 };
    await show({ kind: 'boxes', picture: plain('green'), boxes: [frame], ratio: 9 / 16 });
    const box = page.getByRole('group', { name: /^Box 1/u });
    await box.focus();
    const corner = page.getByRole('button', { name: 'Bottom right corner of Box 1' });
    const at = await corner.boundingBox();
    const view = await viewOf(page);
    if (at === null) throw new Error('The corner is not seen.');
    const from = { x: at.x + at.width / 2, y: at.y + at.height / 2 };
    await drag(from, { x: from.x + 90 * view.scale, y: from.y + 10 * view.scale });
    await expect.poll(() => boxes(page)).toEqual([{ ...frame, width: 540, height: 960 }]);

    await corner.focus();
    for (let press = 0; press < 12; press++) await page.keyboard.press('Shift+ArrowDown');
    await expect
      .poll(() => boxes(page))
      .toEqual([{ ...frame, width: Math.round(1100 * (9 / 16)), height: 1100 }]);
    await expect(box.getByRole('status')).toHaveText(/edge of the picture$/u);
    expect(frame.y + 1100).toBe(SIZE.height);
  });
});
