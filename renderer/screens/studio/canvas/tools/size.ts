import type { Point } from '../../../../../shared/geometry/rect.ts';
import { normaliseSize } from '../../../../core/ui/brush-size.ts';
import type { Tool } from './tool.ts';

export const SIZE_DRAG = {
  /** CSS pixels, so that an unsteady press changes nothing. */
  deadZone: 5,
} as const;

/** The ring stays in place to show the size. */
export const sizeTool: Tool = {
  name: 'size',
  cursor: 'still',
  rightButton: 'same',
  begin(context, start) {
    const before = context.toolSize();
    let drag = beginSizeDrag(start.at, before);
    context.setSizeShown(true);
    const finish = (): void => context.setSizeShown(false);
    return {
      move(samples) {
        const last = samples.at(-1);
        if (last === undefined) return;
        drag = reduceSizeDrag(drag, last.at, context.scale);
        context.setToolSize(drag.size);
      },
      end() {
        finish();
        return 'done';
      },
      cancel() {
        context.setToolSize(before);
        finish();
      },
    };
  },
};

interface SizeDrag {
  readonly start: Point;
  /** Photo pixels. */
  readonly startSize: number;
  /** The dominant direction when leaving the dead zone. */
  readonly axis: 'x' | 'y' | undefined;
  readonly size: number;
}

export function beginSizeDrag(start: Point, startSize: number): SizeDrag {
  return { start, startSize, axis: undefined, size: startSize };
}

/**
 * Right and up enlarge, left and down shrink, so the ring's edge follows the pointer.
 * @param scale CSS pixels per photo pixel
 */
export function reduceSizeDrag(drag: SizeDrag, at: Point, scale: number): SizeDrag {
  const across = at.x - drag.start.x;
  const down = at.y - drag.start.y;
  const moved = Math.max(Math.abs(across), Math.abs(down));
  if (drag.axis === undefined && moved < SIZE_DRAG.deadZone) return drag;
  const axis = drag.axis ?? (Math.abs(across) >= Math.abs(down) ? 'x' : 'y');
  const along = axis === 'x' ? across : -down;
  const beyond = Math.sign(along) * Math.max(0, Math.abs(along) - SIZE_DRAG.deadZone);
  // The radius follows the pointer; the size is a diameter.
  return { ...drag, axis, size: normaliseSize(drag.startSize + (2 * beyond) / scale) };
}
