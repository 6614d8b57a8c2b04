import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coverRect, mirrorTiles } from './padding-tiles.ts';
import { rectArea } from './rect.ts';
import {
  hasSameRatio,
  likelyFrame,
  sentPicture,
  sentToPhoto,
  shareCutOff,
  useOfFrame,
} from './working-frame.ts';

const side = fc.integer({ min: 1, max: 6000 });
const sizes = fc.record({ width: side, height: side });
const LANDSCAPE = { width: 1024, height: 576 };

describe('the frame of a clip', () => {
  it('has the orientation of the picture, and is landscape for a square one', () => {
    expect(likelyFrame({ width: 300, height: 200 })).toEqual(LANDSCAPE);
    expect(likelyFrame({ width: 200, height: 300 })).toEqual({ width: 576, height: 1024 });
    expect(likelyFrame({ width: 300, height: 300 })).toEqual(LANDSCAPE);
  });

  it('crops the largest part of its shape, in the middle', () => {
    const square = { width: 2000, height: 2000 };
    const { used, output } = useOfFrame(square, 'CROP_TO_ASPECT_RATIO', LANDSCAPE);
    expect(output).toEqual(LANDSCAPE);
    expect(used).toEqual({ x: 0, y: 437.5, width: 2000, height: 1125 });
    expect(shareCutOff(used, square)).toBeCloseTo(0.4375);
  });

  it('reduces a picture and never enlarges it when keeping the shape', () => {
    const keep = (width: number, height: number) =>
      useOfFrame({ width, height }, 'ORIGINAL_RESOLUTION', LANDSCAPE).output;
    expect(keep(2048, 1386)).toEqual({ width: 850, height: 576 });
    expect(keep(400, 300)).toEqual({ width: 400, height: 300 });
    expect(keep(4000, 100)).toEqual({ width: 1024, height: 24 });
  });

  it('crops any picture inside itself to the shape of the frame', () => {
    fc.assert(
      fc.property(sizes, (sent) => {
        const frame = likelyFrame(sent);
        const { used } = useOfFrame(sent, 'CROP_TO_ASPECT_RATIO', frame);
        expect(used.x).toBeGreaterThanOrEqual(-1e-9);
        expect(used.y).toBeGreaterThanOrEqual(-1e-9);
        expect(used.x + used.width).toBeLessThanOrEqual(sent.width + 1e-6);
        expect(used.y + used.height).toBeLessThanOrEqual(sent.height + 1e-6);
        expect(used.width / used.height).toBeCloseTo(frame.width / frame.height, 6);
      }),
    );
  });
});

describe('the picture that is sent for a clip', () => {
  it('is the photo itself, or reduced in proportion', () => {
    const photo = { width: 4352, height: 2448 };
    expect(sentPicture(photo).size).toEqual(photo);
    expect(sentPicture(photo, { maxSide: 2048 }).size).toEqual({ width: 2048, height: 1152 });
    const small = { width: 640, height: 480 };
    expect(sentPicture(small, { maxSide: 2048 }).size).toEqual(small);
  });

  it('contains the whole photo in the frame when padded, in any shape', () => {
    fc.assert(
      fc.property(sizes, (photo) => {
        const { size, placed } = sentPicture(photo, { padding: { fill: 'blur' } });
        expect(size).toEqual(likelyFrame(photo));
        expect(placed.x).toBeGreaterThanOrEqual(0);
        expect(placed.y).toBeGreaterThanOrEqual(0);
        expect(placed.x + placed.width).toBeLessThanOrEqual(size.width);
        expect(placed.y + placed.height).toBeLessThanOrEqual(size.height);
        const touches = placed.width >= size.width - 1 || placed.height >= size.height - 1;
        expect(touches, 'as large as it can be').toBe(true);
      }),
    );
  });

  it('is drawn at its position: the frame extends beyond a padded photo', () => {
    const photo = { width: 600, height: 600 };
    const sent = sentPicture(photo, { padding: { fill: 'mirror' } });
    const onPhoto = sentToPhoto({ x: 0, y: 0, ...sent.size }, sent, photo);
    expect(onPhoto.x).toBeLessThan(0);
    expect(onPhoto.y).toBeCloseTo(0);
    expect(hasSameRatio(onPhoto, sent.size)).toBe(true);
  });
});

it('the padding of a picture covers the frame with a blurred background', () => {
  fc.assert(
    fc.property(sizes, (photo) => {
      const frame = likelyFrame(photo);
      const cover = coverRect(photo, frame);
      expect(cover.x).toBeLessThanOrEqual(1e-6);
      expect(cover.y).toBeLessThanOrEqual(1e-6);
      expect(cover.x + cover.width).toBeGreaterThanOrEqual(frame.width - 1e-6);
      expect(cover.y + cover.height).toBeGreaterThanOrEqual(frame.height - 1e-6);
    }),
  );
});

it('the padding of a picture fills the frame with copies that mirror at their common edge', () => {
  const placed = { x: 400, y: 0, width: 224, height: 576 };
  const tiles = mirrorTiles(placed, LANDSCAPE);
  expect(tiles.map(({ x }) => x)).toEqual([-48, 176, 624, 848]);
  expect(tiles.map(({ isFlippedAcross }) => isFlippedAcross)).toEqual([false, true, true, false]);
  const area = (tiles.length + 1) * rectArea(placed);
  expect(area).toBeGreaterThanOrEqual(LANDSCAPE.width * LANDSCAPE.height);
});
