import type { Point } from '../../../../../shared/geometry/rect.ts';
import {
  canCloseLasso,
  EMPTY_LASSO,
  LASSO,
  lassoCorners,
  lassoPoints,
  reduceLasso,
  type LassoEvent,
  type LassoPath,
  type LassoPoint,
} from './lasso-path.ts';
import type { PressStart } from '../../../../viewer/stage/input/gesture.ts';
import type { Closing, Tool } from './tool.ts';

/**
 * Fills or erases the area inside a line. Enter, a double click or a click on the first point
 * closes a polygon. The right button erases, by drags only.
 */
export const lassoTool: Tool = {
  name: 'lasso',
  cursor: 'cross',
  rightButton: 'subtract',
  hasMode: true,
  begin(context, start) {
    let path: LassoPath = { ...EMPTY_LASSO, isDragOnly: start.isRightButton };
    let pointer: Point | undefined;
    const value = start.subtract ? 0 : 255;

    const bothSpaces = (screen: Point): LassoPoint => ({ screen, photo: context.toPhoto(screen) });

    function show(): void {
      const points = lassoPoints(path);
      const tip = pointer === undefined ? [] : [context.toPhoto(pointer)];
      context.showOutline({
        points: [...points, ...tip],
        isClosed: false,
        corners: lassoCorners(path),
        closing: closingOf(points[0]),
      });
    }

    function closingOf(first: Point | undefined): Closing | undefined {
      if (first === undefined || !canCloseLasso(path)) return undefined;
      const { x, y } = context.toScreen(first);
      const away = pointer === undefined ? Infinity : Math.hypot(pointer.x - x, pointer.y - y);
      return { at: first, radius: LASSO.closeWithin, isUnderPointer: away <= LASSO.closeWithin };
    }

    function take(event: LassoEvent): 'done' | 'open' {
      path = reduceLasso(path, event);
      if (path.outcome === 'open') {
        show();
        return 'open';
      }
      context.showOutline(undefined);
      if (path.outcome === 'closed') context.fillShape(lassoPoints(path), value, 'lasso');
      return 'done';
    }

    function press({ at, time }: PressStart): 'done' | 'open' {
      const [first] = lassoPoints(path);
      pointer = undefined;
      return take({
        type: 'press',
        at: bothSpaces(at),
        time,
        firstOnScreen: first === undefined ? undefined : context.toScreen(first),
      });
    }

    press(start);
    return {
      press,
      move: (samples) => void take({ type: 'move', at: samples.map(({ at }) => bothSpaces(at)) }),
      end: () => take({ type: 'release' }),
      cancel: () => context.showOutline(undefined),
      hover(at) {
        pointer = at;
        show();
      },
      key(key) {
        if (key === 'Enter') return take({ type: 'close' });
        if (key === 'Backspace' || key === 'Delete') return take({ type: 'remove-last' });
        return undefined;
      },
    };
  },
};
