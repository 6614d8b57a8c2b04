/** Must be in the `overlay` of a `PictureViewer`. */
import { useEffect, useRef, useState } from 'react';
import { useViewer } from '../stage/viewer-context.ts';
import type { Viewer } from '../stage/viewer.ts';
import type { BlendSession } from './blend-session.ts';
import shared from '../../core/ui/shared.module.css';
import { useBlendState } from './use-blending.ts';
import type { Point } from '../../../shared/geometry/rect.ts';
import { screenToPhoto } from '../stage/geometry/view.ts';
import { movedByKey } from '../stage/input/arrow-steps.ts';
import { type StrokeRecorder, recordStroke } from '../weights/stroke-recorder.ts';
import type { BlendStroke } from '../../../shared/contract/blend.ts';

interface BrushTarget {
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

const RING = {
  top: 0,
  left: 0,
  visibility: 'hidden',
  borderRadius: '50%',
  boxShadow: '0 0 0 1px var(--gesso-on-picture-ground), inset 0 0 0 1px var(--gesso-on-picture)',
} as const;

/** @param props.isOff true while states are compared */
export function BlendBrush(props: { readonly session: BlendSession; readonly isOff?: boolean }) {
  const { session, isOff = false } = props;
  const viewer = useViewer();
  const tool = useBlendState(session, (state) => state.tool);
  const isOpen = useBlendState(session, (state) => state.open !== undefined);

  useEffect(() => {
    session.onDraw(() => viewer?.drawNow());
    return () => session.onDraw(undefined);
  }, [session, viewer]);

  if (viewer === undefined || !isOpen || isOff || tool === 'hand') return null;
  return <Brush session={session} viewer={viewer} />;
}

/**
 * Native listeners, as those of the viewer would move the picture before React hears of a press.
 */
function listenToBrush(element: HTMLElement, target: BrushTarget): () => void {
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
    const places = (all.length === 0 ? [event] : all).map((each) => target.toBase(at(each)));
    const from = recorder.add(...places);
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

/**
 * Enter begins and ends a stroke, arrow keys move the brush, Escape cancels.
 *
 * @param changed called when keys take the brush and when they put it down
 */
function listenToBrushKeys(
  element: HTMLElement,
  target: BrushTarget,
  changed: (isOn: boolean) => void,
): () => void {
  const listeners = new AbortController();
  let at: Point | undefined;
  let recorder: StrokeRecorder | undefined;

  function place(next: Point | undefined): void {
    const isChange = (next === undefined) !== (at === undefined);
    at = next;
    target.hover(next);
    if (isChange) changed(next !== undefined);
  }

  function layDown(): void {
    if (recorder !== undefined) target.cancel();
    recorder = undefined;
    place(undefined);
  }

  function enter(here: Point | undefined): void {
    if (here === undefined) {
      place({ x: element.clientWidth / 2, y: element.clientHeight / 2 });
    } else if (recorder === undefined) {
      recorder = recordStroke(target.toBase(here), target.brush());
      target.extend(recorder.stroke, 0);
    } else {
      const { stroke } = recorder;
      recorder = undefined;
      target.end({ ...stroke, points: [...stroke.points] });
    }
  }

  function move(next: Point): void {
    place(next);
    const from = recorder?.add(target.toBase(next));
    if (recorder !== undefined && from !== undefined) target.extend(recorder.stroke, from);
  }

  function key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const size = { width: element.clientWidth, height: element.clientHeight };
    const next = at === undefined ? undefined : movedByKey(at, event, size);
    if (event.key === 'Enter') enter(at);
    else if (next !== undefined) move(next);
    else if (event.key === 'Escape' && at !== undefined) layDown();
    else return;
    event.preventDefault();
    event.stopPropagation(); // keeps the stage from panning
  }

  const options = { signal: listeners.signal };
  element.addEventListener('keydown', key, options);
  element.addEventListener('blur', layDown, options);
  return () => {
    listeners.abort();
    layDown();
  };
}

function Brush({ session, viewer }: { readonly session: BlendSession; readonly viewer: Viewer }) {
  const element = useRef<HTMLDivElement>(null);
  const ring = useRef<HTMLDivElement>(null);

  const [isByKeys, setByKeys] = useState(false);

  useEffect(() => {
    if (element.current === null) return undefined;
    let place: Point | undefined;
    const target: BrushTarget = {
      isHandWanted: () => viewer.isHandWanted(),
      brush() {
        const { tool, brushSize: size, hardness } = session.state.getState();
        return { radius: size / 2, hardness, isErase: tool === 'erase' };
      },
      toBase: (at) => screenToPhoto(viewer.getSnapshot().view, at),
      hover(at) {
        place = at;
        const shown = ring.current;
        if (shown === null) return;
        const size = session.state.getState().brushSize * viewer.getSnapshot().view.scale;
        shown.style.visibility = at === undefined ? 'hidden' : 'visible';
        if (at === undefined) return;
        const diameter = Math.max(2, size);
        shown.style.width = `${diameter}px`;
        shown.style.height = `${diameter}px`;
        shown.style.transform = `translate(${at.x - diameter / 2}px, ${at.y - diameter / 2}px)`;
      },
      extend: (stroke, fromPoint) => session.extend(stroke, fromPoint),
      end: (stroke) => session.endStroke(stroke),
      cancel: () => session.cancelStroke(),
    };
    const stops = [
      listenToBrush(element.current, target),
      listenToBrushKeys(element.current, target, setByKeys),
      // keys change its size, and the wheel the zoom
      session.state.subscribe(() => target.hover(place)),
      viewer.subscribe(() => target.hover(place)),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [session, viewer]);

  return (
    <>
      <div
        ref={element}
        className={shared['cover']}
        style={{
          overflow: 'hidden',
          outlineOffset: 'calc(-1 * var(--gesso-outline))',
          cursor: 'crosshair',
          touchAction: 'none',
        }}
        role="application"
        aria-label="Brush: press Enter to paint with the arrow keys"
        tabIndex={0}
      >
        <div ref={ring} className={shared['over']} style={RING} />
      </div>
      <div role="status">
        {isByKeys && (
          <div className={shared['onPicture']} data-side="middle">
            Arrow keys move, Shift farther. Enter starts and ends, Esc stops.
          </div>
        )}
      </div>
    </>
  );
}
