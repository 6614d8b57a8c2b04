/** Moves and resizes a box by pointer and keys. React state changes only on release. */
import {
  moveBox,
  resizeBox,
  type BoxHandle,
  type BoxLimits,
  type EditedBox,
} from '../../../../shared/geometry/box-edit.ts';
import { resizeWithRatio } from '../../../../shared/geometry/box-ratio.ts';
import type { Point, Rect } from '../../../../shared/geometry/rect.ts';
import { ARROWS } from '../input/arrow-steps.ts';

export type BoxPart = BoxHandle | 'box';

interface BoxGestureTarget {
  /** Returns `button` for a button of its own and `undefined` to leave the press to the canvas. */
  partOf(element: Element): BoxPart | 'button' | undefined;
  rect(): Rect;
  limits(): BoxLimits;
  /** CSS pixels per photo pixel. */
  scale(): number;
  toStage(way: Point): Point;
  isHandWanted(): boolean;
  show(box: EditedBox): void;
  commit(box: EditedBox): void;
  cancel(): void;
}

const LARGE_STEP = 10;

/** Returns `undefined` for other keys. A step is one screen pixel, at least one photo pixel. */
export function arrowStep(key: string, isLarge: boolean, scale: number): Point | undefined {
  const direction = ARROWS[key];
  if (direction === undefined) return undefined;
  const step = Math.max(1, Math.round(1 / scale)) * (isLarge ? LARGE_STEP : 1);
  // + 0 turns −0 into 0
  return { x: direction.x * step + 0, y: direction.y * step + 0 };
}

export function editBox(rect: Rect, part: BoxPart, by: Point, limits: BoxLimits): EditedBox {
  if (part === 'box') return moveBox(rect, by, limits);
  return limits.ratio === undefined
    ? resizeBox(rect, part, by, limits)
    : resizeWithRatio(rect, part, by, limits, limits.ratio);
}

export function listenToBox(element: HTMLElement, target: BoxGestureTarget): () => void {
  const listeners = new AbortController();
  let drag:
    | {
        readonly pointer: number;
        readonly part: BoxPart;
        readonly from: Point;
        readonly rect: Rect;
        readonly limits: BoxLimits;
        last: EditedBox;
      }
    | undefined;

  function pressed(event: PointerEvent): void {
    const part = event.target instanceof Element ? target.partOf(event.target) : undefined;
    // a gesture of the stage would take the focus and hide the button, or move the view under a drag
    if (part === 'button' || drag !== undefined) return event.stopPropagation();
    if (part === undefined || event.button !== 0 || target.isHandWanted()) return;
    event.stopPropagation(); // the stage must not begin a gesture
    event.preventDefault(); // prevents text selection; the focus is set below
    const focused = event.target instanceof HTMLButtonElement ? event.target : element;
    focused.focus({ preventScroll: true });
    element.setPointerCapture(event.pointerId);
    const rect = target.rect();
    drag = {
      pointer: event.pointerId,
      part,
      from: { x: event.clientX, y: event.clientY },
      rect,
      limits: target.limits(),
      last: { rect, stop: undefined },
    };
  }

  function moved(event: PointerEvent): void {
    if (drag?.pointer !== event.pointerId) return;
    event.stopPropagation();
    const scale = target.scale();
    const by = target.toStage({
      x: (event.clientX - drag.from.x) / scale,
      y: (event.clientY - drag.from.y) / scale,
    });
    drag.last = editBox(drag.rect, drag.part, by, drag.limits);
    target.show(drag.last);
  }

  function released(event: PointerEvent): void {
    if (drag?.pointer !== event.pointerId) return;
    event.stopPropagation();
    const { last } = drag;
    drag = undefined;
    if (event.type === 'pointerup') target.commit(last);
    else target.cancel();
  }

  function key(event: KeyboardEvent): void {
    if (drag === undefined || event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    drag = undefined;
    target.cancel();
  }

  const options = { signal: listeners.signal };
  element.addEventListener('pointerdown', pressed, options);
  element.addEventListener('pointermove', moved, options);
  element.addEventListener('pointerup', released, options);
  element.addEventListener('pointercancel', released, options);
  element.addEventListener('keydown', key, options);
  return () => listeners.abort();
}
