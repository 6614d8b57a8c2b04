import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeMaskTiles, encodeMaskTiles, MASK_TILE, packTile, unpackTile } from './mask-tiles.ts';

const place = fc.record({ column: fc.nat(65_535), row: fc.nat(65_535) });
const bits = fc
  .array(fc.tuple(fc.nat(MASK_TILE.packedBytes - 1), fc.nat(255)), { minLength: 1, maxLength: 20 })
  .map((bytes) => {
    const packed = new Uint8Array(MASK_TILE.packedBytes);
    for (const [index, byte] of bytes) packed[index] = byte;
    return packed;
  });
const tiles = fc.array(
  fc
    .tuple(place, fc.option(bits, { nil: undefined }))
    .map(([at, content]) => ({ ...at, bits: content })),
  { maxLength: 6 },
);

describe('mask tiles', () => {
  it('survive a round trip at any offset in a buffer', () => {
    fc.assert(
      fc.property(tiles, fc.nat(9), (sent, offset) => {
        const encoded = encodeMaskTiles(sent);
        const buffer = new Uint8Array(offset + encoded.length + 3);
        buffer.set(encoded, offset);
        const view = buffer.subarray(offset, offset + encoded.length);
        expect(decodeMaskTiles(view)).toEqual(sent);
      }),
      { numRuns: 60 },
    );
  });

  it('pack to one bit a pixel and back', () => {
    fc.assert(
      fc.property(bits, (packed) => {
        const pixels = unpackTile(packed);
        expect(pixels.every((value) => value === 0 || value === 255)).toBe(true);
        const isEmpty = packed.every((byte) => byte === 0);
        expect(packTile(pixels)).toEqual(isEmpty ? undefined : packed);
      }),
      { numRuns: 40 },
    );
  });

  it('put the first pixel of a row into the most significant bit', () => {
    const pixels = new Uint8Array(MASK_TILE.bytes);
    pixels[0] = 255;
    pixels[256 + 9] = 255;
    const packed = packTile(pixels);
    expect([packed?.[0], packed?.[32], packed?.[33]]).toEqual([0x80, 0, 0x40]);
  });

  it('count a pixel as painted from half coverage', () => {
    const pixels = new Uint8Array(MASK_TILE.bytes).fill(127);
    expect(packTile(pixels)).toBeUndefined();
    pixels[5] = 128;
    expect(packTile(pixels)?.[0]).toBe(0b0000_0100);
  });

  it('are refused when they are truncated, have a wrong beginning or an unknown flag', () => {
    const content = new Uint8Array(MASK_TILE.packedBytes).fill(1);
    const good = encodeMaskTiles([
      { column: 1, row: 2, bits: content },
      { column: 3, row: 4, bits: undefined },
    ]);
    const first = 4 + 5 + MASK_TILE.packedBytes;
    const ends = new Set([4, first, good.length]);
    for (let length = 0; length < good.length; length += length < 20 ? 1 : 97) {
      if (ends.has(length)) continue;
      expect(() => decodeMaskTiles(good.subarray(0, length)), String(length)).toThrow(RangeError);
    }
    expect(() => decodeMaskTiles(new TextEncoder().encode('<html>'))).toThrow(RangeError);
    const flagged = good.slice();
    flagged[8] = 2;
    expect(() => decodeMaskTiles(flagged)).toThrow(RangeError);
  });
});
