import type { Point } from '../../../../../shared/geometry/rect.ts';
import {
  EMPTY_LASSO,
  lassoPoints,
  reduceLasso,
  type LassoEvent,
  type LassoPoint,
} from './lasso-path.ts';
import type { PressStart } from '../../../../viewer/gesture.ts';
import type { Tool } from './tool.ts';

/**
 * Adds the area inside a line to the mask, or takes it out: a drag draws it freehand, clicks make a
 * polygon, which Enter, a double click or a click on its first point closes.
 */
export const lassoTool: Tool = {
  name: 'lasso',
  cursor: 'cross',
  rightButton: 'subtract',
  begin(context, start) {
    let path = EMPTY_LASSO;
    let pointer: Point | undefined;
    const value = start.subtract ? 0 : 255;

    const bothSpaces = (screen: Point): LassoPoint => ({ screen, photo: context.toPhoto(screen) });

    function show(): void {
      const points = lassoPoints(path);
      const tip = pointer === undefined ? [] : [context.toPhoto(pointer)];
      context.showOutline({ points: [...points, ...tip], isClosed: false });
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
