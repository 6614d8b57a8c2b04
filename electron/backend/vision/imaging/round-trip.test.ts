/** From a file over region and answer to the saved file, no pixel outside the mask changes. */
import * as fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { byDepth } from '../../../testing/depth.ts';
import { startScriptedBackend } from '../../../testing/scripted-backend.ts';
import { containsRect, rectOfSize } from '../../../../shared/geometry/rect.ts';
import { composed, createImagingBench, samplesAt } from './testing/imaging-bench.ts';
import { HEIGHT, KINDS, rgb, samplesOf } from './testing/picture-kinds.ts';

const bench = createImagingBench();

/** A region of the photo and painted boxes in it, borders and corners preferred. */
function paintings(width: number, height: number) {
  const span = (limit: number) =>
    fc
      .tuple(fc.oneof(fc.constant(0), fc.nat(limit - 1)), fc.integer({ min: 1, max: limit }))
      .map(([start, length]) => ({ start, length: Math.min(length, limit - start) }));
  return fc.tuple(span(width), span(height)).chain(([across, down]) => {
    const region = { x: across.start, y: down.start, width: across.length, height: down.length };
    const box = fc.tuple(span(region.width), span(region.height)).map(([a, d]) => ({
      x: region.x + a.start,
      y: region.y + d.start,
      width: Math.min(a.length, 40),
      height: Math.min(d.length, 40),
    }));
    return fc.record({
      region: fc.constant(region),
      painted: fc.array(box, { minLength: 1, maxLength: 3 }),
    });
  });
}

describe('a clean-up saved as PNG', () => {
  for (const kind of KINDS) {
    it(`changes nothing outside the mask: ${kind.name}`, async () => {
      const { file, expected } = await kind.make();
      const source = await bench.open(file);
      expect([source.width, source.height]).toEqual([expected.width, expected.height]);
      expect(source.hasAlpha).toBe(expected.channels === 4);
      await fc.assert(
        fc.asyncProperty(
          paintings(expected.width, expected.height),
          async ({ region, painted }) => {
            expect(containsRect(rectOfSize(source), region)).toBe(true);
            const { path, answer, alpha } = await bench.cleanUpAndSave(source, region, painted);
            const depth = expected.data instanceof Uint16Array ? 16 : 8;
            const saved = await samplesAt(path, depth);
            const wanted = composed(expected, region, alpha, answer);
            expect(Buffer.compare(Buffer.from(saved.buffer), Buffer.from(wanted.buffer))).toBe(0);
          },
        ),
        { numRuns: byDepth(3, 8) },
      );
    });
  }

  it('converts CMYK to sRGB once and keeps it', async () => {
    const file = await rgb().withIccProfile('cmyk').jpeg({ quality: 95 }).toBuffer();
    const source = await bench.open(file);
    expect(source).toMatchObject({ isCmyk: true });
    const reference = await sharp(file).toColourspace('srgb').raw().toBuffer();
    const region = { x: 0, y: 0, width: 60, height: HEIGHT };
    const painted = { x: 0, y: 90, width: 9, height: 7 };
    const { path, answer, alpha } = await bench.cleanUpAndSave(source, region, [painted]);
    const expected = samplesOf(new Uint8Array(reference), 3);
    expect(await samplesAt(path, 8)).toEqual(composed(expected, region, alpha, answer));
    expect(await sharp(path).metadata()).toMatchObject({ space: 'srgb', hasProfile: false });
  });
});

const TELLING = new Set(['16-bit RGB PNG', 'PNG with EXIF orientation 6', 'P3 JPEG']);
it.each(KINDS.filter(({ name }) => TELLING.has(name)))(
  'changes nothing outside the mask from import to saved file: $name',
  async ({ make }) => {
    const { file, expected } = await make();
    const { fixture } = await startScriptedBackend();
    const { id: photoId } = await fixture.importPhoto(file);
    const painted = { x: 30, y: 70, width: 20, height: 9 };
    await fixture.paint(photoId, painted);
    await fixture.client().settings.update({ margin: 0, matchColors: false });
    expect(await fixture.cleanUp(photoId)).toMatchObject({ state: 'done' });
    const path = await fixture.savePng(photoId);
    const saved = await samplesAt(path, expected.data instanceof Uint16Array ? 16 : 8);
    expect(saved).toHaveLength(expected.data.length);
    const changed = new Set<boolean>();
    for (const [index, value] of saved.entries()) {
      if (value === expected.data[index]) continue;
      const [x, y] = [
        Math.floor(index / 3) % expected.width,
        Math.floor(index / 3 / expected.width),
      ];
      changed.add(containsRect(painted, { x, y, width: 1, height: 1 }));
    }
    expect([...changed], 'inside alone').toEqual([true]);
    const { icc, orientation = 1 } = await sharp(path).metadata();
    expect(orientation).toBe(1);
    expect(icc).toEqual((await sharp(file).metadata()).icc);
  },
);
