/** Accumulates the gestures of a selection. */
import type { ObjectRequest } from '../../../../../shared/contract/selection.ts';
import type { Point } from '../../../../../shared/geometry/rect.ts';
import type { SelectionMark } from '../../canvas/index.ts';

export type SelectionOrder =
  | {
      readonly tool: 'object';
      readonly gesture: ObjectRequest['gesture'];
      readonly strokes: ObjectRequest['strokes'];
      /** By size; missing for the most likely one. */
      readonly reading?: number;
      readonly subtract: boolean;
    }
  | { readonly tool: 'line'; readonly points: readonly Point[]; readonly subtract: boolean }
  | { readonly tool: 'wand'; readonly point: Point; readonly subtract: boolean };

/** @returns the new order, and whether it continues `order`; otherwise `order` is finished */
export function orderAfter(
  order: SelectionOrder | undefined,
  mark: SelectionMark & { readonly tool: SelectionOrder['tool'] },
): { readonly order: SelectionOrder; readonly goesOn: boolean } {
  const { tool, points, width, isMore, isLess, subtract } = mark;
  if (tool === 'object' && order?.tool === 'object' && (isMore || isLess)) {
    const stroke = { kind: isLess ? 'take' : 'add', points: [...points], width } as const;
    return { order: { ...order, strokes: [...order.strokes, stroke] }, goesOn: true };
  }
  if (tool === 'line' && order?.tool === 'line') {
    return { order: { ...order, points: [...order.points, ...points] }, goesOn: true };
  }
  return { order: begunBy(mark, subtract), goesOn: false };
}

/** Removes the last gesture; `undefined` if none is left. */
export function orderBefore(order: SelectionOrder): SelectionOrder | undefined {
  if (order.tool === 'object' && order.strokes.length > 0) {
    return { ...order, strokes: order.strokes.slice(0, -1) };
  }
  if (order.tool === 'line' && order.points.length > 1) {
    return { ...order, points: order.points.slice(0, -1) };
  }
  return undefined;
}

function begunBy(
  { tool, points, width, isLoop }: SelectionMark & { readonly tool: SelectionOrder['tool'] },
  subtract: boolean,
): SelectionOrder {
  switch (tool) {
    case 'object': {
      const all = [...points];
      const gesture = isLoop
        ? ({ kind: 'loop', points: all } as const)
        : ({ kind: 'scribble', points: all, width } as const);
      return { tool, gesture, strokes: [], subtract };
    }
    case 'line':
      return { tool, points, subtract };
    case 'wand':
      return { tool, point: points[0] ?? { x: 0, y: 0 }, subtract };
  }
}
