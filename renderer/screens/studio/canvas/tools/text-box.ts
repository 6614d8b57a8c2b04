import type { Point } from '../../../../../shared/geometry/rect.ts';
import { rectangleCorners } from './rectangle-corners.ts';
import type { Tool } from './tool.ts';

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
