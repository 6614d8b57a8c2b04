/** Previews the line tool's path to the pointer. */
import type { Point } from '../../../../../shared/geometry/rect.ts';
import { readError } from '../../../../core/backend/read-error.ts';
import type { ProposalLayer } from '../../canvas/index.ts';
import type { SessionContext } from '../session-context.ts';

/** Answers are obsolete once the pointer has moved farther, CSS pixels. */
const LATE = 60;

/**
 * One request at a time, then for the latest position.
 * @param from the last clicked point, if any
 * @param isBusy true keeps the preview while a click is answered
 * @param width photo pixels; `undefined` detects it
 */
export function createLinePreview(
  { core, backend, soon, work }: SessionContext,
  layer: Pick<ProposalLayer, 'show'>,
  from: () => readonly Point[],
  isBusy: () => boolean,
  width: () => Promise<number | undefined>,
) {
  let asking: AbortController | undefined;
  let asked: Point | undefined;
  let isShown = false;
  let pressedAt: Point | undefined;

  function show(outlines: readonly (readonly number[])[]): void {
    if (outlines.length === 0 && !isShown) return;
    isShown = outlines.length > 0;
    layer.show('preview', isShown ? { things: [outlines], edge: 'fine' } : undefined);
  }

  /** Ignores the pending answer. */
  function forget(): void {
    asking?.abort();
    asking = undefined;
    asked = undefined;
    show([]);
  }

  function follow(): void {
    if (isBusy()) return;
    const start = pressedAt === undefined ? from() : [...from(), pressedAt];
    const end = core.pointerOnPhoto();
    if (start.length === 0 || end === undefined) {
      if (isShown || asking !== undefined) forget();
      return;
    }
    if (asking !== undefined || (asked !== undefined && isSame(asked, end))) return;
    const photoId = work()?.photoId;
    if (photoId !== undefined) void ask(photoId, start, end);
  }

  async function ask(photoId: string, start: readonly Point[], end: Point): Promise<void> {
    const controller = new AbortController();
    const { signal } = controller;
    asking = controller;
    asked = end;
    try {
      const request = { photoId, points: [...start, end], width: await width() };
      const { outlines } = await backend.selection.line(request, { signal });
      if (!signal.aborted) show(isLate(end) ? [] : outlines);
    } catch (thrown) {
      // only a click reports why
      if (!signal.aborted && readError(thrown).kind !== 'cancelled') show([]);
    }
    if (asking !== controller) return;
    soon(() => {
      if (asking !== controller) return;
      asking = undefined;
      follow();
    });
  }

  function isLate(end: Point): boolean {
    const now = core.pointerOnPhoto();
    if (now === undefined) return true;
    const { scale } = core.getSnapshot().view;
    return Math.hypot(now.x - end.x, now.y - end.y) * scale > LATE;
  }

  const stopPointer = core.onPointerMoved(follow);
  return {
    /** Photo space; `undefined` ends it. */
    drawFrom(at: Point | undefined): void {
      const isNew = at === undefined || pressedAt === undefined || !isSame(at, pressedAt);
      pressedAt = at;
      if (isNew) asked = undefined;
      follow();
    },
    forget,
    stop(): void {
      stopPointer();
      forget();
    },
  };
}

function isSame(a: Point, b: Point): boolean {
  return a.x === b.x && a.y === b.y;
}
