import type { Point } from '../../../../../shared/geometry/rect.ts';
import { isLoop } from './drawn-line.ts';
import type { Tool } from './tool.ts';

const OBJECT = {
  /** CSS pixels between points of the line. */
  step: 1.5,
  /** CSS pixels of a scribble. */
  width: 10,
} as const;

/**
 * Selects an object by a loop, a scribble or a click. With a proposal, Shift adds to it; Alt or the
 * right button removes.
 */
export const objectTool: Tool = {
  name: 'object',
  cursor: 'cross',
  rightButton: 'subtract',
  hasMode: true,
  begin(context, start) {
    let last = start.at;
    const points: Point[] = [context.toPhoto(start.at)];
    const { shift, alt } = start.modifiers;
    context.previewFrom(points[0]);
    return {
      move(samples) {
        for (const { at } of samples) {
          if (Math.hypot(at.x - last.x, at.y - last.y) < OBJECT.step) continue;
          last = at;
          points.push(context.toPhoto(at));
        }
        context.showOutline({ points, isClosed: false });
      },
      end() {
        context.showOutline(undefined);
        context.previewFrom(undefined);
        context.select({
          tool: 'object',
          points,
          isLoop: isLoop(points),
          width: OBJECT.width / context.scale,
          isMore: shift,
          isLess: alt || start.isRightButton,
          subtract: start.subtract,
        });
        return 'done';
      },
      cancel() {
        context.showOutline(undefined);
        context.previewFrom(undefined);
      },
    };
  },
};
