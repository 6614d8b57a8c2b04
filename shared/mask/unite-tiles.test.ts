import { expect, it } from 'vitest';
import { MASK_TILE, packTile, uniteTiles, unpackTile } from './mask-tiles.ts';

function tile(column: number, ...painted: readonly number[]) {
  const pixels = new Uint8Array(MASK_TILE.bytes);
  for (const index of painted) pixels[index] = 255;
  return { column, row: 0, bits: packTile(pixels) };
}

it('uniteTiles paints the union of the masks, and leaves the masks unchanged', () => {
  const first = tile(0, 1, 9);
  const united = uniteTiles([[first], [tile(0, 9, 700), tile(2, 3)], []]);
  expect(united.map(({ column }) => column)).toEqual([0, 2]);
  const pixels = unpackTile(united[0]?.bits ?? new Uint8Array());
  const painted = [...pixels.entries()].flatMap(([index, value]) => (value === 255 ? [index] : []));
  expect(painted).toEqual([1, 9, 700]);
  expect(first).toEqual(tile(0, 1, 9));
});

it('uniteTiles leaves out tiles that are empty', () => {
  expect(uniteTiles([[{ column: 1, row: 1, bits: undefined }]])).toEqual([]);
});
