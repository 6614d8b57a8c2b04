/** Compares two states on one stage, and shows the cleaned area, pixel for pixel at every pixel ratio. */
import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import sharp from 'sharp';
import { byDepth } from '../../electron/testing/depth.ts';
import type { Point } from '../../shared/geometry/rect.ts';
import {
  PHOTO,
  plainPng,
  test,
  toScreen,
  VIEWPORT,
  type CanvasPage,
  type Screen,
  points,
} from './fixture.ts';

const FIRST = { id: 'a', rect: { x: 500, y: 300, width: 800, height: 600 }, url: '/green.png' };
const SECOND = { id: 'b', rect: { x: 700, y: 400, width: 400, height: 400 }, url: '/blue.png' };
const GREEN = [0, 255, 0];
const BLUE = [0, 0, 255];
const GREY = [128, 128, 128];

/** Opens the grey photo with a green result and a blue one over it. */
async function withResults(canvas: CanvasPage): Promise<void> {
  const { server, page } = canvas;
  server.put('/green.png', await plainPng(FIRST.rect, '#00ff00'), 'image/png');
  server.put('/blue.png', await plainPng(SECOND.rect, '#0000ff'), 'image/png');
  await page.evaluate(
    async (patches) => window.harness?.core.picture.setPatches(patches),
    [FIRST, SECOND],
  );
  await page.mouse.move(2, 2);
  await canvas.frames();
}

/** Calculates the colour of a state at a photo point, without the canvas's code. */
function expected(results: readonly (typeof FIRST)[], { x, y }: Point): readonly number[] {
  const top = results.findLast(
    ({ rect }) => x >= rect.x && y >= rect.y && x < rect.x + rect.width && y < rect.y + rect.height,
  );
  if (top === undefined) return GREY;
  return top === FIRST ? GREEN : BLUE;
}

/** Returns every screen pixel of some rows. */
async function rows(canvas: CanvasPage, ratio: number, ys: readonly number[]) {
  const { data, info } = await sharp(await canvas.page.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(info.width).toBe(VIEWPORT.width * ratio);
  return ys.map((y) =>
    Array.from({ length: info.width }, (_, x) => {
      const index = (y * ratio * info.width + x) * 3;
      return [data[index], data[index + 1], data[index + 2]];
    }),
  );
}

async function compare(page: Page, mode: 'split' | 'side-by-side' | 'flicker'): Promise<void> {
  await page.evaluate(
    async (comparison) => window.harness?.core.picture.comparison.set(comparison),
    { mode, states: [{ patches: [FIRST] }, { patches: [FIRST, SECOND] }] },
  );
}

test.describe('two states on one stage', () => {
  for (const ratio of byDepth([2], [1, 2])) {
    test(`shows a state on each side of the line (ratio ${ratio})`, async ({ open }) => {
      const canvas = await open('/grey.png', PHOTO, ratio);
      await withResults(canvas);
      await compare(canvas.page, 'split');
      for (const { zoom, share, pan } of [
        { zoom: 1, share: 0.5, pan: 0 },
        { zoom: 4, share: 0.437, pan: -120 },
        { zoom: 1, share: 1, pan: 60 },
        { zoom: 1, share: 0, pan: 0 },
      ]) {
        await canvas.page.evaluate(
          (share) => window.harness?.core.picture.comparison.setSplit(share),
          share,
        );
        await canvas.zoom(zoom);
        if (pan !== 0) {
          await canvas.drag([
            { x: 500, y: 300 },
            { x: 500 + pan, y: 300 + pan / 2 },
          ]);
        }
        await canvas.page.mouse.move(2, 2);
        await canvas.frames();
        const { view } = await canvas.snapshot();
        const line = Math.round(VIEWPORT.width * ratio * share);
        const ys = [200, 350, 480];
        for (const [index, row] of (await rows(canvas, ratio, ys)).entries()) {
          const y = ys[index] ?? 0;
          const wrong = row.filter((value, x) => {
            const at = {
              x: ((x + 0.5) / ratio - view.x) / view.scale,
              y: (y + 0.5 / ratio - view.y) / view.scale,
            };
            if (at.x < 0 || at.x >= PHOTO.width) return false;
            const state = x < line ? [FIRST] : [FIRST, SECOND];
            return String(value) !== String(expected(state, at));
          });
          expect(wrong, `zoom ${zoom}, line ${line}, row ${y}`).toEqual([]);
        }
      }
    });

    test(`moves and zooms both halves together (ratio ${ratio})`, async ({ open }) => {
      const canvas = await open('/grey.png', PHOTO, ratio);
      await withResults(canvas);
      await compare(canvas.page, 'side-by-side');
      await canvas.zoom(1);
      const half = VIEWPORT.width / 2;
      const check = async (): Promise<void> => {
        await canvas.page.mouse.move(2, 2);
        await canvas.frames();
        const { view } = await canvas.snapshot();
        const [row = []] = await rows(canvas, ratio, [350]);
        const wrong = row.filter((value, x) => {
          const left = (x + 0.5) / ratio;
          const at = {
            x: ((left < half ? left : left - half) - view.x) / view.scale,
            y: (350 + 0.5 / ratio - view.y) / view.scale,
          };
          const state = left < half ? [FIRST] : [FIRST, SECOND];
          return String(value) !== String(expected(state, at));
        });
        expect(wrong).toEqual([]);
      };
      await check();
      // drag and zoom in the second half keep the same point under the pointer
      await canvas.drag(points(800, 300, 730, 340));
      await check();
      const before = await canvas.snapshot();
      const pointer = { x: 820, y: 350 };
      await canvas.page.mouse.move(pointer.x, pointer.y);
      await canvas.page.mouse.wheel(0, -300);
      await canvas.frames();
      const after = await canvas.snapshot();
      expect(after.zoom).toBeGreaterThan(before.zoom);
      const under = ({ view }: typeof before) => (pointer.x - half - view.x) / view.scale;
      expect(under(after)).toBeCloseTo(under(before), 0);
      const reported = await canvas.page.evaluate(() => window.harness?.core.pointerOnPhoto());
      expect(reported?.x).toBe(Math.floor(under(after)));
    });
  }

  test('shows each whole in turn, and disappears without a trace', async ({ open }) => {
    const canvas = await open();
    await withResults(canvas);
    await canvas.drag(points(60, 60, 200, 60));
    await canvas.page.mouse.move(2, 2);
    await canvas.page.evaluate(() => window.harness?.maskLayer.draw()); // without the smooth edge
    await canvas.frames();
    // hides the mask's outline, which comes a moment later and would be on one picture only
    const hidden = '[data-canvas="mask-outline"] { display: none }';
    await canvas.page.addStyleTag({ content: hidden });
    const before = await canvas.page.screenshot();
    const painted = await canvas.paintedPixels();
    const inBoth = { x: 900, y: 600 };
    await canvas.page.evaluate(() =>
      window.harness?.core.cleaned.setTiles([
        { column: 3, row: 2, bits: new Uint8Array(8192).fill(255) },
      ]),
    );
    await compare(canvas.page, 'flicker');
    const seen = async (): Promise<readonly number[]> => {
      await canvas.frames();
      const shown: Screen = await canvas.screen();
      return shown.at(toScreen(await canvas.snapshot(), inBoth));
    };
    expect(await seen()).toEqual(GREEN);
    await canvas.page.evaluate(() => window.harness?.core.picture.comparison.showState(1));
    expect(await seen()).toEqual(BLUE);
    // neither button paints meanwhile
    for (const button of ['left', 'right'] as const) {
      await canvas.drag(points(300, 500, 320, 500, 300, 500), button);
    }
    await canvas.page.evaluate(async () => {
      window.harness?.core.cleaned.setTiles(undefined);
      await window.harness?.core.picture.comparison.set(undefined);
    });
    await canvas.page.mouse.move(2, 2);
    await canvas.frames();
    expect((await canvas.paintedPixels()).equals(painted)).toBe(true);
    expect((await canvas.page.screenshot()).equals(before)).toBe(true);
  });

  test('fetches a state with a hidden result, and the last request wins', async ({ open }) => {
    const canvas = await open();
    await withResults(canvas);
    await canvas.page.evaluate(
      (patches) => window.harness?.core.picture.setPatches(patches),
      [FIRST],
    );
    const outcomes = await canvas.page.evaluate(
      async ({ first, both }) => {
        const core = window.harness?.core;
        if (core === undefined) return [];
        const wishes = [
          core.picture.comparison.set({
            mode: 'split',
            states: [{ patches: [] }, { patches: both }],
          }),
          core.picture.comparison.set({
            mode: 'flicker',
            states: [{ patches: both }, { patches: first }],
          }),
          core.picture.setPatches(both),
          core.picture.setPatches(first),
        ];
        const ends = await Promise.allSettled(wishes);
        return ends.map((end) => (end.status === 'fulfilled' ? 'shown' : String(end.reason.kind)));
      },
      { first: [FIRST], both: [FIRST, SECOND] },
    );
    expect(outcomes).toEqual(['cancelled', 'shown', 'cancelled', 'shown']);
    await canvas.frames();
    const shown = await canvas.screen();
    expect(shown.at(toScreen(await canvas.snapshot(), { x: 900, y: 600 }))).toEqual(BLUE);
  });
});

test.describe('over the photo', () => {
  for (const ratio of byDepth([2], [1, 2])) {
    test(`tints only the cleaned areas (ratio ${ratio})`, async ({ open }) => {
      const canvas = await open('/grey.png', PHOTO, ratio);
      const painted = { x: 701, y: 403, width: 333, height: 255 };
      await canvas.page.evaluate(async (rect) => {
        const core = window.harness?.core;
        if (core === undefined) return;
        const tiles = new Map<string, { column: number; row: number; bits: Uint8Array }>();
        for (let y = rect.y; y < rect.y + rect.height; y++) {
          for (let x = rect.x; x < rect.x + rect.width; x++) {
            const [column, row] = [x >> 8, y >> 8];
            const tile = tiles.get(`${column} ${row}`) ?? {
              column,
              row,
              bits: new Uint8Array(8192),
            };
            tiles.set(`${column} ${row}`, tile);
            const index = ((y & 255) * 256 + (x & 255)) >> 3;
            tile.bits[index] = (tile.bits[index] ?? 0) | (0x80 >> (x & 7));
          }
        }
        core.cleaned.setColor('#00ffff');
        core.cleaned.setTiles([...tiles.values()]);
      }, painted);
      await canvas.page.mouse.move(2, 2);
      for (const zoom of [1, 3]) {
        await canvas.zoom(zoom);
        const { view } = await canvas.snapshot();
        for (const y of [230, 351]) {
          const [row = []] = await rows(canvas, ratio, [y]);
          const wrong = row.filter((value, x) => {
            const at = {
              x: Math.floor(((x + 0.5) / ratio - view.x) / view.scale),
              y: Math.floor((y + 0.5 / ratio - view.y) / view.scale),
            };
            const isCleaned =
              at.x >= painted.x &&
              at.y >= painted.y &&
              at.x < painted.x + painted.width &&
              at.y < painted.y + painted.height;
            if (at.x < 0 || at.x >= PHOTO.width) return false;
            const wanted = isCleaned ? [64, 192, 192] : GREY;
            return wanted.some((channel, index) => Math.abs(channel - (value[index] ?? 0)) > 1);
          });
          expect(wrong, `zoom ${zoom}, row ${y}`).toEqual([]);
        }
      }
      await canvas.page.evaluate(() => window.harness?.core.cleaned.setTiles(undefined));
      await canvas.frames();
      const shown = await canvas.screen();
      expect(shown.at(toScreen(await canvas.snapshot(), { x: 800, y: 500 }))).toEqual(GREY);
    });
  }

  test('frames a result and centres it', async ({ open }) => {
    const canvas = await open();
    const rect = { x: 1200, y: 200, width: 120, height: 60 };
    await canvas.zoom(1);
    await canvas.page.evaluate((rect) => {
      window.harness?.core.picture.showRect(rect);
      window.harness?.core.picture.setMark(rect);
    }, rect);
    await canvas.page.mouse.move(2, 2);
    await canvas.frames();
    const state = await canvas.snapshot();
    expect(state.zoom).toBe(1);
    const middle = toScreen(state, { x: 1260, y: 230 });
    expect(Math.abs(middle.x - VIEWPORT.width / 2)).toBeLessThanOrEqual(1);
    expect(Math.abs(middle.y - VIEWPORT.height / 2)).toBeLessThanOrEqual(1);
    const corner = toScreen(state, { x: rect.x, y: rect.y });
    const on = (await canvas.screen()).at({ x: corner.x + 60, y: corner.y - 4 });
    expect(on).toEqual([255, 255, 255]);
    await canvas.page.evaluate(() => window.harness?.core.picture.setMark(undefined));
    await canvas.frames();
    expect((await canvas.screen()).at({ x: corner.x + 60, y: corner.y - 4 })).toEqual(GREY);
  });
});
