/** A canvas for each test, with helpers. */
import type { Page } from 'playwright';
import sharp from 'sharp';
import type { Point, Size } from '../../shared/geometry/rect.ts';
import type { CanvasSnapshot, ToolName } from '../../renderer/screens/studio/canvas/index.ts';
import type { Harness } from '../support/harness-pages.ts';
import { test as base } from '../support/worker.ts';
import { noisePhoto } from './noise-photo.ts';
import type { HarnessServer } from './server.ts';

export const VIEWPORT = { width: 1000, height: 700 };

export const PHOTO = { width: 1800, height: 1200 };

export const CHECKERBOARD = { width: 1600, height: 1200 };

/** A stroke in screen space, inside the photo at every zoom used. */
export const ZIGZAG = points(310, 180, 420, 260, 350, 390, 600, 350, 610, 355);

/** Screen pixels, addressed in CSS pixels. */
export interface Screen {
  at(point: Point): readonly [number, number, number];
}

export interface CanvasPage {
  readonly page: Page;
  readonly server: HarnessServer;
  snapshot(): Promise<CanvasSnapshot>;
  /** Waits until two frames have been shown. */
  frames(): Promise<void>;
  /** Presses at the first point, moves through the others, releases. */
  drag(points: readonly Point[], button?: 'left' | 'right' | 'middle'): Promise<void>;
  /** Sets 100 %, then multiplies by the factor. */
  zoom(factor: number): Promise<void>;
  setSize(tool: 'brush' | 'eraser', size: number): Promise<void>;
  setTool(tool: ToolName): Promise<void>;
  undo(): Promise<void>;
  redo(): Promise<void>;
  /** The painted pixels of the whole photo, one byte each. */
  paintedPixels(): Promise<Buffer>;
  screen(): Promise<Screen>;
  /** The same with the pointer out of the way. */
  settled(): Promise<Screen>;
}

interface Fixtures {
  readonly host: Harness;
  /** Opens one of the pictures in an empty page; `ratio` device pixels per CSS pixel. */
  readonly open: (url?: string, size?: Size, ratio?: number) => Promise<CanvasPage>;
}

export const test = base.extend<Fixtures>({
  host: async ({ harnesses }, use) => {
    const harness = await harnesses.at(import.meta.dirname, async (server) => {
      const noise = await noisePhoto(PHOTO);
      server.put('/grey.png', await plainPng(PHOTO, '#808080'), 'image/png');
      server.put('/checker.png', await checkerboard(CHECKERBOARD), 'image/png');
      server.put('/broken.jpg', noise.subarray(0, 300), 'image/jpeg');
    });
    await use(harness);
  },
  open: async ({ host: { server, pages } }, use) => {
    await use(async (url = '/grey.png', size = PHOTO, ratio = 1) => {
      const page = await pages.open({ viewport: VIEWPORT, deviceScaleFactor: ratio });
      await page.evaluate(
        ({ url, size }) => window.harness?.core.openPhoto({ id: url, size, url }),
        { url, size },
      );
      const canvas = canvasPage(page, server, size);
      await canvas.frames();
      return canvas;
    });
    await pages.takeBack();
  },
});

export function plainPng(size: Size, background: string): Promise<Buffer> {
  return sharp({ create: { ...size, channels: 3, background } })
    .png()
    .toBuffer();
}

/** Alternates black and white pixels: the hardest picture to scale down. */
function checkerboard(size: Size): Promise<Buffer> {
  const pixels = Buffer.alloc(size.width * size.height);
  for (let y = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++) pixels[y * size.width + x] = (x + y) % 2 === 0 ? 0 : 255;
  }
  return sharp(pixels, { raw: { ...size, channels: 1 } })
    .png()
    .toBuffer();
}

function canvasPage(page: Page, server: HarnessServer, photo: Size): CanvasPage {
  async function frames(): Promise<void> {
    await page.evaluate(async () => {
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    });
  }

  return {
    page,
    server,
    frames,
    snapshot: () =>
      page.evaluate(() => {
        const value = window.harness?.core.getSnapshot();
        if (value === undefined) throw new Error('The harness is missing.');
        return value;
      }),
    async drag(points, button = 'left') {
      const [first, ...rest] = points;
      if (first === undefined) return;
      await page.mouse.move(first.x, first.y);
      await page.mouse.down({ button });
      for (const point of rest) await page.mouse.move(point.x, point.y);
      await page.mouse.up({ button });
      await frames();
    },
    async zoom(factor) {
      await page.evaluate((factor) => {
        window.harness?.core.picture.viewport.zoomToActualSize();
        window.harness?.core.picture.viewport.zoomBy(factor);
      }, factor);
      await frames();
    },
    setSize: (tool, size) =>
      page.evaluate(({ tool, size }) => window.harness?.core.tools.setSize(tool, size), {
        tool,
        size,
      }),
    setTool: (tool) => page.evaluate((name) => window.harness?.core.tools.setTool(name), tool),
    async undo() {
      await page.evaluate(() => void window.harness?.core.history.undo());
      await frames();
    },
    async redo() {
      await page.evaluate(() => void window.harness?.core.history.redo());
      await frames();
    },
    async paintedPixels() {
      const tiles = await page.evaluate(() =>
        (window.harness?.core.mask.packed() ?? []).map(({ column, row, bits }) => ({
          column,
          row,
          bits: btoa(String.fromCharCode(...(bits ?? []))),
        })),
      );
      const pixels = Buffer.alloc(photo.width * photo.height);
      for (const tile of tiles) unpackInto(pixels, photo, tile);
      return pixels;
    },
    async settled() {
      await page.mouse.move(2, 2);
      await frames();
      return this.screen();
    },
    async screen() {
      const { data, info } = await sharp(await page.screenshot())
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      const ratio = info.width / VIEWPORT.width;
      return {
        at(point) {
          const index =
            (Math.floor(point.y * ratio) * info.width + Math.floor(point.x * ratio)) * 3;
          return [data[index] ?? 0, data[index + 1] ?? 0, data[index + 2] ?? 0];
        },
      };
    },
  };
}

/** Unpacks independently of the code under test, so that a mistake is not repeated. */
function unpackInto(
  pixels: Buffer,
  photo: Size,
  tile: { readonly column: number; readonly row: number; readonly bits: string },
): void {
  const bits = Buffer.from(tile.bits, 'base64');
  for (let index = 0; index < bits.length * 8; index++) {
    if (((bits[index >> 3] ?? 0) & (0x80 >> (index & 7))) === 0) continue;
    const x = tile.column * 256 + (index & 255);
    const y = tile.row * 256 + (index >> 8);
    if (x >= photo.width || y >= photo.height) throw new Error('Painted outside the photo.');
    pixels[y * photo.width + x] = 255;
  }
}

/** @param numbers x and y in turn */
export function points(...numbers: readonly number[]): readonly Point[] {
  return numbers.flatMap((x, index) =>
    index % 2 === 0 ? [{ x, y: numbers[index + 1] ?? x }] : [],
  );
}

export function toPhoto({ view }: CanvasSnapshot, at: Point): Point {
  return { x: (at.x - view.x) / view.scale, y: (at.y - view.y) / view.scale };
}

export function toScreen({ view }: CanvasSnapshot, at: Point): Point {
  return { x: at.x * view.scale + view.x, y: at.y * view.scale + view.y };
}

/** True if the pixel is tinted by the mask. */
export function isTinted([red, green]: readonly [number, number, number]): boolean {
  return red - green > 40;
}
