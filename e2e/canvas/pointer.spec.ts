/** The pointer: ring, hand and wheel; and that nothing is left behind. */
import { expect, type Page } from 'playwright/test';
import { PHOTO, test, toPhoto, toScreen, ZIGZAG, points } from './fixture.ts';

test.describe('the pointer', () => {
  test('is a ring as large as the brush on the screen', async ({ open }) => {
    for (const ratio of [1, 2]) {
      const canvas = await open('/grey.png', PHOTO, ratio);
      for (const { zoom, size, isWithSystem } of [
        { zoom: 1, size: 60, isWithSystem: true },
        { zoom: 3, size: 25, isWithSystem: true },
        { zoom: 0.5, size: 600, isWithSystem: false },
      ]) {
        await canvas.zoom(zoom);
        await canvas.setSize('brush', size);
        await canvas.page.mouse.move(440, 333);
        await canvas.frames();
        await canvas.page.mouse.move(450, 333);
        await canvas.frames();
        const ring = canvas.page.locator('[data-canvas=cursor-ring]');
        const diameter = size * (await canvas.snapshot()).view.scale;
        if (isWithSystem) {
          await expect(ring).toBeHidden();
          // the dark line is around the ring
          expect(Math.abs((await systemRing(canvas.page)) - diameter - 2)).toBeLessThan(1.5);
          continue;
        }
        await expect(ring).toBeVisible();
        const box = await ring.boundingBox();
        expect(box?.width).toBeCloseTo(diameter, 1);
        expect(box?.height).toBeCloseTo(diameter, 1);
        expect((box?.x ?? 0) + diameter / 2).toBeCloseTo(450, 1);
        expect((box?.y ?? 0) + diameter / 2).toBeCloseTo(333, 1);
      }
    }
  });

  test('is a ring of the page when the system’s is not enough', async ({ open }) => {
    const canvas = await open();
    const ring = canvas.page.locator('[data-canvas=cursor-ring]');
    const move = async (x: number, y: number) => {
      await canvas.page.mouse.move(x, y);
      await canvas.frames();
    };
    await canvas.page.evaluate(() => window.harness?.core.tools.setSize('brush', 60));
    await move(400, 300);
    await move(402, 300);
    await expect(ring).toBeHidden();
    await move(402, 3); // here it would cross the edge of the page
    await expect(ring).toBeVisible();
    expect(await canvas.page.evaluate(() => window.harness?.container.style.cursor)).toBe('none');
    await move(402, 300);
    await expect(ring).toBeHidden();
    await canvas.page.keyboard.down('Alt'); // a minus next to the ring
    await move(404, 300);
    await expect(ring).toBeVisible();
    await canvas.page.keyboard.up('Alt');
    await move(406, 300);
    await expect(ring).toBeHidden();
  });

  test('moves the photo with Space and a drag, then paints', async ({ open }) => {
    const canvas = await open();
    await canvas.page.mouse.move(400, 300);
    const before = await canvas.snapshot();
    await canvas.page.keyboard.down('Space');
    await canvas.drag(points(400, 300, 470, 260));
    await canvas.page.keyboard.up('Space');
    const after = await canvas.snapshot();
    expect(after.view.x - before.view.x).toBeCloseTo(70, 5);
    expect(after.view.y - before.view.y).toBeCloseTo(-40, 5);
    expect(after.maskBounds).toBeUndefined();
    await canvas.drag([{ x: 400, y: 300 }]);
    expect((await canvas.snapshot()).maskBounds).toBeDefined();
  });

  test('releases Space when the window loses the focus', async ({ open }) => {
    const canvas = await open();
    await canvas.page.mouse.move(400, 300);
    await canvas.page.keyboard.down('Space');
    await canvas.page.evaluate(() => window.dispatchEvent(new Event('blur')));
    await canvas.drag([{ x: 400, y: 300 }]);
    expect((await canvas.snapshot()).maskBounds).toBeDefined();
  });

  test('zooms with the wheel, and resizes with Ctrl and the wheel', async ({ open }) => {
    const canvas = await open();
    await canvas.page.mouse.move(300, 200);
    const before = await canvas.snapshot();
    await canvas.page.mouse.wheel(0, -300);
    await canvas.frames();
    const after = await canvas.snapshot();
    expect(after.zoom).toBeGreaterThan(before.zoom * 1.5);
    const was = toPhoto(before, { x: 300, y: 200 });
    const is = toPhoto(after, { x: 300, y: 200 });
    expect(Math.hypot(was.x - is.x, was.y - is.y)).toBeLessThan(2);

    await canvas.page.keyboard.down('Control');
    await canvas.page.mouse.wheel(0, -100);
    await canvas.page.keyboard.up('Control');
    await canvas.frames();
    expect((await canvas.snapshot()).brushSize).toBeGreaterThan(after.brushSize);
    expect((await canvas.snapshot()).zoom).toBe(after.zoom);
  });

  test('reports the photo pixel under it', async ({ open }) => {
    const canvas = await open();
    const pointer = () => canvas.page.evaluate(() => window.harness?.core.pointerOnPhoto());
    const at = toScreen(await canvas.snapshot(), { x: 700.5, y: 300.5 });
    await canvas.page.mouse.move(at.x, at.y);
    await canvas.frames();
    expect(await pointer()).toEqual({ x: 700, y: 300 });
    await canvas.page.mouse.move(1, 1);
    await canvas.frames();
    expect(await pointer()).toBeUndefined();
  });
});

test('destroy leaves no listener, worker, frame or element behind', async ({ open }) => {
  const canvas = await open();
  await canvas.drag(ZIGZAG);
  const session = await canvas.page.context().newCDPSession(canvas.page);
  const listenersOf = async (expression: string): Promise<readonly string[]> => {
    const { result } = await session.send('Runtime.evaluate', { expression });
    const { listeners } = await session.send('DOMDebugger.getEventListeners', {
      objectId: result.objectId ?? '',
    });
    return listeners.map(({ type }) => type);
  };
  // The window also carries listeners of Konva itself, which stay as long as its stage.
  const own = ['keydown', 'keyup', 'blur', 'scroll'];
  expect(await listenersOf('window')).toEqual(expect.arrayContaining(own));
  expect((await listenersOf('harness.container')).length).toBeGreaterThan(0);
  expect(canvas.page.workers().length).toBe(1);
  await canvas.page.evaluate(() => {
    const { core } = window.harness ?? {};
    core?.picture.viewport.zoomBy(2);
    core?.destroy();
    window.requestAnimationFrame = () => {
      throw new Error('A frame was asked for after destroy.');
    };
  });
  expect((await listenersOf('window')).filter((type) => own.includes(type))).toEqual([]);
  expect(await listenersOf('harness.container')).toEqual([]);
  await expect.poll(() => canvas.page.workers().length).toBe(0);
  await canvas.page.mouse.move(300, 300);
  await canvas.page.mouse.down();
  await canvas.page.mouse.up();
  expect(await canvas.page.locator('[data-canvas=cursor-ring]').count()).toBe(0);
  expect(await canvas.page.evaluate(() => window.harness?.container.getAttribute('style'))).toBe(
    '',
  );
});

/** Returns the outer diameter of the system's ring, CSS pixels; checks that its hot spot is the centre. */
function systemRing(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const style = window.harness?.container.style.cursor ?? '';
    const parts = /url\("(data:[^"]+)"\)\s+([\d.]+)(x|dppx)\)\s+(\d+)\s+(\d+), none/.exec(style);
    if (parts === null) throw new Error(`No ring in “${style.slice(0, 40)}”.`);
    const image = new Image();
    image.src = parts[1] ?? '';
    await image.decode();
    const ratio = Number(parts[2]);
    const { width, height } = image;
    if (Number(parts[4]) !== width / ratio / 2 || parts[4] !== parts[5] || width !== height) {
      throw new Error('The hot spot is not the middle.');
    }
    const context = new OffscreenCanvas(width, height).getContext('2d');
    if (context === null) throw new Error('no canvas');
    context.drawImage(image, 0, 0);
    const row = context.getImageData(0, Math.floor(height / 2), width, 1).data;
    const painted = Array.from({ length: width }, (_, x) => row[x * 4 + 3] ?? 0);
    const first = painted.findIndex((alpha) => alpha > 100);
    const last = painted.findLastIndex((alpha) => alpha > 100);
    return (last - first + 1) / ratio;
  });
}
