import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import type { Rect } from '../../../../../shared/geometry/rect.ts';
import { planTextTiles, reducedSize } from '../../../../../shared/geometry/text-tiles.ts';
import { pixelSet } from '../../../../testing/masks.ts';
import { noise, pngOf } from '../../../../testing/pictures.ts';
import { applyPatches, type PatchPicture } from './apply-patches.ts';
import { readPixels, type PhotoSource } from '../reading/photo-pixels.ts';
import { readSent } from '../sent/region-picture.ts';
import { createImagingBench } from '../testing/imaging-bench.ts';
import { textOverlay } from './text-overlay.ts';

const bench = createImagingBench();

type Open = PhotoSource & { readonly width: number; readonly height: number };

/** A photograph of soft shapes with grain, and bars in place of letters. */
async function photoWithText(width: number, height: number, bars: readonly Rect[]): Promise<Open> {
  const grain = noise(width, height, 3) as Uint8Array;
  const samples = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const soft = 120 + 60 * Math.sin(x / 37) * Math.cos(y / 53);
      const isBar = bars.some(
        (bar) => x >= bar.x && y >= bar.y && x < bar.x + bar.width && y < bar.y + bar.height,
      );
      for (let channel = 0; channel < 3; channel++) {
        const at = (y * width + x) * 3 + channel;
        samples[at] = isBar ? 20 : soft + ((grain[at] ?? 0) % 9) - 4;
      }
    }
  }
  return bench.open(await pngOf(samples, width, height, 3));
}

/** An answer: the sent picture with the bars filled, encoded as the service likes. */
async function answerTo(
  source: Open,
  region: Rect,
  bars: readonly Rect[],
  encode: (picture: Sharp) => Sharp,
  size = { width: region.width, height: region.height },
): Promise<string> {
  const samples = Uint8Array.from(await readSent(source, region, [], size));
  const [across, down] = [size.width / region.width, size.height / region.height];
  for (let y = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++) {
      const px = region.x + x / across;
      const py = region.y + y / down;
      const isBar = bars.some(
        (bar) =>
          px >= bar.x - 1 &&
          py >= bar.y - 1 &&
          px < bar.x + bar.width + 1 &&
          py < bar.y + bar.height + 1,
      );
      if (isBar) samples.fill(120, (y * size.width + x) * 3, (y * size.width + x) * 3 + 3);
    }
  }
  const raw = { width: size.width, height: size.height, channels: 3 } as const;
  return bench.put(await encode(sharp(samples, { raw })).toBuffer());
}

const BARS: readonly Rect[] = [
  { x: 60, y: 40, width: 40, height: 3 },
  { x: 60, y: 50, width: 3, height: 30 },
  { x: 140, y: 100, width: 5, height: 5 },
];

const ENCODINGS: Readonly<Record<string, (picture: Sharp) => Sharp>> = {
  png: (picture) => picture.png(),
  'jpeg of quality 75': (picture) => picture.jpeg({ quality: 75 }),
  'webp of quality 80': (picture) => picture.webp({ quality: 80 }),
};

describe('the changed pixels of an answer', () => {
  for (const [name, encode] of Object.entries(ENCODINGS)) {
    it(`are found and nothing else: ${name}`, async () => {
      const source = await photoWithText(220, 160, BARS);
      const region = { x: 10, y: 10, width: 200, height: 140 };
      const path = await answerTo(source, region, BARS, encode);
      const tile = { region, core: region };
      const overlay = await textOverlay(path, tile, source, [], false);
      const found = pixelSet(overlay?.tiles ?? []);
      for (const bar of BARS) {
        for (let y = bar.y; y < bar.y + bar.height; y++) {
          for (let x = bar.x; x < bar.x + bar.width; x++) expect(found.has(`${x},${y}`)).toBe(true);
        }
      }
      for (const pixel of found) {
        const [x = 0, y = 0] = pixel.split(',').map(Number);
        const distances = BARS.map((bar) =>
          Math.max(bar.x - x, x - (bar.x + bar.width - 1), bar.y - y, y - (bar.y + bar.height - 1)),
        );
        expect(Math.min(...distances), pixel).toBeLessThanOrEqual(10);
      }
    });

    it(`are none when the picture came back unchanged: ${name}`, async () => {
      const source = await photoWithText(220, 160, BARS);
      const region = { x: 0, y: 0, width: 220, height: 160 };
      const path = await answerTo(source, region, [], encode);
      const tile = { region, core: region };
      expect(await textOverlay(path, tile, source, [], false)).toBeUndefined();
    });
  }

  it('leave every byte outside of them and their feather unchanged', async () => {
    const source = await photoWithText(220, 160, BARS);
    const region = { x: 0, y: 0, width: 220, height: 160 };
    const path = await answerTo(
      source,
      region,
      BARS,
      ENCODINGS['jpeg of quality 75'] ?? ((p) => p),
    );
    const overlay = await textOverlay(path, { region, core: region }, source, [], false);
    if (overlay === undefined) throw new Error('nothing changed');
    const before = await readPixels(source);
    const after = await readPixels(source);
    await applyPatches(after, region, [await patchOf(overlay)]);
    const found = [...pixelSet(overlay.tiles)].map((pixel) => pixel.split(',').map(Number));
    for (let index = 0; index < 220 * 160; index++) {
      const isSame = [0, 1, 2].every(
        (c) => before.data[index * 3 + c] === after.data[index * 3 + c],
      );
      if (isSame) continue;
      const [x, y] = [index % 220, Math.floor(index / 220)];
      const isNear = found.some(([fx = 0, fy = 0]) => Math.hypot(fx - x, fy - y) <= 3);
      expect(isNear, `${x},${y}`).toBe(true);
    }
  });

  it('of a reduced picture are placed on the photo at its own size', async () => {
    const bars = [{ x: 800, y: 600, width: 300, height: 60 }];
    const source = await photoWithText(2048, 1536, bars);
    const region = { x: 0, y: 0, width: 2048, height: 1536 };
    const path = await answerTo(source, region, bars, (p) => p.png(), reducedSize(region));
    const overlay = await textOverlay(path, { region, core: region }, source, [], true);
    const { rect, png } = overlay ?? { rect: region, png: new Uint8Array() };
    expect(rect.x).toBeGreaterThan(760);
    expect(rect.x).toBeLessThanOrEqual(800);
    expect(rect.x + rect.width).toBeGreaterThanOrEqual(1100);
    expect(rect.x + rect.width).toBeLessThan(1140);
    expect(await sharp(png).metadata()).toMatchObject({ width: rect.width, height: rect.height });
  });
});

describe('tiles of a large box', () => {
  it('show no seam and no text, whichever is on top', async () => {
    const bars = [{ x: 100, y: 30, width: 1500, height: 8 }];
    const source = await photoWithText(1700, 90, bars);
    const box = { x: 0, y: 0, width: 1700, height: 90 };
    const tiles = planTextTiles([box], source);
    expect(tiles).toHaveLength(2);
    const patches: PatchPicture[] = [];
    for (const tile of tiles) {
      const path = await answerTo(source, tile.region, bars, (p) => p.png());
      const overlay = await textOverlay(path, tile, source, [], false);
      if (overlay === undefined) throw new Error('nothing changed');
      patches.push(await patchOf(overlay));
    }
    for (const order of [patches, patches.toReversed()]) {
      const picture = await readPixels(source);
      await applyPatches(picture, box, order);
      for (let x = 110; x < 1590; x++) {
        const value = picture.data[(34 * 1700 + x) * 3] ?? 0;
        expect(Math.abs(value - 120), `x ${x}`).toBeLessThanOrEqual(1);
      }
    }
  });
});

async function patchOf({ rect, png }: { rect: Rect; png: Uint8Array }): Promise<PatchPicture> {
  return { rect, overlayPath: await bench.put(png) };
}
