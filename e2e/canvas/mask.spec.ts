/** Painted pixels, compared with an independent calculation, through real input. */
import { expect } from 'playwright/test';
import { byDepth } from '../../electron/testing/depth.ts';
import type { Point } from '../../shared/geometry/rect.ts';
import { difference, expectedPixels } from './expectation.ts';
import { isTinted, PHOTO, test, toPhoto, toScreen, VIEWPORT, ZIGZAG, points } from './fixture.ts';

test.describe('the painted mask', () => {
  const VIEWS = [
    { zoom: 1, pan: { x: 0, y: 0 }, size: 40 },
    { zoom: 0.37, pan: { x: -30, y: 40 }, size: 75 },
    { zoom: 2.9, pan: { x: 117, y: -61 }, size: 21 },
    { zoom: 14, pan: { x: -411, y: 233 }, size: 7 },
  ] as const;
  for (const ratio of byDepth([1.5], [1, 1.5, 2])) {
    test(`is exact at pixel ratio ${ratio}, at every zoom and position`, async ({ open }) => {
      const canvas = await open('/grey.png', PHOTO, ratio);
      for (const { zoom, pan, size } of VIEWS) {
        await canvas.page.evaluate(
          ({ zoom, size }) => {
            window.harness?.core.mask.edit([], 'replace', 'clear mask');
            window.harness?.core.picture.viewport.fit();
            window.harness?.core.picture.viewport.zoomToActualSize();
            window.harness?.core.picture.viewport.zoomBy(zoom);
            window.harness?.core.tools.setSize('brush', size);
          },
          { zoom, size },
        );
        await canvas.drag(
          [
            { x: 500, y: 350 },
            { x: 500 + pan.x, y: 350 + pan.y },
          ],
          'middle',
        );
        await canvas.drag(ZIGZAG);
        const state = await canvas.snapshot();
        const points = ZIGZAG.map((point) => toPhoto(state, point));
        const expected = expectedPixels([{ points, diameter: size, value: 255 }], PHOTO);
        expect(expected.includes(255)).toBe(true);
        expect(difference(await canvas.paintedPixels(), expected), `zoom × ${zoom}`).toBe(0);
      }
    });
  }

  test('loses what the eraser removes by tool and right button', async ({ open }) => {
    const canvas = await open();
    await canvas.page.evaluate(() => {
      window.harness?.core.tools.setSize('brush', 120);
      window.harness?.core.tools.setSize('eraser', 33);
    });
    const first = points(300, 300, 600, 310);
    const second = points(320, 260, 330, 340);
    const third = points(560, 280, 500, 330);
    await canvas.drag(first);
    await canvas.drag(second, 'right');
    await canvas.setTool('eraser');
    await canvas.drag(third);
    const state = await canvas.snapshot();
    const photo = (points: readonly Point[]): readonly Point[] =>
      points.map((point) => toPhoto(state, point));
    const expected = expectedPixels(
      [
        { points: photo(first), diameter: 120, value: 255 },
        { points: photo(second), diameter: 33, value: 0 },
        { points: photo(third), diameter: 33, value: 0 },
      ],
      PHOTO,
    );
    expect(difference(await canvas.paintedPixels(), expected)).toBe(0);
  });

  test('can start and end outside the photo and outside the window', async ({ open }) => {
    const canvas = await open();
    const state = await canvas.snapshot();
    const corner = toScreen(state, { x: PHOTO.width, y: PHOTO.height });
    const points = [
      { x: corner.x + 12, y: corner.y - 90 },
      { x: corner.x - 60, y: corner.y - 40 },
      { x: corner.x - 200, y: corner.y + 8 },
      { x: corner.x - 260, y: VIEWPORT.height + 300 },
      { x: corner.x - 420, y: corner.y - 30 },
    ];
    await canvas.drag(points);
    const expected = expectedPixels(
      [{ points: points.map((point) => toPhoto(state, point)), diameter: 60, value: 255 }],
      PHOTO,
    );
    expect(difference(await canvas.paintedPixels(), expected)).toBe(0);
    // Nothing is drawn outside the photo either.
    const shown = await canvas.screen();
    expect(isTinted(shown.at({ x: corner.x + 4, y: corner.y - 70 }))).toBe(false);
  });

  test('is one pixel after a click, and a line after Shift+click', async ({ open }) => {
    const canvas = await open();
    await canvas.setSize('brush', 1);
    await canvas.zoom(8);
    const state = await canvas.snapshot();
    await canvas.page.mouse.click(400, 300);
    const at = toPhoto(state, { x: 400, y: 300 });
    const pixels = await canvas.paintedPixels();
    expect(pixels.filter((value) => value === 255).length).toBe(1);
    expect(pixels[Math.floor(at.y) * PHOTO.width + Math.floor(at.x)]).toBe(255);

    await canvas.setSize('brush', 9);
    await canvas.page.keyboard.down('Shift');
    await canvas.page.mouse.click(700, 420);
    await canvas.page.keyboard.up('Shift');
    const line = expectedPixels(
      [{ points: [at, toPhoto(state, { x: 700, y: 420 })], diameter: 9, value: 255 }],
      PHOTO,
    );
    expect(difference(await canvas.paintedPixels(), line)).toBe(0);
  });

  test('keeps every point of a fast stroke, even those between two frames', async ({ open }) => {
    const canvas = await open();
    const points = Array.from({ length: 240 }, (_, index) => ({
      x: 500 + Math.round(200 * Math.cos(index / 9)),
      y: 350 + Math.round(200 * Math.sin(index / 9)),
    }));
    await canvas.setSize('brush', 6);
    const state = await canvas.snapshot();
    const session = await canvas.page.context().newCDPSession(canvas.page);
    const first = points[0] ?? { x: 0, y: 0 };
    await canvas.page.mouse.move(first.x, first.y);
    await canvas.page.mouse.down();
    await Promise.all(
      points.slice(1).map((point) =>
        session.send('Input.dispatchMouseEvent', {
          type: 'mouseMoved',
          ...point,
          button: 'left',
          buttons: 1,
        }),
      ),
    );
    await session.send('Input.dispatchMouseEvent', {
      type: 'mouseReleased',
      ...(points.at(-1) ?? first),
      button: 'left',
    });
    const expected = expectedPixels(
      [{ points: points.map((point) => toPhoto(state, point)), diameter: 6, value: 255 }],
      PHOTO,
    );
    expect(difference(await canvas.paintedPixels(), expected)).toBe(0);
  });

  test('follows undo and redo on the screen, with the right bounds', async ({ open }) => {
    const canvas = await open();
    const saves = await canvas.page.evaluateHandle(() => {
      const count = { value: 0 };
      window.harness?.core.mask.onChanged(() => {
        count.value += 1;
      });
      return count;
    });
    await canvas.drag(ZIGZAG);
    const first = await canvas.paintedPixels();
    await canvas.drag(points(300, 500, 700, 480));
    const both = await canvas.paintedPixels();
    expect(isTinted((await canvas.screen()).at({ x: 500, y: 490 }))).toBe(true);

    await canvas.undo();
    expect(difference(await canvas.paintedPixels(), first)).toBe(0);
    expect(isTinted((await canvas.screen()).at({ x: 500, y: 490 }))).toBe(false);
    expect(isTinted((await canvas.screen()).at({ x: 380, y: 232 }))).toBe(true);
    expect((await canvas.snapshot()).canRedo).toBe(true);

    await canvas.redo();
    expect(difference(await canvas.paintedPixels(), both)).toBe(0);
    expect(isTinted((await canvas.screen()).at({ x: 500, y: 490 }))).toBe(true);

    await canvas.page.evaluate(() => window.harness?.core.mask.edit([], 'replace', 'clear mask'));
    await canvas.frames();
    expect((await canvas.snapshot()).maskBounds).toBeUndefined();
    expect(isTinted((await canvas.screen()).at({ x: 380, y: 232 }))).toBe(false);
    await canvas.undo();
    expect(difference(await canvas.paintedPixels(), both)).toBe(0);
    expect(isTinted((await canvas.screen()).at({ x: 380, y: 232 }))).toBe(true);
    expect(await saves.evaluate(({ value }) => value)).toBe(6);
  });

  test('clears and restores whole tiles like any others', async ({ open }) => {
    const canvas = await open();
    const steps = await canvas.page.evaluate(() => {
      const core = window.harness?.core;
      if (core === undefined) throw new Error('The harness is missing.');
      const bits = new Uint8Array(8192).fill(255);
      const width = (): number => core.mask.bounds()?.width ?? 0;
      const tiles = [1, 2].map((column) => ({ column, row: 1, bits }));
      core.mask.edit(tiles, 'replace', 'mask');
      const seen = [width()];
      core.mask.edit([], 'replace', 'clear mask');
      seen.push(width());
      core.mask.edit([], 'replace', 'clear mask');
      void core.history.undo();
      seen.push(width());
      const taken = core.mask.subtract([{ column: 2, row: 1, bits }]);
      seen.push(width());
      void taken.undo();
      seen.push(width());
      void core.history.undo();
      seen.push(width());
      return { seen, canUndo: core.history.canUndo };
    });
    expect(steps).toEqual({ seen: [512, 0, 512, 256, 512, 0], canUndo: false });
  });
});
