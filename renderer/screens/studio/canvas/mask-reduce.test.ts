import { expect, it } from 'vitest';
import * as fc from 'fast-check';
import { MASK_TILE, unpackTile } from '../../../../shared/mask/mask-tiles.ts';
import { createMaskBitmap } from './mask-bitmap.ts';
import { rasteriseSegment } from './rasteriser.ts';
import { reduceTile } from './mask-reduce.ts';
import { bitsOfWords } from './mask-tile.ts';

it('a downscaled mask tile has the share of painted pixels as its alpha, at every level', () => {
  const point = fc.record({
    x: fc.integer({ min: 0, max: 256 }),
    y: fc.integer({ min: 0, max: 256 }),
  });
  fc.assert(
    fc.property(
      point,
      point,
      fc.integer({ min: 1, max: 150 }),
      fc.integer({ min: 0, max: 5 }),
      (from, to, diameter, level) => {
        const bitmap = createMaskBitmap({ width: 256, height: 256 });
        bitmap.beginEdit();
        bitmap.paintSpans((span) => rasteriseSegment(from, to, diameter, bitmap.size, span), 255);
        bitmap.commitEdit();
        const tile = bitmap.tile(0, 0);
        fc.pre(tile !== undefined);
        const pixels = unpackTile(bitsOfWords(tile.words));
        const side = MASK_TILE.side >> level;
        const words = new Uint32Array(side * side * 2).fill(7);
        const color = 0x00_11_22_33;
        reduceTile(tile, level, { words, origin: side, stride: side * 2, color });
        const step = 1 << level;
        for (let y = 0; y < side; y++) {
          for (let x = 0; x < side; x++) {
            let sum = 0;
            for (let index = 0; index < step * step; index++) {
              const px = x * step + (index % step);
              const py = y * step + Math.floor(index / step);
              sum += pixels[py * MASK_TILE.side + px] ?? 0;
            }
            const alpha = Math.floor(sum / (step * step) + 0.5);
            const written = words[side + y * side * 2 + x];
            const expected = alpha === 0 ? 0 : color + alpha * 0x01000000;
            if (written !== expected) throw new Error(`${written} instead of ${expected}.`);
            if (words[y * side * 2 + x] !== 7) throw new Error('Written beside the tile.');
          }
        }
        expect(words.some((word) => word > 0xffffff)).toBe(true);
      },
    ),
    { numRuns: 60 },
  );
});
