import type { Point } from '../../../../../shared/geometry/rect.ts';
import type { Tool } from './tool.ts';

/** Shift pressed while dragging makes a square. */
export const rectangleTool: Tool = {
  name: 'rectangle',
  cursor: 'cross',
  rightButton: 'subtract',
  hasMode: true,
  begin(context, start) {
    const from = context.toPhoto(start.at);
    let corners: readonly Point[] = [];
    // Shift held from the start means "add"; pressed again, it means "square".
    let isShiftNew = !start.modifiers.shift;
    return {
      move(samples, modifiers) {
        const last = samples.at(-1);
        if (last === undefined) return;
        if (!modifiers.shift) isShiftNew = true;
        const to = context.toPhoto(last.at);
        corners = rectangleCorners(from, to, modifiers.shift && isShiftNew);
        context.showOutline(corners.length === 0 ? undefined : { points: corners, isClosed: true });
      },
      end() {
        context.showOutline(undefined);
        if (corners.length > 0) context.fillShape(corners, start.subtract ? 0 : 255, 'rectangle');
        return 'done';
      },
      cancel: () => context.showOutline(undefined),
    };
  },
};

/** CSS pixels; less is a click. */
const LEAST_DRAG = 4;

/** Shift while dragging makes a square. */
export const textBoxTool: Tool = {
  name: 'text-box',
  cursor: 'cross',
  rightButton: 'same',
  begin(context, start) {
    const from = context.toPhoto(start.at);
    let corner: Point | undefined;
    return {
      move(samples, modifiers) {
        const last = samples.at(-1);
        if (last === undefined) return;
        const reach = Math.max(Math.abs(last.at.x - start.at.x), Math.abs(last.at.y - start.at.y));
        const points = rectangleCorners(from, context.toPhoto(last.at), modifiers.shift);
        corner = reach < LEAST_DRAG ? undefined : points[2];
        context.showOutline(corner === undefined ? undefined : { points, isClosed: true });
      },
      end() {
        context.showOutline(undefined);
        if (corner !== undefined) context.drawBox(from, corner);
        return 'done';
      },
      cancel: () => context.showOutline(undefined),
    };
  },
};

/**
 * Snaps to pixel edges.
 * @returns photo space, clockwise; empty if no whole pixel is between the points
 */
function rectangleCorners(from: Point, to: Point, isSquare: boolean): readonly Point[] {
  const x = Math.round(from.x);
  const y = Math.round(from.y);
  let across = Math.round(to.x) - x;
  let down = Math.round(to.y) - y;
  if (isSquare) {
    const side = Math.max(Math.abs(across), Math.abs(down));
    across = side * (to.x < from.x ? -1 : 1);
    down = side * (to.y < from.y ? -1 : 1);
  }
  if (across === 0 || down === 0) return [];
  return [
    { x, y },
    { x: x + across, y },
    { x: x + across, y: y + down },
    { x, y: y + down },
  ];
}
