/** The selection that has just been taken into the mask: a run is offered beside it until something else is begun. */
import type { Rect } from '../../../../../shared/geometry/rect.ts';
import type { SessionContext } from '../session-context.ts';

export interface TakenSelection {
  /** @param bounds of the selection, photo space */
  offer(bounds: Rect): void;
  /** @returns false when nothing was offered */
  forget(): boolean;
  stop(): void;
}

export function createTakenSelection({ core, stores }: SessionContext): TakenSelection {
  const store = stores.selecting;

  function forget(): boolean {
    if (store.getState().taken === undefined) return false;
    store.setState({ taken: undefined });
    return true;
  }

  const { tool: first } = core.getSnapshot();
  let tool = first;
  const stopCore = core.subscribe(() => {
    const now = core.getSnapshot();
    // another tool, a stroke, an undone step: the mask is no longer what was looked at
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
    offer(bounds) {
      store.setState({ taken: { bounds, pointer: core.pointerOnPhoto() } });
    },
    forget,
    stop() {
      stopCore();
      stopOthers();
      stopRun();
      forget();
    },
  };
}
