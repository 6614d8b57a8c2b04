import type { Point, Size } from '../../../../shared/geometry/rect.ts';

export const KEYBOARD_POINTER = {
  /** CSS pixels per arrow key; `stepFar` with Shift. */
  step: 4,
  stepFar: 32,
  id: -1,
} as const;

export const ARROWS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** Returns `undefined` for other keys. @param at screen space */
export function movedByKey(
  at: Point,
  { key, shiftKey }: { readonly key: string; readonly shiftKey: boolean },
  stage: Size,
): Point | undefined {
  const arrow = ARROWS[key];
  if (arrow === undefined) return undefined;
  const by = shiftKey ? KEYBOARD_POINTER.stepFar : KEYBOARD_POINTER.step;
  return {
    x: Math.min(stage.width, Math.max(0, at.x + arrow.x * by)),
    y: Math.min(stage.height, Math.max(0, at.y + arrow.y * by)),
  };
}
