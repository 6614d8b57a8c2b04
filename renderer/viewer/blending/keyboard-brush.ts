/** Enter begins and ends a stroke, arrow keys move the brush, Escape cancels. */
import type { Point } from '../../../shared/geometry/rect.ts';
import { movedByKey } from '../stage/input/arrow-steps.ts';
import type { BrushTarget } from './brush-gesture.ts';
import { recordStroke, type StrokeRecorder } from '../weights/stroke-recorder.ts';

/** @param changed called when keys take the brush and when they put it down */
export function listenToBrushKeys(
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
