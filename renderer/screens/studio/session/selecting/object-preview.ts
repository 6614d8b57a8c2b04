/** Highlights the object under a resting pointer, first softly, then outlined. */
import type { ObjectAt, ObjectAtRequest } from '../../../../../shared/contract/selection.ts';
import {
  intersectRects,
  rectArea,
  unionRects,
  type Point,
} from '../../../../../shared/geometry/rect.ts';
import { readError } from '../../../../core/backend/read-error.ts';
import type { ProposalLayer, ToolName } from '../../canvas/index.ts';
import { areaOf, boundsOf } from '../../proposal/contour.ts';
import { readyPhoto } from '../../model/studio-store.ts';
import type { SessionContext } from '../session-context.ts';
import { visibleRect } from './visible-rect.ts';

const PREVIEW = {
  /** Milliseconds without a move. */
  rest: 40,
  /** Milliseconds without a change of the view. */
  viewRest: 200,
  /** Answers are obsolete once the pointer has moved farther, CSS pixels. */
  late: 40,
  /** Overlap above which answers mean the same thing, which then stays. */
  same: 0.9,
} as const;

/** One request at a time. @param isBusy true while something else is shown or answered */
export function createObjectPreview(
  { core, backend, soon, store }: SessionContext,
  layer: Pick<ProposalLayer, 'show'>,
  isBusy: () => boolean,
) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking: AbortController | undefined;
  let asked: Point | undefined;
  let lit: ObjectAt['outlines'] = [];
  let litAt = 0;
  let refining: AbortController | undefined;
  let isPressed = false;
  /** The model cannot run here: no requests until the tool is selected again. */
  let isMissing = false;

  /** @returns whether it is another thing than before */
  function light(outlines: ObjectAt['outlines']): boolean {
    if (lit.length === 0 && outlines.length === 0) return false;
    const { scale } = core.getSnapshot().view;
    if (scale === litAt && isSameThing(lit, outlines)) return false;
    refining?.abort();
    lit = outlines;
    litAt = scale;
    const isNone = outlines.length === 0;
    layer.show('preview', isNone ? undefined : { things: [outlines], edge: 'coarse' });
    return !isNone;
  }

  function forget(): void {
    clearTimeout(timer);
    asking?.abort();
    asking = undefined;
    asked = undefined;
    light([]);
  }

  function moved(rest: number = PREVIEW.rest): void {
    clearTimeout(timer);
    if (core.getSnapshot().tool !== 'object') {
      if (lit.length > 0 || asking !== undefined) forget();
      isMissing = false;
      return;
    }
    if (core.pointerOnPhoto() === undefined) return forget();
    timer = setTimeout(rested, rest);
  }

  function rested(): void {
    const at = core.pointerOnPhoto();
    if (at === undefined || isMissing || isPressed || isBusy() || asking !== undefined) return;
    if (asked !== undefined && asked.x === at.x && asked.y === at.y) return;
    void ask(at);
  }

  async function ask(point: Point): Promise<void> {
    const photo = readyPhoto(store.getState());
    if (photo === undefined) return;
    const controller = new AbortController();
    const { signal } = controller;
    asking = controller;
    asked = point;
    try {
      const within = visibleRect(core.getSnapshot(), photo);
      const request = { photoId: photo.id, point, ...(within === undefined ? {} : { within }) };
      const coarse = { ...request, pass: 'coarse' } as const;
      const { outlines } = await backend.selection.objectAt(coarse, { signal });
      if (!signal.aborted && !isLate(point) && light(outlines)) void refine(request);
    } catch (thrown) {
      // only a click reports why
      if (signal.aborted) return;
      isMissing = readError(thrown).kind === 'tool-unavailable';
      light([]);
    }
    if (asking !== controller) return;
    soon(() => {
      if (asking !== controller) return;
      asking = undefined;
      rested();
    });
  }

  async function refine(request: Omit<ObjectAtRequest, 'pass'>): Promise<void> {
    const controller = new AbortController();
    const { signal } = controller;
    refining = controller;
    try {
      const fine = { ...request, pass: 'fine' } as const;
      const { outlines } = await backend.selection.objectAt(fine, { signal });
      if (signal.aborted || outlines.length === 0) return;
      layer.show('preview', { things: [outlines], edge: 'fine' });
    } catch {
      // keep the fill and ask again at the next rest
      if (!signal.aborted) lit = [[]];
    }
  }

  function isLate({ x, y }: Point): boolean {
    const now = core.pointerOnPhoto();
    if (now === undefined) return true;
    return Math.hypot(now.x - x, now.y - y) * core.getSnapshot().view.scale > PREVIEW.late;
  }

  const stopPointer = core.onPointerMoved(() => moved());
  let tool: ToolName | undefined;
  let scale = core.getSnapshot().view.scale;
  function changed(): void {
    const next = core.getSnapshot();
    if (next.view.scale !== scale) {
      scale = next.view.scale;
      asked = undefined; // zooming may find finer or larger things without a move
      moved(PREVIEW.viewRest);
    }
    if (next.tool === tool) return;
    tool = next.tool;
    moved(); // the pointer may rest there already
  }
  const stopCore = core.subscribe(changed);
  changed();
  return {
    /** Pauses during gestures. */
    setPressed(next: boolean): void {
      isPressed = next;
      if (next) forget();
    },
    forget,
    stop(): void {
      stopPointer();
      stopCore();
      forget();
    },
  };
}

function isSameThing(a: ObjectAt['outlines'], b: ObjectAt['outlines']): boolean {
  const [boxA, boxB] = [boundsOf(a), boundsOf(b)];
  const sum = (outlines: ObjectAt['outlines']): number =>
    Math.abs(outlines.reduce((area, outline) => area + areaOf(outline), 0));
  const [areaA, areaB] = [sum(a), sum(b)];
  const boxes = rectArea(intersectRects(boxA, boxB)) / rectArea(unionRects(boxA, boxB));
  return boxes > PREVIEW.same && Math.min(areaA, areaB) / Math.max(areaA, areaB) > PREVIEW.same;
}
