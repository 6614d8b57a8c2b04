/** A viewer for each test, with helpers. */
import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import sharp from 'sharp';
import type { ShownPicture } from '../../renderer/viewer/stage/viewer-types.ts';
import type { Size } from '../../shared/geometry/rect.ts';
import { noisePhoto } from '../canvas/noise-photo.ts';
import type { HarnessServer } from '../canvas/server.ts';
import type { Harness } from '../support/harness-pages.ts';
import { test as base } from '../support/worker.ts';
import type { HarnessScreen } from './harness.tsx';

export const VIEWPORT = { width: 1001, height: 701 };
export const SIZE = { width: 1600, height: 1200 };
export const LARGE = { width: 3200, height: 2400 };

export type Rgb = readonly [number, number, number];

/** Pictures of one colour each, 1600 × 1200. */
export const PLAIN = {
  red: [255, 0, 0],
  green: [0, 255, 0],
  blue: [0, 0, 255],
  yellow: [255, 255, 0],
} as const satisfies Readonly<Record<string, Rgb>>;
export type PlainName = keyof typeof PLAIN;

/** The quarters of a picture: top left, top right, bottom left, bottom right. */
type Quarters = readonly [Rgb, Rgb, Rgb, Rgb];

export const QUARTERS: Quarters = [
  [200, 40, 40],
  [40, 200, 40],
  [40, 40, 200],
  [200, 200, 40],
];
/** Those of the enlarged one. */
export const LARGE_QUARTERS: Quarters = [
  [250, 120, 120],
  [120, 250, 120],
  [120, 120, 250],
  [250, 250, 120],
];

export function plain(name: PlainName): ShownPicture {
  return { id: name, url: `/${name}.png`, size: SIZE };
}

/** Screen pixels, in device pixels. */
export interface Shot {
  readonly width: number;
  readonly height: number;
  at(x: number, y: number): Rgb;
  /** Returns where a colour begins and ends in a row, and its pixels; `undefined` if it is missing. */
  run(y: number, color: Rgb): { readonly from: number; readonly to: number } | undefined;
  /** The same in a column. */
  fall(x: number, color: Rgb): { readonly from: number; readonly to: number } | undefined;
}

export interface ViewerPage {
  readonly page: Page;
  readonly server: HarnessServer;
  /** Errors and warnings of the page. */
  readonly complaints: readonly string[];
  show(screen: HarnessScreen): Promise<void>;
  shot(): Promise<Shot>;
  /** Waits until a pixel (device pixels) has a colour. */
  expectColor(x: number, y: number, color: Rgb): Promise<void>;
  /** Presses at the first point, moves through the others, releases. */
  drag(...points: readonly { readonly x: number; readonly y: number }[]): Promise<void>;
}

interface Fixtures {
  readonly host: Harness;
  readonly open: (options?: {
    readonly ratio?: number;
    readonly isStill?: boolean;
    readonly viewport?: Size;
  }) => Promise<ViewerPage>;
}

export const test = base.extend<Fixtures>({
  host: async ({ harnesses }, use) => {
    const harness = await harnesses.at(import.meta.dirname, async (server) => {
      for (const [name, color] of Object.entries(PLAIN)) {
        server.put(`/${name}.png`, await quarters(SIZE, [color, color, color, color]), 'image/png');
      }
      server.put('/quarters.png', await quarters(SIZE, QUARTERS), 'image/png');
      server.put('/large.png', await quarters(LARGE, LARGE_QUARTERS), 'image/png');
      server.put('/tall.png', await quarters({ width: 600, height: 1200 }, QUARTERS), 'image/png');
      const noise = await noisePhoto(LARGE);
      server.put('/broken.jpg', noise.subarray(0, 300), 'image/jpeg');
      server.put('/cut.jpg', noise.subarray(0, noise.length * 0.6), 'image/jpeg');
    });
    await use(harness);
  },
  open: async ({ host: { server, pages } }, use) => {
    await use(async ({ ratio = 1, isStill = true, viewport = VIEWPORT } = {}) => {
      const reducedMotion = isStill ? 'reduce' : 'no-preference';
      const complaints: string[] = [];
      const page = await pages.open({ viewport, deviceScaleFactor: ratio, reducedMotion }, (page) =>
        page.on('pageerror', (error) => complaints.push(error.message)),
      );
      return viewerPage(page, server, complaints);
    });
    await pages.takeBack();
  },
});

function viewerPage(page: Page, server: HarnessServer, complaints: readonly string[]): ViewerPage {
  async function shot(): Promise<Shot> {
    const { data, info } = await sharp(await page.screenshot())
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height } = info;
    const at = (x: number, y: number): Rgb => {
      const index = (Math.floor(y) * width + Math.floor(x)) * 3;
      return [data[index] ?? 0, data[index + 1] ?? 0, data[index + 2] ?? 0];
    };
    return {
      width,
      height,
      at,
      run: (y, color) => span(width, (x) => isColor(at(x, y), color)),
      fall: (x, color) => span(height, (y) => isColor(at(x, y), color)),
    };
  }

  return {
    page,
    server,
    complaints,
    // the type allows functions, which cannot be passed to a page; these are data
    show: (screen) =>
      page.evaluate(
        (wanted) => window.viewerHarness?.show(wanted as HarnessScreen),
        screen as unknown,
      ),
    shot,
    async expectColor(x, y, color) {
      await expect
        .poll(async () => {
          const seen = (await shot()).at(x, y);
          return isColor(seen, color) ? color : seen;
        })
        .toEqual(color);
    },
    async drag(first, ...others) {
      if (first === undefined) return;
      await page.mouse.move(first.x, first.y);
      await page.mouse.down();
      for (const point of others) await page.mouse.move(point.x, point.y);
      await page.mouse.up();
    },
  };
}

/** Allows a difference of one, because blended levels are rounded. */
function isColor(a: Rgb, b: Rgb): boolean {
  return a.every((channel, index) => Math.abs(channel - (b[index] ?? 0)) <= 2);
}

function span(length: number, isIn: (index: number) => boolean) {
  const found = Array.from({ length }, (_, index) => index).filter(isIn);
  const [from] = found;
  const to = found.at(-1);
  return from === undefined || to === undefined ? undefined : { from, to };
}

function quarters(size: Size, colors: Quarters): Promise<Buffer> {
  const row = (left: Rgb, right: Rgb) =>
    Buffer.from(
      Array.from({ length: size.width }, (_, x) => (x * 2 < size.width ? left : right)).flat(),
    );
  const [top, bottom] = [row(colors[0], colors[1]), row(colors[2], colors[3])];
  const pixels = Buffer.concat(
    Array.from({ length: size.height }, (_, y) => (y * 2 < size.height ? top : bottom)),
  );
  return sharp(pixels, { raw: { ...size, channels: 3 } })
    .png()
    .toBuffer();
}
