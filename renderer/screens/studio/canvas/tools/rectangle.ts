import type { Point } from '../../../../../shared/geometry/rect.ts';
import { rectangleCorners } from './rectangle-corners.ts';
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
