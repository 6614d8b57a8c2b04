/**
 * Moving and resizing a box that lies over the picture, by pointer and by key. The box follows the
 * pointer in the task of its event; nothing of React is touched before the button is released.
 */
import {
  moveBox,
  resizeBox,
  type BoxHandle,
  type BoxLimits,
  type EditedBox,
} from '../../../../shared/geometry/box-edit.ts';
import { resizeWithRatio } from '../../../../shared/geometry/box-ratio.ts';
import type { Point, Rect } from '../../../../shared/geometry/rect.ts';

/** The moved part: the whole box, or one of its handles. */
export type BoxPart = BoxHandle | 'box';

export interface BoxGestureTarget {
  /**
   * The part that a pressed element stands for: `button` for a button of its own, `undefined` = the
   * canvas below may have the press.
   */
  partOf(element: Element): BoxPart | 'button' | undefined;
  /** The box now, photo space. */
  rect(): Rect;
  limits(): BoxLimits;
  /** CSS pixels per photo pixel. */
  scale(): number;
  /** A way on the screen, as a way on the stage that the box lies on. */
  toStage(way: Point): Point;
  /** A press is the hand's: it moves the photo. */
  isHandWanted(): boolean;
  /** Follows the pointer. */
  show(box: EditedBox): void;
  /** The button was released. */
  commit(box: EditedBox): void;
  /** Escape, or the system took the pointer away. */
  cancel(): void;
}

const KEY_DIRECTIONS: Readonly<Record<string, Point | undefined>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** How many small steps Shift makes of one. */
const LARGE_STEP = 10;

/**
 * The way of an arrow key in photo pixels: one pixel of the screen, but at least one of the photo.
 *
 * @returns `undefined` for every other key
 */
export function arrowStep(key: string, isLarge: boolean, scale: number): Point | undefined {
  const direction = KEY_DIRECTIONS[key];
  if (direction === undefined) return undefined;
  const step = Math.max(1, Math.round(1 / scale)) * (isLarge ? LARGE_STEP : 1);
  // + 0: a step of −0 is no other than 0
  return { x: direction.x * step + 0, y: direction.y * step + 0 };
}

/** A box after one of its parts went a way. */
export function editBox(rect: Rect, part: BoxPart, by: Point, limits: BoxLimits): EditedBox {
  if (part === 'box') return moveBox(rect, by, limits);
  return limits.ratio === undefined
    ? resizeBox(rect, part, by, limits)
    : resizeWithRatio(rect, part, by, limits, limits.ratio);
}

/** @returns the way to stop it */
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
    if (part === 'button') {
      event.stopPropagation(); // a gesture of the stage would take the focus, and the button would go with it
      return;
    }
    if (part === undefined || event.button !== 0 || target.isHandWanted()) return;
    event.stopPropagation(); // the stage begins nothing
    event.preventDefault(); // no text is selected; the focus is set by hand
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
