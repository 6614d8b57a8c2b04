import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { readJpegSize } from './jpeg-size.ts';

function photo(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: '#345' } });
}

describe('the size of a JPEG', () => {
  it('is that of the upright picture, for any orientation and frame type', async () => {
    for (const progressive of [false, true]) {
      for (let orientation = 1; orientation <= 8; orientation++) {
        const bytes = await photo(37, 21)
          .withMetadata({ orientation, density: 300 })
          .withIccProfile('p3')
          .jpeg({ progressive })
          .toBuffer();
        const turned = orientation >= 5;
        expect(readJpegSize(bytes)).toEqual(
          turned ? { width: 21, height: 37 } : { width: 37, height: 21 },
        );
      }
    }
  });

  it('is unknown for other files and a beginning that is too short', async () => {
    expect(readJpegSize(await photo(9, 9).png().toBuffer())).toBeUndefined();
    expect(readJpegSize(new Uint8Array())).toBeUndefined();
    const bytes = await photo(9, 9).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    for (let length = 0; length < 60; length++) {
      expect(readJpegSize(bytes.subarray(0, length))).toBeUndefined();
    }
  });
});
