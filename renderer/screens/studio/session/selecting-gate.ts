/** Loads the selecting tools on first use. */
import type { SelectionMark, ToolName } from '../canvas/index.ts';
import type { Selecting } from './selecting/selecting.ts';
import type { PlanActions } from './plan-actions.ts';
import type { SessionContext } from './session-context.ts';

export type SelectingGate = ReturnType<typeof createSelectingGate>;

const SELECTING: ReadonlySet<ToolName> = new Set(['object', 'line', 'wand', 'spots']);

/** @param plan of the next run */
export function createSelectingGate(
  context: SessionContext,
  run: () => Promise<void>,
  plan: PlanActions,
) {
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

  // queues gestures until the tools are loaded
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
    /** Resolves when the proposal is in the mask. */
    settle: async (): Promise<void> => await loaded?.settle(),
    /** Undoes the last gesture of a proposal. @returns false without a proposal */
    stepBack: (): boolean => loaded?.stepBack() === true,
    destroy(): void {
      isDestroyed = true;
      stop();
      loaded?.destroy();
    },
  };
}
