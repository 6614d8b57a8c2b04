import { expect, test } from 'vitest';
import type { SelectionMark } from '../../canvas/index.ts';
import { orderAfter, orderBefore } from './order.ts';

function mark<Tool extends 'object' | 'line' | 'wand'>(
  tool: Tool,
  more: Partial<SelectionMark> = {},
): SelectionMark & { readonly tool: Tool } {
  const points = [{ x: 1, y: 2 }];
  const common = { points, isLoop: false, width: 9, isMore: false, isLess: false, subtract: false };
  return { ...common, ...more, tool };
}

test('Shift and Alt refine an object, and another loop starts over', () => {
  const first = orderAfter(undefined, mark('object', { isLoop: true }));
  expect(first).toMatchObject({ goesOn: false, order: { gesture: { kind: 'loop' }, strokes: [] } });
  const more = orderAfter(first.order, mark('object', { isMore: true }));
  const less = orderAfter(more.order, mark('object', { isLess: true, subtract: true }));
  expect(less.goesOn).toBe(true);
  expect(less.order).toMatchObject({
    subtract: false,
    strokes: [{ kind: 'add', width: 9 }, { kind: 'take' }],
  });
  const next = orderAfter(less.order, mark('object', { subtract: true }));
  expect(next).toMatchObject({
    goesOn: false,
    order: { gesture: { kind: 'scribble' }, strokes: [], subtract: true },
  });
});

test('a line continues from click to click, and a wand starts over with each', () => {
  const { order } = orderAfter(undefined, mark('line'));
  expect(orderAfter(order, mark('line', { points: [{ x: 5, y: 5 }] }))).toEqual({
    goesOn: true,
    order: {
      tool: 'line',
      points: [
        { x: 1, y: 2 },
        { x: 5, y: 5 },
      ],
      subtract: false,
    },
  });
  expect(orderAfter(orderAfter(order, mark('wand')).order, mark('wand')).goesOn).toBe(false);
});

test('undoes the last gesture, until nothing is left', () => {
  const { order } = orderAfter(undefined, mark('object', { isLoop: true }));
  expect(orderBefore(orderAfter(order, mark('object', { isMore: true })).order)).toEqual(order);
  expect(orderBefore(order)).toBeUndefined();
  const line = orderAfter(undefined, mark('line')).order;
  expect(orderBefore(orderAfter(line, mark('line')).order)).toEqual(line);
  expect(orderBefore(line)).toBeUndefined();
});
