import type { Point } from '../../../../shared/geometry/rect.ts';
import type { Press } from './gesture.ts';
import type { InputTarget } from './input-target.ts';
import { pinchStep } from './pinch.ts';

/** Positions in screen space. */
export type Fingers = ReturnType<typeof createFingers>;

export function createFingers(target: Pick<InputTarget<Press>, 'pan' | 'zoom'>) {
  const touches = new Map<number, Point>();
  let penDown: number | undefined;
  let isPenSeen = false;
  return {
    pressed(pointer: number, at: Point): number {
      touches.set(pointer, at);
      return touches.size;
    },
    moved(pointer: number, at: Point): boolean {
      if (touches.size < 2 || !touches.has(pointer)) return false;
      const before = [...touches.values()];
      touches.set(pointer, at);
      const step = pinchStep(before, [...touches.values()]);
      target.pan(step.x, step.y);
      target.zoom(step.factor, step.at);
      return true;
    },
    released(pointer: number): void {
      touches.delete(pointer);
      if (pointer === penDown) penDown = undefined;
    },
    /** Drops all fingers for a pen. @returns true if one of them had begun the gesture */
    yield(pen: number, gesture: number | undefined): boolean {
      penDown = pen;
      isPenSeen = true;
      const isFinger = gesture !== undefined && touches.has(gesture);
      touches.clear();
      return isFinger;
    },
    areBesidePen: ({ pointerType }: Pick<PointerEvent, 'pointerType'>): boolean =>
      penDown !== undefined && pointerType === 'touch',
    /** True for touches after a pen was used: they only pan, so that a resting hand draws nothing. */
    isPalm: ({ pointerType }: Pick<PointerEvent, 'pointerType'>): boolean =>
      isPenSeen && pointerType === 'touch',
  };
}
