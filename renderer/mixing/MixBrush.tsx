/**
 * The brush over the result: stands in the `overlay` of a `PictureViewer` while a tool paints. Wheel and
 * hand stay the viewer's.
 */
import { useEffect, useRef, useState, type PointerEvent } from 'react';
import type { MixStroke } from '../../shared/contract/mix.ts';
import type { Point } from '../../shared/geometry/rect.ts';
import { useViewer, useViewerSnapshot, type Viewer } from '../viewer/index.ts';
import type { MixSession } from './mix-session.ts';
import { recordStroke, type StrokeRecorder } from './stroke-recorder.ts';
import classes from './Mixing.module.css';
import { useMixState } from './use-mixing.ts';

/** @param props.isOff nothing is painted while states are compared */
export function MixBrush(props: { readonly session: MixSession; readonly isOff?: boolean }) {
  const { session, isOff = false } = props;
  const viewer = useViewer();
  const scale = useViewerSnapshot(({ view }) => view.scale) ?? 1;
  const tool = useMixState(session, (state) => state.tool);
  const isOpen = useMixState(session, (state) => state.open !== undefined);
  const brushSize = useMixState(session, (state) => state.brushSize);
  const [at, setAt] = useState<Point>();
  const recorder = useRef<StrokeRecorder>(undefined);

  useEffect(() => {
    session.onDraw(() => viewer?.drawNow());
    return () => session.onDraw(undefined);
  }, [session, viewer]);

  useEffect(() => {
    function cancel(event: KeyboardEvent): void {
      if (event.key !== 'Escape' || recorder.current === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      recorder.current = undefined;
      session.cancelStroke();
    }
    window.addEventListener('keydown', cancel, true);
    return () => window.removeEventListener('keydown', cancel, true);
  }, [session]);

  if (viewer === undefined || !isOpen || isOff || tool === 'hand') return null;

  function begin(event: PointerEvent<HTMLDivElement>): void {
    if (event.button !== 0 || viewer === undefined || viewer.isHandWanted()) return;
    event.stopPropagation(); // the viewer begins nothing
    event.currentTarget.setPointerCapture(event.pointerId);
    const { hardness } = session.state.getState();
    const brush = { radius: brushSize / 2, hardness, isErase: tool === 'erase' };
    recorder.current = recordStroke(toBase(event, viewer), brush);
    session.extend(recorder.current.stroke, 0);
  }

  function move(event: PointerEvent<HTMLDivElement>): void {
    setAt(toStage(event, event.currentTarget));
    const current = recorder.current;
    if (current === undefined || viewer === undefined) return;
    event.stopPropagation();
    const all = event.nativeEvent.getCoalescedEvents();
    let from: number | undefined;
    for (const each of all.length === 0 ? [event] : all) {
      const added = current.add(
        toBase({ ...positionOf(each), currentTarget: event.currentTarget }, viewer),
      );
      from ??= added;
    }
    if (from !== undefined) session.extend(current.stroke, from);
  }

  function end(event: PointerEvent<HTMLDivElement>): void {
    const stroke: MixStroke | undefined = recorder.current?.stroke;
    recorder.current = undefined;
    if (stroke === undefined) return;
    event.stopPropagation();
    if (event.type === 'pointerup') session.endStroke({ ...stroke, points: [...stroke.points] });
    else session.cancelStroke();
  }

  const diameter = Math.max(2, brushSize * scale);
  return (
    <div
      className={classes['brush']}
      data-mix-brush={tool}
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onPointerLeave={() => setAt(undefined)}
    >
      {at !== undefined && (
        <div
          className={classes['ring']}
          style={{
            width: diameter,
            height: diameter,
            transform: `translate(${at.x - diameter / 2}px, ${at.y - diameter / 2}px)`,
          }}
        />
      )}
    </div>
  );
}

interface Position {
  readonly clientX: number;
  readonly clientY: number;
}

function positionOf({ clientX, clientY }: Position): Position {
  return { clientX, clientY };
}

function toStage({ clientX, clientY }: Position, element: Element): Point {
  const { left, top } = element.getBoundingClientRect();
  return { x: clientX - left, y: clientY - top };
}

/** A pixel of the base, fractions included. */
function toBase(event: Position & { readonly currentTarget: Element }, viewer: Viewer): Point {
  const { x, y } = toStage(event, event.currentTarget);
  const { view } = viewer.getSnapshot();
  return { x: (x - view.x) / view.scale, y: (y - view.y) / view.scale };
}
