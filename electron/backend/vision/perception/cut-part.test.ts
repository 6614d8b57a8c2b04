import sharp from 'sharp';
import { expect, it } from 'vitest';
import { cutPart, deviations } from './cut-part.ts';

const WIDTH = 90;
const rgb = Uint8Array.from({ length: WIDTH * 60 * 3 }, (_none, index) => (index * index) % 251);
const picture = { rgb, width: WIDTH, height: 60 };
const part = { x: 13, y: 7, width: 50, height: 40 };
const bySharp = () =>
  sharp(rgb, { raw: { width: WIDTH, height: 60, channels: 3 } }).extract({
    left: part.x,
    top: part.y,
    width: part.width,
    height: part.height,
  });

it('cuts the same pixels as the image library, and repeats the last ones', async () => {
  const exact = await bySharp().raw().toBuffer();
  expect(Buffer.from(cutPart(picture, part, part).rgb).equals(exact)).toBe(true);
  const extended = await bySharp()
    .extend({ right: 14, bottom: 24, extendWith: 'copy' })
    .raw()
    .toBuffer();
  const cut = cutPart(picture, part, { width: 64, height: 64 });
  expect(cut).toMatchObject({ width: 64, height: 64 });
  expect(Buffer.from(cut.rgb).equals(extended)).toBe(true);
});

it('measures how much the colours of a crop differ', async () => {
  const raw = { width: part.width, height: part.height, channels: 3 } as const;
  const { channels } = await sharp(await bySharp().raw().toBuffer(), { raw }).stats();
  for (const [index, deviation] of deviations(picture, part).entries()) {
    expect(deviation).toBeCloseTo(channels[index]?.stdev ?? Number.NaN, 6);
  }
  const plain = { rgb: new Uint8Array(WIDTH * 60 * 3).fill(80), width: WIDTH, height: 60 };
  expect(deviations(plain, part)).toEqual([0, 0, 0]);
});
