import { expect, test } from 'vitest';
import { blocksOf } from './text-blocks.ts';

const PHOTO = { width: 3000, height: 2000 };

function line(x: number, y: number, width: number, height = 40) {
  return { bounds: { x, y, width, height }, outline: [x, y, x + width, y, x + width, y + height] };
}

test('merges lines of a paragraph into one box, and keeps a distant sign apart', () => {
  const blocks = blocksOf(
    [line(100, 100, 500), line(100, 160, 450), line(2000, 300, 90), line(100, 220, 300)],
    PHOTO,
  );
  expect(blocks.map(({ lines }) => lines.length)).toEqual([3, 1]);
  expect(blocks[0]?.rect).toEqual({ x: 76, y: 76, width: 548, height: 208 });
});

test('keeps every box within the limit of a call and inside the photo', () => {
  const page = Array.from({ length: 40 }, (_, row) => line(0, row * 50, 900));
  const blocks = blocksOf(page, PHOTO);
  expect(blocks.length).toBeGreaterThan(1);
  for (const { rect } of blocks) {
    expect(Math.max(rect.width, rect.height)).toBeLessThanOrEqual(1024);
    expect(Math.min(rect.x, rect.y)).toBeGreaterThanOrEqual(0);
  }
});

test('gives a small word the minimum box', () => {
  const [block] = blocksOf([line(500, 500, 8, 6)], PHOTO);
  expect(block?.rect.width).toBeGreaterThanOrEqual(32);
  expect(block?.rect.height).toBeGreaterThanOrEqual(32);
});
