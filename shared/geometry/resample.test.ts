import sharp from 'sharp';
import { expect, it } from 'vitest';
import { resample, sourceSpan, type ResampleAxis, type ResampleKernel } from './resample.ts';

const WIDTH = 24;
const HEIGHT = 16;
const photo = Uint8ClampedArray.from({ length: WIDTH * HEIGHT * 4 }, (_, index) =>
  index % 4 === 3 ? 255 : 40 + ((index * 7919) % 160),
);

function axisFor(length: number, result: number, first: number, count: number): ResampleAxis {
  return { scale: length / result, offset: 0, first, count, length };
}

/** A part of the enlarged picture. */
function enlarged(
  kernel: ResampleKernel,
  times: number,
  part: readonly [number, number, number, number],
  source = photo,
) {
  const [x, y, width, height] = part;
  const across = axisFor(WIDTH, WIDTH * times, x, width);
  const down = axisFor(HEIGHT, HEIGHT * times, y, height);
  const columns = sourceSpan(across, kernel);
  const rows = sourceSpan(down, kernel);
  const data = new Uint8ClampedArray(columns.count * rows.count * 4);
  for (let row = 0; row < rows.count; row++) {
    const from = ((rows.start + row) * WIDTH + columns.start) * 4;
    data.set(source.subarray(from, from + columns.count * 4), row * columns.count * 4);
  }
  const rect = { x: columns.start, y: rows.start, width: columns.count, height: rows.count };
  return resample({ data, rect }, across, down, kernel);
}

it.each(['nearest', 'bicubic', 'lanczos'] as const)(
  '%s keeps every pixel of the original at its centre, even in a crop',
  (kernel) => {
    const [left, top, width, height] = [15, 12, 45, 30] as const;
    const own = enlarged(kernel, 3, [left, top, width, height]);
    for (let y = 1; y < height; y += 3) {
      for (let x = 1; x < width; x += 3) {
        const from = ((top + y - 1) / 3) * WIDTH + (left + x - 1) / 3;
        const to = y * width + x;
        expect(own.subarray(to * 4, to * 4 + 4)).toEqual(photo.subarray(from * 4, from * 4 + 4));
      }
    }
  },
);

it('bicubic and Lanczos interpolate a slope like the imaging library', async () => {
  const slope = Uint8ClampedArray.from({ length: WIDTH * HEIGHT * 4 }, (_, index) =>
    index % 4 === 3 ? 255 : 10 * (Math.floor(index / 4) % WIDTH),
  );
  const library = await sharp(slope, { raw: { width: WIDTH, height: HEIGHT, channels: 4 } })
    .resize(WIDTH * 4, HEIGHT * 4, { kernel: 'cubic', fit: 'fill' })
    .raw()
    .toBuffer();
  for (const kernel of ['bicubic', 'lanczos'] as const) {
    const own = enlarged(kernel, 4, [16, 8, 60, 40], slope);
    for (let x = 0; x < 60; x++) {
      const there = library[(8 * WIDTH * 4 + 16 + x) * 4] ?? 0;
      expect(Math.abs(there - (own[x * 4] ?? 0))).toBeLessThanOrEqual(2);
    }
  }
});

it('extends the outermost pixels beyond the edges', () => {
  const whole = enlarged('lanczos', 3, [0, 0, WIDTH * 3, HEIGHT * 3]);
  expect(whole.every((value, index) => index % 4 !== 3 || value === 255)).toBe(true);
  const corner = enlarged('nearest', 3, [0, 0, 3, 3]);
  expect([...corner.subarray(0, 4)]).toEqual([...photo.subarray(0, 4)]);
});
