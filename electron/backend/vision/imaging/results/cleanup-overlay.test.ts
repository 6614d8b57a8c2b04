/** Tests that outside the ring not one byte of a picture of noise changes, wherever the mask is. */
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { planRegion } from '../../../../../shared/geometry/regions.ts';
import { unionRects, type Rect } from '../../../../../shared/geometry/rect.ts';
import { tilesOf } from '../../../../testing/masks.ts';
import { noise, pngOf } from '../../../../testing/pictures.ts';
import { cleanupOverlay, sentMask } from './cleanup-overlay.ts';
import { composed, createImagingBench, samplesAt } from '../testing/imaging-bench.ts';
import { HEIGHT, plain, WIDTH } from '../testing/picture-kinds.ts';

const bench = createImagingBench();

/** Painted boxes at every border and corner, in the middle, and all over. */
const PLACES: readonly Rect[] = [0, 1, 2].flatMap((row) =>
  [0, 1, 2].map((column) => ({
    x: [0, 57, WIDTH - 9][column] ?? 0,
    y: [0, 41, HEIGHT - 7][row] ?? 0,
    width: 9,
    height: 7,
  })),
);

describe('a result with a feather', () => {
  it.each([
    [3, 8],
    [4, 16],
  ] as const)(
    'leaves the photo unchanged outside the ring: %i channels of %i bits',
    async (channels, depth) => {
      const { file, expected } = await plain('', channels, depth).make();
      const source = await bench.open(file);
      for (const margin of [1, 6, 25]) {
        for (const painted of PLACES) {
          const region = planRegion(painted, source);
          const edge = { margin, matchColors: false };
          const saved = await bench.cleanUpAndSave(source, region, [painted], { edge });
          const got = await samplesAt(saved.path, depth);
          const wanted = composed(expected, region, saved.alpha, saved.answer);
          expect(Buffer.compare(Buffer.from(got.buffer), Buffer.from(wanted.buffer))).toBe(0);
          let changed: Rect = { x: 0, y: 0, width: 0, height: 0 };
          for (let index = 0; index < WIDTH * HEIGHT; index++) {
            const at = index * channels;
            const isSame = [0, 1, 2, 3].every((channel) => {
              if (channel >= channels) return true;
              return got[at + channel] === expected.data[at + channel];
            });
            if (isSame) continue;
            const pixel = { x: index % WIDTH, y: Math.floor(index / WIDTH), width: 1, height: 1 };
            changed = unionRects(changed, pixel);
            if (distanceTo(painted, pixel) > margin) throw new Error('changed outside the ring');
          }
          expect(changed.width).toBeGreaterThan(painted.width - 2);
        }
      }
    },
  );

  it('ends at the region, whatever the ring', async () => {
    const { file, expected } = await plain('', 3, 8).make();
    const region = { x: 20, y: 20, width: 30, height: 20 };
    const painted = { x: 20, y: 20, width: 30, height: 5 };
    const edge = { margin: 64, matchColors: false };
    const saved = await bench.cleanUpAndSave(await bench.open(file), region, [painted], { edge });
    expect(saved.patch.rect).toEqual(region);
    const wanted = composed(expected, region, saved.alpha, saved.answer);
    expect(await samplesAt(saved.path, 8)).toEqual(wanted);
  });

  it('takes only its own pixels, though pixels of other regions are sent as painted too', async () => {
    const { file } = await plain('', 3, 8).make();
    const source = await bench.open(file);
    const region = { x: 0, y: 0, width: 80, height: 60 };
    const own = { x: 30, y: 20, width: 10, height: 10 };
    const other = { x: 60, y: 20, width: 10, height: 10 };
    const part = { region, painted: own, tiles: tilesOf(own), others: tilesOf(other) };
    const mask = sentMask(part, 3);
    const at = (x: number, y: number) => mask[y * region.width + x];
    expect([at(27, 25), at(26, 25), at(57, 25), at(56, 25)]).toEqual([255, 0, 255, 0]);
    const answer = await bench.put(await pngOf(noise(80, 60, 3), 80, 60, 3));
    const edge = { margin: 3, matchColors: false };
    const { rect, png } = await cleanupOverlay(answer, part, edge, source, () => []);
    expect(rect).toEqual({ x: 27, y: 17, width: 16, height: 16 });
    const { data } = await sharp(png).raw().toBuffer({ resolveWithObject: true });
    expect(data[3], 'the corner of the box is farther than the ring').toBe(0);
  });
});

describe('matching the colours', () => {
  const region = { x: 5, y: 5, width: 110, height: 80 };
  const painted = { x: 50, y: 40, width: 12, height: 9 };

  it('corrects a shift of the whole answer, and leaves an answer without one unchanged', async () => {
    const samples = (noise(WIDTH, HEIGHT, 3) as Uint8Array).map((value) => 60 + value / 4);
    const source = await bench.open(await pngOf(samples, WIDTH, HEIGHT, 3));
    const edge = { margin: 4, matchColors: true };
    const exact = await cut(source.path, region);
    for (const shift of [(value: number) => value, (value: number) => value * 1.1 + 7]) {
      const shifted = exact.map((value) => Math.round(shift(value)));
      const answer = await bench.put(await pngOf(shifted, region.width, region.height, 3));
      const part = { region, painted, tiles: tilesOf(painted), others: [] };
      const { rect, png } = await cleanupOverlay(answer, part, edge, source, () => []);
      const overlay = await sharp(png).raw().toBuffer();
      let worst = 0;
      for (let y = 0; y < rect.height; y++) {
        for (let x = 0; x < rect.width; x++) {
          const index = (y * rect.width + x) * 4;
          if (overlay[index + 3] !== 255) continue;
          const from = ((rect.y - region.y + y) * region.width + rect.x - region.x + x) * 3;
          for (let channel = 0; channel < 3; channel++) {
            const difference = (overlay[index + channel] ?? 0) - (exact[from + channel] ?? 0);
            worst = Math.max(worst, Math.abs(difference));
          }
        }
      }
      expect(worst).toBeLessThanOrEqual(1);
    }
  });

  it('changes nothing when there is nothing to compare with', async () => {
    const source = await bench.open(await pngOf(noise(WIDTH, HEIGHT, 3), WIDTH, HEIGHT, 3));
    const part = { region: painted, painted, tiles: tilesOf(painted), others: [] };
    const samples = noise(painted.width, painted.height, 3, 8, 9);
    const answer = await bench.put(await pngOf(samples, painted.width, painted.height, 3));
    const edge = { margin: 4, matchColors: true };
    const { png } = await cleanupOverlay(answer, part, edge, source, () => []);
    const overlay = await sharp(png).removeAlpha().raw().toBuffer();
    expect(new Uint8Array(overlay)).toEqual(samples);
  });
});

/** Pixels from a pixel to the nearest one of a box. */
function distanceTo(box: Rect, { x, y }: Rect): number {
  const dx = Math.max(box.x - x, 0, x - (box.x + box.width - 1));
  const dy = Math.max(box.y - y, 0, y - (box.y + box.height - 1));
  return Math.hypot(dx, dy);
}

async function cut(path: string, { x, y, width, height }: Rect): Promise<Uint8Array> {
  const picture = sharp(path).extract({ left: x, top: y, width, height });
  return new Uint8Array(await picture.removeAlpha().raw().toBuffer());
}
