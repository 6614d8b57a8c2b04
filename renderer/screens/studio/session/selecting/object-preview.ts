/** The object under the pointer, lit up while the pointer rests. */
import type { Point } from '../../../../../shared/geometry/rect.ts';
import { readError } from '../../../../base/backend/read-error.ts';
import type { ProposalLayer, ToolName } from '../../canvas/index.ts';
import { readyPhoto } from '../../model/studio-store.ts';
import type { SessionContext } from '../session-context.ts';
import { visibleRect } from './visible-rect.ts';

const PREVIEW = {
  /** Milliseconds without a move: then the pointer rests. */
  rest: 40,
  /** An answer for a place from which the pointer has moved farther than this is late, CSS pixels. */
  late: 40,
} as const;

export interface ObjectPreview {
  /** The button is down: a gesture is no question. */
  setPressed(isPressed: boolean): void;
  /** Puts out the light. */
  forget(): void;
  stop(): void;
}

/** One order at a time. @param isBusy a gesture is being answered, or something else is shown */
export function createObjectPreview(
  { core, backend, soon, stores }: SessionContext,
  layer: Pick<ProposalLayer, 'showPreview'>,
  isBusy: () => boolean,
): ObjectPreview {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking: AbortController | undefined;
  let asked: Point | undefined;
  let isShown = false;
  let isPressed = false;
  /** The model does not run on this computer: nothing is asked before the tool is taken up again. */
  let isMissing = false;

  function show(outlines: readonly (readonly number[])[]): void {
    if (outlines.length === 0 && !isShown) return;
    isShown = outlines.length > 0;
    layer.showPreview(isShown ? { outlines } : undefined);
  }

  function forget(): void {
    clearTimeout(timer);
    asking?.abort();
    asking = undefined;
    asked = undefined;
    show([]);
  }

  function moved(): void {
    clearTimeout(timer);
    if (core.getSnapshot().tool !== 'object') {
      if (isShown || asking !== undefined) forget();
      isMissing = false;
      return;
    }
    if (core.pointerOnPhoto() === undefined) {
      forget();
      return;
    }
    timer = setTimeout(rested, PREVIEW.rest);
  }

  function rested(): void {
    const at = core.pointerOnPhoto();
    if (at === undefined || isMissing || isPressed || isBusy() || asking !== undefined) return;
    if (asked !== undefined && asked.x === at.x && asked.y === at.y) return;
    void ask(at);
  }

  async function ask(point: Point): Promise<void> {
    const photo = readyPhoto(stores.studio.getState());
    if (photo === undefined) return;
    const controller = new AbortController();
    const { signal } = controller;
    asking = controller;
    asked = point;
    try {
      const within = visibleRect(core.getSnapshot(), photo);
      const request = { photoId: photo.id, point, ...(within === undefined ? {} : { within }) };
      const { outlines } = await backend.selection.objectAt(request, { signal });
      if (!signal.aborted && !isLate(point)) show(outlines);
    } catch (thrown) {
      // a click says why; here the pointer only rested
      if (signal.aborted) return;
      isMissing = readError(thrown).kind === 'tool-unavailable';
      show([]);
    }
    if (asking !== controller) return;
    soon(() => {
      if (asking !== controller) return;
      asking = undefined;
      rested();
    });
  }

  function isLate({ x, y }: Point): boolean {
    const now = core.pointerOnPhoto();
    if (now === undefined) return true;
    return Math.hypot(now.x - x, now.y - y) * core.getSnapshot().view.scale > PREVIEW.late;
  }

  const stopPointer = core.onPointerMoved(moved);
  let tool: ToolName | undefined;
  function changed(): void {
    const next = core.getSnapshot().tool;
    if (next === tool) return;
    tool = next;
    moved(); // the pointer may rest there already
  }
  const stopCore = core.subscribe(changed);
  changed();
  return {
    setPressed(next) {
      isPressed = next;
      if (next) forget();
    },
    forget,
    stop() {
      stopPointer();
      stopCore();
      forget();
    },
  };
}
