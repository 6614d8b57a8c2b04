/** What is drawn: mask, photo and patches at every zoom and pixel ratio. */
import { expect } from 'playwright/test';
import sharp from 'sharp';
import { byDepth } from '../../electron/testing/depth.ts';
import type { Size } from '../../shared/geometry/rect.ts';
import { MASK_OUTLINE } from '../../renderer/screens/studio/canvas/mask-outline.ts';
import {
  CHECKERBOARD,
  isTinted,
  PHOTO,
  plainPng,
  test,
  toScreen,
  ZIGZAG,
  points,
} from './fixture.ts';
import { SECOND_TIER_TAG } from '../../scripts/test/second-tier.ts';

const OUTLINE = '[data-canvas="mask-outline"]';

test.describe('the mask on the screen', () => {
  for (const { ratio, zoom } of [
    { ratio: 1, zoom: 0.45 },
    { ratio: 1, zoom: 1 },
    { ratio: 1.5, zoom: 1.7 },
    { ratio: 2, zoom: 6.3 },
  ]) {
    const tier = zoom < 1 || ratio === 1.5 ? '' : ` ${SECOND_TIER_TAG}`;
    test(`looks the same while painting as when drawn from tiles (ratio ${ratio}, zoom × ${zoom})${tier}`, async ({
      open,
    }) => {
      const canvas = await open('/grey.png', PHOTO, ratio);
      // hides the mask's outline, which comes a moment later and would be on one picture only
      await canvas.page.addStyleTag({ content: `${OUTLINE} { display: none }` });
      await canvas.zoom(zoom);
      await canvas.setSize('brush', 30);
      await canvas.drag(ZIGZAG);
      await canvas.setSize('eraser', 12);
      await canvas.drag(points(330, 170, 520, 380), 'right');
      await canvas.page.mouse.click(700, 200);
      await canvas.page.mouse.move(2, 2);
      await canvas.frames();
      const live = await sharp(await canvas.page.screenshot())
        .removeAlpha()
        .raw()
        .toBuffer();
      await canvas.page.evaluate(() => window.harness?.maskLayer.draw());
      await canvas.frames();
      const redrawn = await sharp(await canvas.page.screenshot())
        .removeAlpha()
        .raw()
        .toBuffer();
      let inside = 0;
      let differing = 0;
      for (let index = 0; index < live.length; index += 3) {
        const tint = (live[index] ?? 0) - (live[index + 1] ?? 0);
        const again = (redrawn[index] ?? 0) - (redrawn[index + 1] ?? 0);
        if (again > 40) inside += 1;
        // More than half of the full tint (about 64): more than a smooth edge explains.
        if (Math.abs(tint - again) > 36) differing += 1;
      }
      expect(inside).toBeGreaterThan(1000);
      // Only edges differ: a smooth line against whole pixels, or squares snapped a device pixel apart.
      expect(differing / inside).toBeLessThan(zoom >= 2 ? 0.01 : 0.03);
    });
  }

  test('has a dark and a light outline, even on a photo of its own colour', async ({ open }) => {
    const canvas = await open();
    await canvas.page.evaluate(() =>
      window.harness?.core.setMaskAppearance({ color: '#808080', opacity: 0.5 }),
    );
    await canvas.drag(points(300, 300, 600, 300));
    await canvas.page.mouse.move(2, 2);
    await expect(canvas.page.locator(OUTLINE)).toBeVisible();
    const edge = async () => {
      const shown = await canvas.screen();
      return Array.from({ length: 300 }, (_, index) => shown.at({ x: 450, y: 150 + index })[0]);
    };
    const values = await edge();
    expect(Math.min(...values)).toBeLessThan(60);
    expect(Math.max(...values)).toBeGreaterThan(200);
    expect(values.filter((value) => value < 60 || value > 200).length).toBeLessThan(8); // thin

    // hidden with the mask, and shown again by painting
    await canvas.page.evaluate(() => window.harness?.core.toggleMask());
    await expect(canvas.page.locator(OUTLINE)).toHaveCount(0);
    expect(new Set(await edge()).size).toBe(1);
    await canvas.drag(points(300, 400, 600, 400));
    await expect(canvas.page.locator(OUTLINE)).toBeVisible();
    expect((await canvas.snapshot()).isMaskHidden).toBe(false);
  });

  test('draws its outline in chunks of a few milliseconds, without a seam', async ({ open }) => {
    const canvas = await open();
    const line = canvas.page.locator(OUTLINE);
    await canvas.page.evaluate(() => {
      const { requestIdleCallback: whenIdle, OffscreenCanvas: Canvas } = window;
      const work: number[] = [];
      const { requestAnimationFrame: nextFrame } = window;
      let isTask = false;
      /** Counts the pixels drawn in a task. */
      const task = (run: () => void): void => {
        work.push(0);
        isTask = true;
        run();
        isTask = false;
      };
      window.requestIdleCallback = (run) => whenIdle((deadline) => task(() => run(deadline)));
      window.requestAnimationFrame = (run) => nextFrame((now) => task(() => run(now)));
      window.OffscreenCanvas = new Proxy(Canvas, {
        construct(target, [width, height]: [number, number]) {
          if (isTask) work.push((work.pop() ?? 0) + width * height);
          return new target(width, height);
        },
      });
      Object.assign(window, { work });
      window.harness?.core.mask.fillAll();
    });
    await expect(line).toBeVisible();
    await canvas.page.evaluate(() => window.harness?.core.history.undo());
    await expect(line).toHaveCount(0);
    await canvas.page.evaluate(() => window.harness?.core.history.redo());
    await expect(line).toBeVisible();
    const { work, rows, area } = await line.evaluate((shown: HTMLCanvasElement) => {
      const copy = document.createElement('canvas');
      const { width, height } = Object.assign(copy, { width: shown.width, height: shown.height });
      const context = copy.getContext('2d');
      context?.drawImage(shown, 0, 0);
      const pixels = context?.getImageData(0, 0, width, height).data ?? [];
      const texts = Array.from({ length: height - 20 }, (_, y) =>
        pixels.slice((y + 10) * width * 4, (y + 11) * width * 4).join(),
      );
      const { work } = window as unknown as { work: number[] };
      return { work, rows: new Set(texts).size, area: width * height };
    });
    expect(rows).toBe(1); // between its corners the line is the same in all rows
    expect(area).toBeGreaterThan(240_000);
    expect(work.length).toBeGreaterThan(1);
    // four drawings of a band; the first one makes the picture for all of them, too
    expect(Math.max(...work)).toBeLessThan(area + 4 * 150_000);
  });

  test('draws its outline right after an undo, identical to a full redraw', async ({ open }) => {
    const canvas = await open();
    const line = canvas.page.locator(OUTLINE);
    const height = async () => (await line.boundingBox())?.height ?? 0;
    await canvas.drag(points(300, 300, 600, 300));
    await expect(line).toBeVisible();
    const before = await height();
    await canvas.drag(points(450, 200, 450, 420));
    await expect.poll(height).toBeGreaterThan(before + 100);
    await canvas.page.evaluate((pause) => {
      const { setTimeout: later } = window;
      const without = (run: () => void, delay?: number) =>
        delay === pause ? 0 : later(run, delay);
      Object.assign(window, { setTimeout: without });
      void window.harness?.core.history.undo();
      Object.assign(window, { setTimeout: later });
    }, MASK_OUTLINE.after);
    await expect.poll(height).toBe(before);
    const undone = await line.evaluate((shown: HTMLCanvasElement) => ({
      style: shown.style.cssText,
      picture: shown.toDataURL(),
    }));
    await canvas.page.evaluate(() => window.harness?.core.toggleMask());
    await expect(line).toHaveCount(0);
    await canvas.page.evaluate(() => window.harness?.core.toggleMask());
    await expect(line).toBeVisible();
    const anew = await line.evaluate((shown: HTMLCanvasElement) => ({
      style: shown.style.cssText,
      picture: shown.toDataURL(),
    }));
    expect(undone).toEqual(anew);
  });

  test('keeps overlaps even, and applies colour and opacity at once', async ({ open }) => {
    const canvas = await open();
    await canvas.drag(points(300, 300, 600, 300));
    await canvas.drag(points(450, 200, 450, 400));
    const shown = await canvas.settled();
    expect(shown.at({ x: 450, y: 300 })).toEqual(shown.at({ x: 350, y: 300 }));
    await canvas.page.evaluate(() =>
      window.harness?.core.setMaskAppearance({ color: '#0000ff', opacity: 1 }),
    );
    await canvas.frames();
    expect((await canvas.screen()).at({ x: 450, y: 300 })).toEqual([0, 0, 255]);
  });
});

test.describe('the photo on the screen', () => {
  test('shows a checkerboard of single pixels as grey when zoomed out', async ({ open }) => {
    const canvas = await open('/checker.png', CHECKERBOARD);
    for (const factor of [0.5, 0.43, 0.31]) {
      await canvas.zoom(factor);
      const shown = await canvas.settled();
      const values = Array.from({ length: 400 }, (_, index) => {
        const [red] = shown.at({ x: 420 + (index % 20) * 3, y: 320 + Math.floor(index / 20) * 3 });
        return red;
      });
      expect(Math.min(...values)).toBeGreaterThan(118);
      expect(Math.max(...values)).toBeLessThan(138);
    }
  });

  test('shows pixels as crisp squares at 400 %, and each once at 100 %', async ({ open }) => {
    for (const ratio of [1, 1.5, 2]) {
      const canvas = await open('/checker.png', CHECKERBOARD, ratio);
      for (const zoom of [1, 4]) {
        await canvas.zoom(zoom);
        const shown = await canvas.settled();
        const state = await canvas.snapshot();
        for (let index = 0; index < 200; index++) {
          const pixel = { x: 750 + (index % 20), y: 560 + Math.floor(index / 20) };
          const centre = toScreen(state, { x: pixel.x + 0.5, y: pixel.y + 0.5 });
          const value = (pixel.x + pixel.y) % 2 === 0 ? 0 : 255;
          expect(shown.at(centre)).toEqual([value, value, value]);
        }
      }
    }
  });

  test('is refused when damaged, missing or of another size', async ({ open }) => {
    const canvas = await open();
    const outcomes: string[] = [];
    for (const [url, width] of [
      ['/broken.jpg', 1800],
      ['/nothing.png', 1800],
      ['/grey.png', 1700],
      ['/grey.png', 1800],
    ] as const) {
      outcomes.push(
        await canvas.page.evaluate(
          async ({ url, size }) => {
            try {
              await window.harness?.core.openPhoto({ id: url, size, url });
              return 'opened';
            } catch (error) {
              return error instanceof Error && 'kind' in error ? String(error.kind) : 'other';
            }
          },
          { url, size: { width, height: 1200 } },
        ),
      );
    }
    expect(outcomes).toEqual(['damaged-file', 'unreachable', 'damaged-file', 'opened']);
  });

  for (const orientation of byDepth([6], [1, 3, 6, 8])) {
    test(`stands upright with EXIF orientation ${orientation}, first small and then complete`, async ({
      open,
      host,
    }) => {
      const stored = { width: 2400, height: 1600 };
      const turned = orientation > 4;
      const size = turned ? { width: 1600, height: 2400 } : stored;
      host.server.put(
        `/turned-${orientation}.jpg`,
        await quarters(stored, orientation),
        'image/jpeg',
      );
      const canvas = await open(`/turned-${orientation}.jpg`, size);
      const colours = async (): Promise<readonly string[]> => {
        const shown = await canvas.settled();
        const state = await canvas.snapshot();
        return points(0.25, 0.25, 0.75, 0.25, 0.25, 0.75).map(({ x, y }) =>
          nameOf(shown.at(toScreen(state, { x: x * size.width, y: y * size.height }))),
        );
      };
      const upright: Readonly<Record<number, readonly string[]>> = {
        1: ['red', 'green', 'blue'],
        3: ['white', 'blue', 'green'],
        6: ['blue', 'red', 'white'],
        8: ['green', 'white', 'red'],
      };
      expect(await colours()).toEqual(upright[orientation]);
      const centre = { x: size.width / 2, y: size.height / 2 };
      const stripes = async (): Promise<number> => {
        const shown = await canvas.screen();
        const { x, y } = toScreen(await canvas.snapshot(), centre);
        const square = [-2, -1, 1, 2].flatMap((across) =>
          [-2, -1, 1, 2].map((down) => shown.at({ x: x + across, y: y + down })[1]),
        );
        return Math.max(...square) - Math.min(...square);
      };
      await canvas.zoom(1);
      await expect.poll(stripes).toBeGreaterThan(150);
      await canvas.zoom(0.25);
      expect(await colours()).toEqual(upright[orientation]);
    });
  }

  test('is closed with a message when its end is missing', async ({ open, host }) => {
    const size = { width: 2400, height: 1600 };
    const whole = await quarters(size, 1);
    host.server.put('/cut.jpg', whole.subarray(0, whole.length / 2), 'image/jpeg');
    const canvas = await open();
    const outcome = await canvas.page.evaluate(async (size) => {
      const later = new Promise<string>((resolve) => {
        window.addEventListener('error', (event: ErrorEvent) => {
          event.preventDefault();
          resolve(String(event.error.kind));
        });
      });
      try {
        await window.harness?.core.openPhoto({ id: 'cut', size, url: '/cut.jpg' });
        return await later;
      } catch (error) {
        return error instanceof Error && 'kind' in error ? String(error.kind) : 'other';
      }
    }, size);
    expect(outcome).toBe('damaged-file');
  });

  test('shows its patches, except while the original is peeked at', async ({ open }) => {
    const canvas = await open();
    canvas.server.put(
      '/patch.png',
      await plainPng({ width: 300, height: 200 }, '#00ff00'),
      'image/png',
    );
    await canvas.page.evaluate(() =>
      window.harness?.core.picture.setPatches([
        { id: 'p', rect: { x: 600, y: 400, width: 300, height: 200 }, url: '/patch.png' },
      ]),
    );
    await canvas.drag(points(200, 500, 400, 500));
    await canvas.page.mouse.move(2, 2);
    await canvas.frames();
    const state = await canvas.snapshot();
    const inPatch = toScreen(state, { x: 750, y: 500 });
    const beside = toScreen(state, { x: 595, y: 500 });
    const shown = await canvas.screen();
    expect(shown.at(inPatch)).toEqual([0, 255, 0]);
    expect(shown.at(beside)).toEqual([128, 128, 128]);
    await canvas.page.evaluate(() => window.harness?.core.picture.comparison.setPeek(true));
    await canvas.frames();
    const original = await canvas.screen();
    expect(original.at(inPatch)).toEqual([128, 128, 128]);
    expect(original.at({ x: 300, y: 500 })).toEqual([128, 128, 128]);
    await canvas.page.evaluate(() => window.harness?.core.picture.comparison.setPeek(false));
    await canvas.frames();
    const again = await canvas.screen();
    expect(again.at(inPatch)).toEqual([0, 255, 0]);
    expect(isTinted(again.at({ x: 300, y: 500 }))).toBe(true);
  });

  test('shows a patch with its transparent part when zoomed out', async ({ open }) => {
    const canvas = await open();
    const half = await sharp({
      create: { width: 300, height: 200, channels: 4, background: '#00000000' },
    })
      .composite([
        {
          input: { create: { width: 150, height: 200, channels: 4, background: '#00ff00' } },
          left: 0,
          top: 0,
        },
      ])
      .png()
      .toBuffer();
    canvas.server.put('/half.png', half, 'image/png');
    await canvas.zoom(0.28);
    await canvas.page.evaluate(() =>
      window.harness?.core.picture.setPatches([
        { id: 'h', rect: { x: 600, y: 400, width: 300, height: 200 }, url: '/half.png' },
      ]),
    );
    await canvas.page.mouse.move(2, 2);
    const state = await canvas.snapshot();
    await expect
      .poll(async () => {
        await canvas.frames();
        const screen = await canvas.screen();
        return {
          painted: screen.at(toScreen(state, { x: 650, y: 500 })),
          transparent: screen.at(toScreen(state, { x: 850, y: 500 })),
        };
      })
      .toEqual({ painted: [0, 255, 0], transparent: [128, 128, 128] });
  });
});

/**
 * Red, green, blue and white quarters, stored with an EXIF orientation. Stripes in the middle are
 * too fine for a reduced picture.
 */
async function quarters(size: Size, orientation: number): Promise<Buffer> {
  const quarter = { width: size.width / 2, height: size.height / 2 };
  const at = async (left: number, top: number, background: string) => ({
    input: await plainPng(quarter, background),
    left,
    top,
  });
  const stripes = await sharp(
    Uint8Array.from({ length: 32 * 32 }, (_none, index) => (index % 2) * 255),
    { raw: { width: 32, height: 32, channels: 1 } },
  )
    .png()
    .toBuffer();
  return sharp({ create: { ...size, channels: 3, background: '#ffffff' } })
    .composite([
      await at(0, 0, '#ff0000'),
      await at(quarter.width, 0, '#00ff00'),
      await at(0, quarter.height, '#0000ff'),
      { input: stripes, left: quarter.width - 16, top: quarter.height - 16 },
    ])
    .jpeg({ quality: 95 })
    .withMetadata({ orientation })
    .toBuffer();
}

function nameOf([red, green, blue]: readonly [number, number, number]): string {
  if (red > 200 && green > 200 && blue > 200) return 'white';
  if (red > 200) return 'red';
  if (green > 200) return 'green';
  return blue > 200 ? 'blue' : 'other';
}
