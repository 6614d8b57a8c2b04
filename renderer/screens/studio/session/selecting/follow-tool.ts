/** Keeps the backend warm for a selecting tool, and accepts a proposal when the tool changes. */
import type { ToolName } from '../../canvas/index.ts';
import { readyPhoto } from '../../model/studio-store.ts';
import type { SessionContext } from '../session-context.ts';
import { visibleRect } from './visible-rect.ts';

/** The backend reads the photo ahead for these. */
const SELECTING: ReadonlySet<ToolName> = new Set(['object', 'line', 'wand', 'spots']);

/** Pixels; of larger photos only the visible part is read ahead. */
const LARGE = 36_000_000;

/** Milliseconds without a change of the canvas. */
const REST = 150;

/** These keep a proposal, because they only move the photo. */
const MOVING: ReadonlySet<ToolName> = new Set(['hand']);

/** @param takenUp called a frame after the change @returns an unsubscribe function */
export function followTool(
  { core, backend, fail, store }: SessionContext,
  takenUp: (next: ToolName) => void,
): () => void {
  let warmed: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function warm(): void {
    const photo = readyPhoto(store.getState());
    const snapshot = core.getSnapshot();
    if (photo === undefined || !SELECTING.has(snapshot.tool)) {
      if (warmed !== undefined && !MOVING.has(snapshot.tool)) release();
      return;
    }
    const forObject = snapshot.tool === 'object';
    const isLarge = photo.width * photo.height > LARGE;
    // the object model uses the visible part even of small photos
    const within = isLarge || forObject ? visibleRect(snapshot, photo) : undefined;
    const key = JSON.stringify([photo.id, forObject, within]);
    if (key === warmed) return;
    warmed = key;
    // a head start: the order itself reports errors
    backend.selection
      .warm({ photoId: photo.id, forObject, ...(within === undefined ? {} : { within }) })
      .catch(() => undefined);
  }

  function release(): void {
    warmed = undefined;
    backend.selection.release({}).catch(fail);
  }

  function changed(): void {
    const next = core.getSnapshot().tool;
    if (!MOVING.has(next)) takenUp(next);
    // after the view has come to rest
    clearTimeout(timer);
    timer = setTimeout(warm, REST);
  }

  const stopCore = core.subscribe(changed);
  const stopStore = store.subscribe((state, before) => {
    if (readyPhoto(state) !== readyPhoto(before)) warm();
  });
  warm();
  return () => {
    clearTimeout(timer);
    stopCore();
    stopStore();
    if (warmed !== undefined) release();
  };
}
