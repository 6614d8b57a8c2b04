/** Fingers on the stage: two of them zoom and move. */
import type { Point } from '../../../../shared/geometry/rect.ts';
import type { Press } from './gesture.ts';
import type { InputTarget } from './input-target.ts';
import { pinchStep } from './pinch.ts';

/** See the file comment; positions are in screen space. */
export interface Fingers {
  /** @returns the number of fingers now */
  pressed(pointer: number, at: Point): number;
  /** @returns true when it was a step of a pinch */
  moved(pointer: number, at: Point): boolean;
  released(pointer: number): void;
  /** Forgets all fingers, until they are put down again. @returns true when the pointer was one of them */
  lifted(pointer: number | undefined): boolean;
}

export function createFingers(target: Pick<InputTarget<Press>, 'pan' | 'zoom'>): Fingers {
  const touches = new Map<number, Point>();
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
    released: (pointer) => void touches.delete(pointer),
    lifted(pointer) {
      const isFinger = pointer !== undefined && touches.has(pointer);
      touches.clear();
      return isFinger;
    },
  };
}
