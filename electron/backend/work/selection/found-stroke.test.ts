import { expect, test } from 'vitest';
import { createMaskReader } from '../../../../shared/mask/mask-rows.ts';
import { decodeMaskTiles } from '../../../../shared/mask/mask-tiles.ts';
import { fillStroke } from '../../../../shared/selection/raster-shapes.ts';
import { strokeToFound } from './found-stroke.ts';

test('draws a line over several bands of tiles like a single raster', () => {
  const path = [
    { x: 20.5, y: 700, width: 9 },
    { x: 300, y: 30, width: 9 },
    { x: 500, y: 400, width: 9 },
  ];
  const size = { width: 600, height: 800 };
  const raster = new Uint8Array(size.width * size.height);
  fillStroke(raster, size, path, 4.5, 1);
  const found = strokeToFound(path, { x: 0, y: 0, ...size });
  const reader = createMaskReader(decodeMaskTiles(found.tiles));
  const row = new Uint8Array(size.width);
  for (let y = 0; y < size.height; y++) {
    reader.read(y, 0, row);
    expect(row).toEqual(raster.subarray(y * size.width, (y + 1) * size.width));
  }
  expect(found.pixels).toBe(raster.reduce((sum, value) => sum + value, 0));
});

test('draws an exact line across 140 megapixels, with an outline short enough to show', () => {
  const photo = { x: 0, y: 0, width: 14_000, height: 10_000 };
  const path = [
    { x: 10, y: 10, width: 6 },
    { x: 13_990, y: 9_990, width: 6 },
  ];
  const found = strokeToFound(path, photo);
  const length = Math.hypot(13_980, 9_980);
  expect(found.pixels / (length * 6)).toBeCloseTo(1, 2);
  const corners = found.outlines.reduce((sum, outline) => sum + outline.length / 2, 0);
  expect(corners).toBeGreaterThan(4);
  expect(corners).toBeLessThan(60_000);
});
