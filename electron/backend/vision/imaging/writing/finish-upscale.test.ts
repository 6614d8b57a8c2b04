/** Finishes enlargements and finds damage in them, on files alone. */
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { noise, pngOf, storedSamples } from '../../../../testing/pictures.ts';
import { createImagingBench } from '../testing/imaging-bench.ts';
import type { UpscaleFinishing } from './finish-upscale.ts';
import { findInUpscale } from '../results/upscale-findings.ts';

const bench = createImagingBench();

const SMALL = { width: 40, height: 40 };
const LARGE = { width: 80, height: 80 };

/** @param original RGB or RGBA @param result RGB of twice the size */
async function orderFor(
  original: Uint8Array,
  result: Uint8Array,
  changes: Partial<UpscaleFinishing> = {},
): Promise<UpscaleFinishing> {
  const channels = original.length === 1600 * 4 ? 4 : 3;
  const photo = await pngOf(original, 40, 40, channels);
  const source = await bench.source(photo, { hasAlpha: channels === 4 });
  const answer = await pngOf(result, 80, 80, 3);
  return await bench.enlargement(photo, answer, { from: SMALL, to: LARGE, source, ...changes });
}

const finished = async (order: UpscaleFinishing): Promise<Buffer> =>
  (await storedSamples(await bench.finish(order))).data;

/** Each pixel twice in both directions, changed by a function. */
function doubled(
  original: Uint8Array,
  channels: number,
  change: (value: number, x: number, y: number, channel: number) => number = (value) => value,
): Uint8Array {
  const result = new Uint8Array(80 * 80 * 3);
  for (let index = 0; index < result.length; index++) {
    const channel = index % 3;
    const pixel = (index - channel) / 3;
    const x = pixel % 80;
    const y = (pixel - x) / 80;
    const value = original[((y >> 1) * 40 + (x >> 1)) * channels + channel] ?? 0;
    result[index] = Math.min(255, Math.max(0, change(value, x, y, channel)));
  }
  return result;
}

const photo = Uint8Array.from(noise(40, 40, 3), (value) => 60 + value / 2);

describe('finishing an enlargement', () => {
  it('restores transparency, enlarged, without the white that it was sent on', async () => {
    const rgba = new Uint8Array(1600 * 4);
    for (let index = 0; index < 1600; index++) {
      const x = index % 40;
      rgba.set([200, 30, 40, x < 16 ? 255 : x > 24 ? 0 : 255 - (x - 16) * 28], index * 4);
    }
    const sent = doubled(rgba, 4, (value, x, y) => {
      const alpha = (rgba[((y >> 1) * 40 + (x >> 1)) * 4 + 3] ?? 0) / 255;
      return Math.round(value * alpha + 255 * (1 - alpha));
    });
    const data = await finished(await orderFor(rgba, sent));
    const at = (x: number): readonly number[] =>
      Array.from(data.subarray((40 * 80 + x) * 4, (40 * 80 + x) * 4 + 4));
    expect(at(4)).toEqual([200, 30, 40, 255]);
    expect(at(78)[3]).toBe(0);
    const [red = 0, green = 255, , opacity = 0] = at(37);
    expect(opacity).toBeGreaterThan(120);
    expect(opacity).toBeLessThan(220);
    expect(Math.abs(red - 200)).toBeLessThan(20);
    expect(Math.abs(green - 30)).toBeLessThan(30);
  });

  it('corrects a colour shift in broad areas, and keeps detail', async () => {
    const shifted = doubled(photo, 3, (value, x, _y, channel) =>
      channel === 0 ? value + 10 + x / 4 : value - 8,
    );
    const plain = await finished(await orderFor(photo, shifted));
    const matched = await finished(await orderFor(photo, shifted, { matchColors: true }));
    const wanted = doubled(photo, 3);
    const meanShift = (data: Uint8Array, channel: number): number => {
      let sum = 0;
      for (let index = channel; index < data.length; index += 3) {
        sum += (data[index] ?? 0) - (wanted[index] ?? 0);
      }
      return sum / (data.length / 3);
    };
    expect(meanShift(plain, 0)).toBeGreaterThan(15);
    expect(Math.abs(meanShift(matched, 0))).toBeLessThan(1.5);
    expect(Math.abs(meanShift(matched, 1))).toBeLessThan(1.5);
    const spread = async (data: Uint8Array): Promise<number> => {
      const { channels } = await sharp(data, { raw: { ...LARGE, channels: 3 } }).stats();
      return channels[1]?.stdev ?? 0;
    };
    expect((await spread(matched)) / (await spread(plain))).toBeGreaterThan(0.95);
  });
});

describe('findings about an enlargement', () => {
  it('are none for a sound one', async () => {
    const found = await findInUpscale(await orderFor(photo, doubled(photo, 3)));
    expect(found).toEqual({ border: null, flat: [], black: [] });
  });

  it('name black and flat areas where the original has detail', async () => {
    const broken = doubled(photo, 3, (value, x, y) =>
      x < 32 && y < 32 ? 0 : x >= 32 && x < 64 && y >= 32 && y < 64 ? 127 : value,
    );
    const { black, flat } = await findInUpscale(await orderFor(photo, broken));
    expect(black).toEqual([{ x: 0, y: 0, width: 0.4, height: 0.4 }]);
    expect(flat).toEqual([{ x: 0.4, y: 0.4, width: 0.4, height: 0.4 }]);
  });

  it('name a black border, but not a black frame of the photo itself', async () => {
    const border = doubled(photo, 3, (value, x) => (x < 3 || x > 75 ? 0 : value));
    expect((await findInUpscale(await orderFor(photo, border))).border).toEqual({
      left: 3,
      top: 0,
      right: 4,
      bottom: 0,
    });
    const framed = photo.map((value, index) => (Math.floor(index / 3) % 40 < 2 ? 0 : value));
    expect((await findInUpscale(await orderFor(framed, doubled(framed, 3)))).border).toBeNull();
  });
});
