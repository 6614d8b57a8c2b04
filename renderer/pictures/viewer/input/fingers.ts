import type { Point } from '../../../../shared/geometry/rect.ts';
import type { Press } from './gesture.ts';
import type { InputTarget } from './input-target.ts';
import { pinchStep } from './pinch.ts';

/** Positions in screen space. */
export interface Fingers {
  pressed(pointer: number, at: Point): number;
  moved(pointer: number, at: Point): boolean;
  released(pointer: number): void;
  /** Drops all fingers for a pen. @returns true if one of them had begun the gesture */
  yield(pen: number, gesture: number | undefined): boolean;
  areBesidePen(event: Pick<PointerEvent, 'pointerType'>): boolean;
  /** True for touches after a pen was used: they only pan, so that a resting hand draws nothing. */
  isPalm(event: Pick<PointerEvent, 'pointerType'>): boolean;
}

export function createFingers(target: Pick<InputTarget<Press>, 'pan' | 'zoom'>): Fingers {
  const touches = new Map<number, Point>();
  let penDown: number | undefined;
  let isPenSeen = false;
  return {
    pressed(pointer, at) {
      touches.set(pointer, at);
      return touches.size;
    },
    moved(pointer, at) {
      if (touches.size < 2 || !touches.has(pointer)) return false;
      const before = [...touches.values()];
      touches.set(pointer, at);
      const step = pinchStep(before, [...touches.values()]);
      target.pan(step.x, step.y);
      target.zoom(step.factor, step.at);
      return true;
    },
    released(pointer) {
      touches.delete(pointer);
      if (pointer === penDown) penDown = undefined;
    },
    yield(pen, gesture) {
      penDown = pen;
      isPenSeen = true;
      const isFinger = gesture !== undefined && touches.has(gesture);
      touches.clear();
      return isFinger;
    },
    areBesidePen: ({ pointerType }) => penDown !== undefined && pointerType === 'touch',
    isPalm: ({ pointerType }) => isPenSeen && pointerType === 'touch',
  };
}
