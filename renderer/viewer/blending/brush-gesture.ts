/**
 * Native listeners, as those of the viewer would move the picture before React hears of a press.
 */
import type { BlendStroke } from '../../../shared/contract/blend.ts';
import type { Point } from '../../../shared/geometry/rect.ts';
import { recordStroke, type StrokeRecorder } from '../weights/stroke-recorder.ts';

export interface BrushTarget {
  /** True if a press moves the picture in place of painting. */
  isHandWanted(): boolean;
  brush(): Pick<BlendStroke, 'radius' | 'hardness' | 'isErase'>;
  /** @param at CSS pixels of the element @returns pixels of the base */
  toBase(at: Point): Point;
  /** `undefined` when the pointer has left. @param at CSS pixels of the element */
  hover(at: Point | undefined): void;
  /** @param fromPoint index of the first new point of the stroke */
  extend(stroke: BlendStroke, fromPoint: number): void;
  end(stroke: BlendStroke): void;
  cancel(): void;
}

export function listenToBrush(element: HTMLElement, target: BrushTarget): () => void {
  const listeners = new AbortController();
  let active: { readonly pointer: number; readonly recorder: StrokeRecorder } | undefined;

  function at({ clientX, clientY }: MouseEvent): Point {
    const { left, top } = element.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  }

  function pressed(event: PointerEvent): void {
    if (event.button !== 0 || active !== undefined || target.isHandWanted()) return;
    event.stopPropagation(); // keeps the stage from panning
    element.setPointerCapture(event.pointerId);
    const recorder = recordStroke(target.toBase(at(event)), target.brush());
    active = { pointer: event.pointerId, recorder };
    target.extend(recorder.stroke, 0);
  }

  function moved(event: PointerEvent): void {
    target.hover(at(event));
    if (active?.pointer !== event.pointerId) return;
    event.stopPropagation();
    const { recorder } = active;
    const all = event.getCoalescedEvents();
    let from: number | undefined;
    for (const each of all.length === 0 ? [event] : all) {
      const added = recorder.add(target.toBase(at(each)));
      from ??= added;
    }
    if (from !== undefined) target.extend(recorder.stroke, from);
  }

  function released(event: PointerEvent): void {
    if (active?.pointer !== event.pointerId) return;
    event.stopPropagation();
    const { stroke } = active.recorder;
    active = undefined;
    if (event.type === 'pointerup') target.end({ ...stroke, points: [...stroke.points] });
    else target.cancel();
  }

  function key(event: KeyboardEvent): void {
    if (active === undefined || event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    active = undefined;
    target.cancel();
  }

  const options = { signal: listeners.signal };
  element.addEventListener('pointerdown', pressed, options);
  element.addEventListener('pointermove', moved, options);
  element.addEventListener('pointerup', released, options);
  element.addEventListener('pointercancel', released, options);
  element.addEventListener('pointerleave', () => target.hover(undefined), options);
  window.addEventListener('keydown', key, { ...options, capture: true });
  return () => {
    listeners.abort();
    if (active !== undefined) target.cancel();
  };
}
