/** The tools that select, which are loaded when one of them is first in hand. */
import type { SelectionMark, ToolName } from '../canvas/index.ts';
import type { Selecting } from './selecting/selecting.ts';
import type { PlanActions } from './plan-actions.ts';
import type { SessionContext } from './session-context.ts';

export interface SelectingGate {
  /** Acts as soon as they are loaded. */
  use(action: (selecting: Selecting) => unknown): void;
  /** Takes what is proposed into the mask; resolves when it is there. */
  settle(): Promise<void>;
  /** Takes the last gesture of a proposal back. @returns false when nothing is proposed */
  stepBack(): boolean;
  destroy(): void;
}

const SELECTING: ReadonlySet<ToolName> = new Set(['object', 'line', 'wand', 'spots']);

/** @param run starts the next run @param plan of it */
export function createSelectingGate(
  context: SessionContext,
  run: () => Promise<void>,
  plan: PlanActions,
): SelectingGate {
  const { core, fail } = context;
  let loading: Promise<Selecting> | undefined;
  let loaded: Selecting | undefined;
  let isDestroyed = false;

  async function load(): Promise<Selecting> {
    const { createSelecting } = await import('./selecting/selecting.ts');
    loaded = createSelecting(context, run, plan);
    if (isDestroyed) loaded.destroy();
    return loaded;
  }

  function use(action: (selecting: Selecting) => unknown): void {
    loading ??= load();
    loading.then(action).catch((thrown: unknown) => {
      if (loaded === undefined) loading = undefined; // the next use tries again
      fail(thrown);
    });
  }

  // until they are loaded, gestures wait here
  core.setSelecting({
    mark: (mark: SelectionMark) => use((selecting) => selecting.mark(mark)),
    previewFrom: () => undefined,
    key: () => false,
  });
  const stop = core.subscribe(() => {
    if (loading === undefined && SELECTING.has(core.getSnapshot().tool)) use(() => undefined);
  });

  return {
    use,
    settle: async () => await loaded?.settle(),
    stepBack: () => loaded?.stepBack() === true,
    destroy() {
      isDestroyed = true;
      stop();
      loaded?.destroy();
    },
  };
}
