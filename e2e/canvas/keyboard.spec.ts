/** Drawing without a mouse, and drags that zoom, through real keys and pointers. */
import { expect } from 'playwright/test';
import { PHOTO, test, toPhoto, type CanvasPage, points } from './fixture.ts';

async function focusCanvas({ page }: CanvasPage): Promise<void> {
  await page.evaluate(() => {
    document.querySelector<HTMLElement>('#container')?.focus();
  });
}

async function press({ page }: CanvasPage, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

const times = (key: string, count: number) => Array.from({ length: count }, () => key);

test.describe('keyboard on the canvas', () => {
  test('draws a rectangle from the middle, and undoes it', async ({ open }) => {
    const canvas = await open();
    await canvas.setTool('rectangle');
    await focusCanvas(canvas);
    await press(canvas, 'Enter');
    await expect.poll(async () => (await canvas.snapshot()).isKeyboardPointer).toBe(true);
    const state = await canvas.snapshot();
    await press(
      canvas,
      'Enter',
      ...times('Shift+ArrowRight', 3),
      ...times('ArrowDown', 10),
      'Enter',
    );
    await canvas.frames();
    const middle = { x: state.stage.width / 2, y: state.stage.height / 2 };
    const from = toPhoto(state, middle);
    const to = toPhoto(state, { x: middle.x + 96, y: middle.y + 40 });
    expect((await canvas.snapshot()).maskBounds).toEqual({
      x: Math.round(from.x),
      y: Math.round(from.y),
      width: Math.round(to.x) - Math.round(from.x),
      height: Math.round(to.y) - Math.round(from.y),
    });
    await canvas.undo();
    await expect.poll(async () => (await canvas.snapshot()).maskBounds).toBeUndefined();
  });

  test('moves a brush stroke by arrow keys, and subtracts with Alt', async ({ open }) => {
    const canvas = await open();
    await canvas.setSize('brush', 40);
    await focusCanvas(canvas);
    await press(canvas, 'Enter', 'Enter', ...times('ArrowRight', 20), 'Enter');
    await canvas.frames();
    const state = await canvas.snapshot();
    const bounds = state.maskBounds;
    const width = 80 / state.view.scale + 40;
    expect(Math.abs((bounds?.width ?? 0) - width)).toBeLessThanOrEqual(2);
    expect(Math.abs((bounds?.height ?? 0) - 40)).toBeLessThanOrEqual(2);
    await canvas.page.keyboard.down('Alt');
    await press(canvas, 'Enter', ...times('ArrowLeft', 20), 'Enter');
    await canvas.page.keyboard.up('Alt');
    await expect.poll(async () => (await canvas.snapshot()).maskBounds).toBeUndefined();
  });

  test('Escape cancels a stroke, then hides the pointer', async ({ open }) => {
    const canvas = await open();
    await focusCanvas(canvas);
    await press(canvas, 'Enter', 'Enter', ...times('ArrowRight', 5), 'Escape');
    await expect
      .poll(() => canvas.snapshot())
      .toMatchObject({ isKeyboardPointer: true, isPainting: false });
    expect((await canvas.snapshot()).maskBounds).toBeUndefined();
    await press(canvas, 'Escape');
    await expect.poll(async () => (await canvas.snapshot()).isKeyboardPointer).toBe(false);
    await press(canvas, 'Enter');
    await expect.poll(async () => (await canvas.snapshot()).isKeyboardPointer).toBe(true);
    await canvas.page.mouse.move(200, 200);
    await canvas.page.mouse.move(210, 200);
    await expect.poll(async () => (await canvas.snapshot()).isKeyboardPointer).toBe(false);
  });
});

test('Ctrl and a drag zoom around the press, and paint nothing', async ({ open }) => {
  const canvas = await open();
  const before = await canvas.snapshot();
  const at = { x: 400, y: 300 };
  const point = toPhoto(before, at);
  await canvas.page.keyboard.down('Control');
  await canvas.drag([at, { x: 460, y: 310 }, { x: 520, y: 300 }]);
  await canvas.page.keyboard.up('Control');
  await canvas.frames();
  const after = await canvas.snapshot();
  expect(after.zoom / before.zoom).toBeCloseTo(2, 5);
  const now = toPhoto(after, at);
  expect(Math.hypot(now.x - point.x, now.y - point.y)).toBeLessThan(1);
  expect(after.maskBounds).toBeUndefined();
});

test('sets a typed zoom exactly, within the limits', async ({ open }) => {
  const canvas = await open();
  const zoomAfter = async (zoom: number) => {
    await canvas.page.evaluate(
      (value) => window.harness?.core.picture.viewport.setZoom(value),
      zoom,
    );
    await canvas.frames();
    return (await canvas.snapshot()).zoom;
  };
  expect(await zoomAfter(1.5)).toBeCloseTo(1.5, 9);
  expect(await zoomAfter(1000)).toBe(32);
  expect(await zoomAfter(0.0001)).toBeGreaterThan(0.01);
});

test.describe('the lasso', () => {
  test('starts nothing with a right click, and subtracts with a right drag', async ({ open }) => {
    const canvas = await open();
    await canvas.page.evaluate(() => window.harness?.core.mask.fillAll());
    await canvas.setTool('lasso');
    const whole = await canvas.paintedPixels();
    await canvas.page.mouse.click(400, 300, { button: 'right' });
    await canvas.page.mouse.click(500, 300, { button: 'right' });
    await press(canvas, 'Enter');
    await canvas.frames();
    expect((await canvas.paintedPixels()).equals(whole)).toBe(true);
    await canvas.drag(points(400, 300, 500, 300, 450, 400), 'right');
    await canvas.frames();
    const left = await canvas.paintedPixels();
    expect(left.equals(whole)).toBe(false);
    expect(left.includes(255)).toBe(true);
  });

  test('shows its corners, and a ring where a click closes it', async ({ open }) => {
    const canvas = await open('/grey.png', PHOTO, 1);
    await canvas.setTool('lasso');
    const corners = points(300, 200, 520, 160, 470, 470);
    for (const { x, y } of corners) await canvas.page.mouse.click(x, y);
    await canvas.page.mouse.move(640, 330);
    /** Counts white screen pixels in a square around a point. */
    const white = async (x: number, y: number, side: number): Promise<number> => {
      const screen = await canvas.screen();
      const steps = Array.from({ length: side }, (_, index) => index - side / 2);
      const colours = steps.flatMap((down) =>
        steps.map((right) => screen.at({ x: x + right, y: y + down })),
      );
      return colours.filter((colour) => colour.every((value) => value === 255)).length;
    };
    await expect.poll(() => white(520, 160, 6), 'a corner').toBeGreaterThan(12);
    await expect
      .poll(() => white(300, 200, 20), 'the ring around the first corner')
      .toBeGreaterThan(20);
    await canvas.page.mouse.move(303, 202);
    // white over the grey of the photo
    const inRing = async () => (await canvas.screen()).at({ x: 295, y: 200 })[0];
    await expect.poll(inRing, 'filled under the pointer').toBeGreaterThan(180);
  });
});
