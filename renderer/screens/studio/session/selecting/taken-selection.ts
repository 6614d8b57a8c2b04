/** Offers a run next to an accepted selection until something else begins. */
import type { Rect } from '../../../../../shared/geometry/rect.ts';
import type { SessionContext } from '../session-context.ts';

export function createTakenSelection({ core, stores }: SessionContext) {
  const store = stores.selecting;

  /** @returns false if nothing was offered */
  function forget(): boolean {
    if (store.getState().taken === undefined) return false;
    store.setState({ taken: undefined });
    return true;
  }

  const { tool: first } = core.getSnapshot();
  let tool = first;
  const stopCore = core.subscribe(() => {
    const now = core.getSnapshot();
    // another tool, a stroke or an undo: the mask has changed since
    if (now.tool !== tool || now.isPainting || now.canRedo || now.maskBounds === undefined)
      forget();
    tool = now.tool;
  });
  const stopOthers = store.subscribe(({ objects, spots }, before) => {
    if (objects !== before.objects || spots !== before.spots) forget();
  });
  const stopRun = stores.studio.subscribe(({ isStarting }) => {
    if (isStarting) forget();
  });
  return {
    /** @param bounds photo space */
    offer(bounds: Rect): void {
      store.setState({ taken: { bounds, pointer: core.pointerOnPhoto() } });
    },
    forget,
    stop(): void {
      stopCore();
      stopOthers();
      stopRun();
      forget();
    },
  };
}
