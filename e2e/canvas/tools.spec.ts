/** The tools through real input, against pixel-by-pixel expectations. */
import { expect } from 'playwright/test';
import { byDepth } from '../../electron/testing/depth.ts';
import type { Point } from '../../shared/geometry/rect.ts';
import { difference, expectedPixels } from './expectation.ts';
import { PHOTO, test, toPhoto, toScreen, ZIGZAG, points } from './fixture.ts';

/** Returns one byte per pixel, by whether its centre is inside the closed line, which must not cross itself. */
function inside(points: readonly Point[], value: (isIn: boolean) => number): Buffer {
  const pixels = Buffer.alloc(PHOTO.width * PHOTO.height);
  for (let y = 0; y < PHOTO.height; y++) {
    for (let x = 0; x < PHOTO.width; x++) {
      const at = y * PHOTO.width + x;
      pixels[at] = value(isInside(points, x + 0.5, y + 0.5));
    }
  }
  return pixels;
}

function isInside(points: readonly Point[], x: number, y: number): boolean {
  let isIn = false;
  for (const [index, a] of points.entries()) {
    const b = points[(index + 1) % points.length] ?? a;
    if (a.y > y !== b.y > y && x < a.x + ((y - a.y) / (b.y - a.y)) * (b.x - a.x)) isIn = !isIn;
  }
  return isIn;
}

/** Counts differing pixels, except those with their centre exactly on the line. */
function differenceOff(line: readonly Point[], a: Buffer, b: Buffer): number {
  let count = 0;
  for (const [at, value] of a.entries()) {
    if (value === b[at]) continue;
    const [x, y] = [(at % PHOTO.width) + 0.5, Math.floor(at / PHOTO.width) + 0.5];
    const isOn = line.some((start, index) => {
      const end = line[(index + 1) % line.length] ?? start;
      const [across, down] = [end.x - start.x, end.y - start.y];
      const off = across * (y - start.y) - down * (x - start.x);
      return Math.abs(off) / Math.hypot(across, down) < 1e-6;
    });
    if (!isOn) count += 1;
  }
  return count;
}

const PENTAGON = points(300, 200, 520, 160, 640, 330, 470, 470, 280, 380);

for (const ratio of byDepth([1.5], [1, 1.5, 2])) {
  test(`shapes are exact at pixel ratio ${ratio}: rectangle, polygon, subtracted, inverted`, async ({
    open,
  }) => {
    const canvas = await open('/grey.png', PHOTO, ratio);
    for (const zoom of [0.6, 1, 3.3]) {
      await canvas.page.evaluate(() => {
        window.harness?.core.mask.edit([], 'replace', 'clear mask');
        window.harness?.core.picture.viewport.fit();
      });
      await canvas.zoom(zoom);
      await canvas.setTool('lasso');
      for (const { x, y } of PENTAGON) await canvas.page.mouse.click(x, y);
      await canvas.page.keyboard.press('Enter');
      const state = await canvas.snapshot();
      const polygon = PENTAGON.map((point) => toPhoto(state, point));
      const first = await canvas.paintedPixels();
      expect(first.includes(255)).toBe(true);
      const expected = inside(polygon, (isIn) => (isIn ? 255 : 0));
      expect(differenceOff(polygon, first, expected)).toBe(0);

      await canvas.setTool('rectangle');
      await canvas.page.keyboard.down('Alt');
      await canvas.drag(points(400, 250, 410, 300, 700, 340));
      await canvas.page.keyboard.up('Alt');
      const from = toPhoto(state, { x: 400, y: 250 });
      const to = toPhoto(state, { x: 700, y: 340 });
      const [left, top] = [Math.round(from.x), Math.round(from.y)];
      const [right, bottom] = [Math.round(to.x), Math.round(to.y)];
      const second = first.map((value, at) => {
        const [x, y] = [at % PHOTO.width, Math.floor(at / PHOTO.width)];
        return x >= left && x < right && y >= top && y < bottom ? 0 : value;
      });
      expect(difference(await canvas.paintedPixels(), Buffer.from(second))).toBe(0);

      await canvas.page.evaluate(() => window.harness?.core.mask.invert());
      const inverted = Buffer.from(second.map((value) => 255 - value));
      expect(difference(await canvas.paintedPixels(), inverted)).toBe(0);
      for (let step = 0; step < 2; step++) await canvas.undo();
      expect(difference(await canvas.paintedPixels(), first)).toBe(0);
    }
  });
}

test.describe('the lasso', () => {
  test('draws freehand by a drag and closes on release', async ({ open }) => {
    const canvas = await open();
    await canvas.setTool('lasso');
    await canvas.drag(PENTAGON);
    const state = await canvas.snapshot();
    const line = PENTAGON.map((point) => toPhoto(state, point));
    const expected = inside(line, (isIn) => (isIn ? 255 : 0));
    expect(differenceOff(line, await canvas.paintedPixels(), expected)).toBe(0);
  });

  test('closes by double click or at its start, and steps back', async ({ open }) => {
    const canvas = await open();
    await canvas.setTool('lasso');
    const click = async (points: readonly Point[]) => {
      for (const { x, y } of points) await canvas.page.mouse.click(x, y);
    };
    const bounds = async () => (await canvas.snapshot()).maskBounds;
    await click(PENTAGON);
    await canvas.page.keyboard.press('Escape');
    await canvas.frames();
    expect(await bounds()).toBeUndefined();

    await click([...PENTAGON, { x: 700, y: 600 }]);
    await canvas.page.keyboard.press('Backspace');
    await click([{ x: 302, y: 203 }]);
    await canvas.frames();
    const state = await canvas.snapshot();
    const line = PENTAGON.map((point) => toPhoto(state, point));
    const expected = inside(line, (isIn) => (isIn ? 255 : 0));
    expect(differenceOff(line, await canvas.paintedPixels(), expected)).toBe(0);
    await canvas.undo();

    await click(PENTAGON.slice(0, 4));
    await canvas.page.mouse.dblclick(280, 380);
    await canvas.frames();
    expect(differenceOff(line, await canvas.paintedPixels(), expected)).toBe(0);
    expect(state.canRedo).toBe(false);
  });

  test('continues while the photo is moved and zoomed', async ({ open }) => {
    const canvas = await open();
    await canvas.setTool('lasso');
    const before = await canvas.snapshot();
    const line = PENTAGON.map((point) => toPhoto(before, point));
    for (const { x, y } of PENTAGON.slice(0, 3)) await canvas.page.mouse.click(x, y);
    await canvas.drag(points(500, 350, 540, 320), 'middle');
    await canvas.page.mouse.wheel(0, -100);
    await canvas.frames();
    const after = await canvas.snapshot();
    for (const point of line.slice(3)) {
      const at = toScreen(after, point);
      await canvas.page.mouse.click(at.x, at.y);
    }
    await canvas.page.keyboard.press('Enter');
    const expected = inside(line, (isIn) => (isIn ? 255 : 0));
    // Clicks are on whole CSS pixels of two views: the corners may be a pixel apart.
    expect(difference(await canvas.paintedPixels(), expected)).toBeLessThan(2500);
    expect(difference(await canvas.paintedPixels(), Buffer.alloc(expected.length))).toBeGreaterThan(
      50_000,
    );
  });
});

test.describe('the brush', () => {
  test('subtracts while Alt is held, in its own size', async ({ open }) => {
    const canvas = await open();
    await canvas.setSize('brush', 90);
    await canvas.setSize('eraser', 10);
    await canvas.drag(ZIGZAG);
    const middle = points(340, 200, 360, 300);
    await canvas.page.keyboard.down('Alt');
    await canvas.drag(middle);
    await canvas.page.keyboard.up('Alt');
    const state = await canvas.snapshot();
    const photo = (points: readonly Point[]) => points.map((point) => toPhoto(state, point));
    const expected = expectedPixels(
      [
        { points: photo(ZIGZAG), diameter: 90, value: 255 },
        { points: photo(middle), diameter: 90, value: 0 },
      ],
      PHOTO,
    );
    expect(difference(await canvas.paintedPixels(), expected)).toBe(0);
  });

  test('cancels a stroke with Escape, and keeps earlier strokes', async ({ open }) => {
    const canvas = await open();
    await canvas.drag(ZIGZAG);
    const before = await canvas.paintedPixels();
    await canvas.page.mouse.move(300, 500);
    await canvas.page.mouse.down();
    await canvas.page.mouse.move(600, 300, { steps: 4 });
    await canvas.page.keyboard.press('Escape');
    await canvas.page.mouse.move(700, 500);
    await canvas.page.mouse.up();
    await canvas.frames();
    expect(difference(await canvas.paintedPixels(), before)).toBe(0);
    await canvas.undo();
    expect((await canvas.snapshot()).maskBounds).toBeUndefined();
  });

  test('resizes by a drag with Alt and the right button, or S', async ({ open }) => {
    const canvas = await open();
    await canvas.zoom(1);
    await canvas.setSize('brush', 60);
    await canvas.page.keyboard.down('Alt');
    await canvas.drag(points(400, 300, 405, 301, 425, 304), 'right');
    await canvas.page.keyboard.up('Alt');
    expect((await canvas.snapshot()).brushSize).toBe(100);
    await canvas.page.keyboard.down('s');
    await canvas.drag(points(400, 300, 403, 302));
    expect((await canvas.snapshot()).brushSize).toBe(100); // within the dead zone
    await canvas.drag(points(400, 300, 401, 335));
    await canvas.page.keyboard.up('s');
    const state = await canvas.snapshot();
    expect(state.brushSize).toBe(40);
    expect(state.maskBounds).toBeUndefined();
  });

  test('varies its width with pen pressure alone', async ({ open }) => {
    const canvas = await open();
    await canvas.setSize('brush', 100);
    const width = async (pressure: number, pointerType: string) => {
      await canvas.page.evaluate(
        ({ pressure, pointerType }) => {
          const container = window.harness?.container;
          const at = { clientX: 500, clientY: 350, isPrimary: true, pointerId: 1, bubbles: true };
          // no real pointer to capture
          if (container !== undefined) container.setPointerCapture = () => undefined;
          for (const type of ['pointerdown', 'pointerup']) {
            container?.dispatchEvent(
              new PointerEvent(type, { ...at, pointerType, pressure, button: 0 }),
            );
          }
        },
        { pressure, pointerType },
      );
      await canvas.frames();
      const { maskBounds } = await canvas.snapshot();
      await canvas.undo();
      return maskBounds?.width ?? 0;
    };
    const light = await width(0.2, 'pen');
    const hard = await width(0.8, 'pen');
    expect(light).toBeGreaterThan(20);
    expect(hard).toBeGreaterThan(light + 20);
    expect(hard).toBeLessThan(98);
    expect(await width(0.5, 'mouse')).toBe(100);
    await canvas.page.evaluate(() => window.harness?.core.tools.setPressureChangesSize(false));
    expect(await width(0.2, 'pen')).toBe(100);
  });
});

test.describe('the mask', () => {
  test('grows, shrinks and fills its holes in a worker, each as an undo step', async ({ open }) => {
    const canvas = await open();
    await canvas.setSize('brush', 31);
    await canvas.drag(ZIGZAG);
    const state = await canvas.snapshot();
    const points = ZIGZAG.map((point) => toPhoto(state, point));
    const before = await canvas.paintedPixels();
    await canvas.page.evaluate(async () => {
      const core = window.harness?.core;
      await Promise.all([core?.maskEdits.grow(5), core?.maskEdits.grow(3)]);
    });
    const grown = await canvas.paintedPixels();
    // A stroke grown by 8 lies between strokes a little thinner and a little wider.
    const thin = expectedPixels([{ points, diameter: 42, value: 255 }], PHOTO);
    const wide = expectedPixels([{ points, diameter: 48.5, value: 255 }], PHOTO);
    expect(thin.every((value, at) => value === 0 || grown[at] === 255)).toBe(true);
    expect(grown.every((value, at) => value === 0 || wide[at] === 255)).toBe(true);
    await canvas.undo();
    await canvas.undo();
    expect(difference(await canvas.paintedPixels(), before)).toBe(0);
    await canvas.page.evaluate(() => window.harness?.core.maskEdits.shrink(40));
    await canvas.frames();
    expect((await canvas.snapshot()).maskBounds).toBeUndefined();
    await canvas.undo();
    await canvas.drag([ZIGZAG[4], ZIGZAG[0]].flatMap((point) => point ?? []));
    await canvas.page.evaluate(() => window.harness?.core.maskEdits.fillHoles());
    const filled = await canvas.paintedPixels();
    const hole = toPhoto(state, { x: 420, y: 305 });
    expect(filled[Math.floor(hole.y) * PHOTO.width + Math.floor(hole.x)]).toBe(255);
    await expect.poll(async () => (await canvas.snapshot()).isMaskBusy).toBe(false);
  });

  test('is read from a picture by opacity or brightness', async ({ open }) => {
    const canvas = await open();
    const outcomes = await canvas.page.evaluate(async (photo) => {
      const core = window.harness?.core;
      const draw = async (
        width: number,
        height: number,
        paint: (context: OffscreenCanvasRenderingContext2D) => void,
      ) => {
        const picture = new OffscreenCanvas(width, height);
        const context = picture.getContext('2d');
        if (context !== null) paint(context);
        return picture.convertToBlob({ type: 'image/png' });
      };
      const read = async (blob: Blob) => {
        try {
          const mask = await core?.maskEdits.readPicture(blob);
          core?.mask.edit(mask?.tiles ?? [], 'replace', 'mask');
          return { bounds: core?.mask.bounds(), isTwoTone: mask?.isTwoTone };
        } catch (error) {
          return error instanceof Error && 'kind' in error ? String(error.kind) : 'other';
        }
      };
      return [
        await read(
          await draw(photo.width, photo.height, (context) => {
            context.fillStyle = '#000';
            context.fillRect(0, 0, photo.width, photo.height);
            context.fillStyle = '#fff';
            context.fillRect(100, 50, 300, 20);
          }),
        ),
        await read(
          await draw(photo.width / 2, photo.height / 2, (context) => {
            context.fillRect(10, 20, 30, 40);
          }),
        ),
        await read(await draw(500, 700, () => undefined)),
        await read(new Blob(['no picture'])),
      ];
    }, PHOTO);
    expect(outcomes).toEqual([
      { bounds: { x: 100, y: 50, width: 300, height: 20 }, isTwoTone: true },
      { bounds: { x: 20, y: 40, width: 60, height: 80 }, isTwoTone: true },
      'invalid-input',
      'damaged-file',
    ]);
  });
});

test('two fingers move and zoom the photo and paint nothing', async ({ open }) => {
  const canvas = await open();
  const before = await canvas.snapshot();
  const session = await canvas.page.context().newCDPSession(canvas.page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly Point[]) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: points.map((point, id) => ({ ...point, id })),
    });
  await touch('touchStart', [{ x: 400, y: 350 }]);
  await touch('touchStart', points(400, 350, 600, 350));
  for (let step = 1; step <= 10; step++) {
    await touch('touchMove', [
      { x: 400 - step * 10, y: 350 },
      { x: 600 + step * 10, y: 350 },
    ]);
  }
  await touch('touchEnd', []);
  await canvas.frames();
  const after = await canvas.snapshot();
  expect(after.zoom / before.zoom).toBeCloseTo(2, 1);
  const was = toPhoto(before, { x: 500, y: 350 });
  const is = toPhoto(after, { x: 500, y: 350 });
  expect(Math.hypot(was.x - is.x, was.y - is.y)).toBeLessThan(3);
  expect(after.maskBounds).toBeUndefined();
});
