import { expect, test } from 'vitest';
import type { Rect } from '../../../../shared/geometry/rect.ts';
import { blocksOf } from '../../../../shared/geometry/text-blocks.ts';
import { boxesOf } from './block-boxes.ts';

const LINE = {
  bounds: { x: 100, y: 100, width: 500, height: 40 },
  outline: [100, 100, 600, 100, 600, 140],
};

test('a block is ticked by its box, even after that was moved slightly', () => {
  const [block] = blocksOf([LINE], { width: 3000, height: 2000 });
  if (block === undefined) throw new Error('There is a block.');
  const moved: Rect = { ...block.rect, x: block.rect.x + 20 };
  const other: Rect = { x: 2000, y: 100, width: 100, height: 100 };
  expect(boxesOf(block, [other, moved])).toEqual([moved]);
  expect(boxesOf(block, [other])).toEqual([]);
});
