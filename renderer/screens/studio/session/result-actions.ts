/** Everything but peeking can be undone. */
import type { CallPlan } from '../../../../shared/contract/cleanup.ts';
import type { Patch, PatchState } from '../../../../shared/contract/photos.ts';
import type { Rect } from '../../../../shared/geometry/rect.ts';
import { count } from '../../../core/ui/format.ts';
import { resultName } from '../model/result-name.ts';
import { changedByAll, nextVariant, neighbourVariant, variantsOf } from '../model/variants.ts';
import { uniteTiles } from '../../../../shared/mask/mask-tiles.ts';
import type { EditCommand } from '../canvas/index.ts';
import { readMasks } from './mask-bytes.ts';
import { setState, type PatchCommandDeps } from './patch-commands.ts';
import { takenBoxes } from './taken-boxes.ts';
import type { KeptTextBoxes } from './kept-text-boxes.ts';
import type { StudioRunActions } from './run-actions.ts';
import { begunRun } from './run-steps.ts';
import type { SessionContext } from './session-context.ts';

/** Leaves the masks alone. */
function createShownCommand(
  deps: PatchCommandDeps,
  patchIds: readonly string[],
  isShown: boolean,
): EditCommand {
  const show = async (on: boolean): Promise<void> => {
    const { photoId } = deps;
    const [only] = patchIds;
    if (patchIds.length === 1 && only !== undefined) await setState(deps, only, stateOf(on));
    else await deps.backend.photos.setPatchStates({ photoId, patchIds, state: stateOf(on) });
    await deps.refresh();
  };
  const results = patchIds.length === 1 ? 'result' : `${patchIds.length} results`;
  return {
    label: isShown ? `show ${results}` : `hide ${results}`,
    undo: () => show(!isShown),
    redo: () => show(isShown),
  };
}

function createVariantCommand(
  deps: PatchCommandDeps,
  shownIds: readonly string[],
  patchId: string,
): EditCommand {
  const { photoId } = deps;
  const { photos } = deps.backend;
  const others = shownIds.filter((id) => id !== patchId);
  const set = async (patchIds: readonly string[], on: boolean): Promise<void> => {
    if (patchIds.length > 0) await photos.setPatchStates({ photoId, patchIds, state: stateOf(on) });
  };
  return {
    label: 'show variant',
    async undo() {
      await set([patchId], shownIds.includes(patchId));
      await set(others, true);
      await deps.refresh();
    },
    async redo() {
      // first, so that the others stay if it was deleted
      await setState(deps, patchId, 'applied');
      await set(others, false);
      await deps.refresh();
    },
  };
}

/** Deletes all results or none. @param replacement hidden variant to show instead */
function createDeleteCommand(
  deps: PatchCommandDeps,
  patches: readonly Patch[],
  replacement?: Patch,
): EditCommand {
  async function restore(deleted: readonly Patch[]): Promise<void> {
    for (const { id, state } of deleted) await setState(deps, id, state);
  }
  return {
    label: patches.length === 1 ? 'delete result' : `delete ${patches.length} variants`,
    async undo() {
      if (replacement !== undefined) await setState(deps, replacement.id, replacement.state);
      await restore(patches);
      await deps.refresh();
    },
    async redo() {
      for (const [index, { id }] of patches.entries()) {
        try {
          await setState(deps, id, 'deleted');
        } catch (thrown) {
          await restore(patches.slice(0, index)); // one of them is in use
          throw thrown;
        }
      }
      if (replacement !== undefined) await setState(deps, replacement.id, 'applied');
      await deps.refresh();
    },
  };
}

/**
 * Hides a result and restores its mask.
 * @param given the applied step that added the mask; none for a text removal
 */
function createMaskBackCommand(
  deps: PatchCommandDeps,
  patch: Patch,
  given: EditCommand | undefined,
  label: string,
): EditCommand {
  return {
    label,
    // after a restart it only restores the mask
    ...(given?.kept === undefined ? {} : { kept: given.kept }),
    async undo() {
      await setState(deps, patch.id, patch.state);
      await given?.undo();
      await deps.refresh();
    },
    async redo() {
      await setState(deps, patch.id, 'hidden');
      await given?.redo();
      await deps.refresh();
    },
  };
}

function stateOf(isShown: boolean): PatchState {
  return isShown ? 'applied' : 'hidden';
}

export function createResultActions(
  context: SessionContext,
  runs: Pick<StudioRunActions, 'startWith'>,
) {
  const { core, backend, media, store, say, attempt, fail, work, refresh } = context;
  const { getState: get, setState: set } = store;
  /** Only the latest answer counts. */
  let previews = 0;
  const find = (patchId: string): Patch | undefined => patchIn(get().patches, patchId);

  /**
   * Applies and pushes a change.
   * @param commandOf called at its turn, since earlier orders change the results
   */
  function make(
    commandOf: (deps: PatchCommandDeps, patches: readonly Patch[]) => EditCommand | undefined,
  ): Promise<void> {
    const current = work();
    if (current === undefined) return Promise.resolve();
    const seen = get().patches;
    return core.history.make(async () => {
      // if another photo is open, uses the results of the order's photo
      const command = commandOf(current.commands, work() === current ? get().patches : seen);
      try {
        await command?.redo();
      } catch (thrown) {
        void refresh().catch(fail); // a result may have been deleted since
        throw thrown;
      }
      return command;
    });
  }

  return {
    setShown: (patchId: string, isShown: boolean): Promise<void> =>
      attempt(() =>
        make(
          (deps, patches) =>
            patchIn(patches, patchId) && createShownCommand(deps, [patchId], isShown),
        ),
      ),
    /** One undo step; the variant is judged afterwards. */
    stepVariant: (patchId: string, direction: 1 | -1): Promise<void> =>
      attempt(async () => {
        let stepped: { readonly variants: readonly Patch[]; readonly to: string } | undefined;
        await make((deps, patches) => {
          const patch = patchIn(patches, patchId);
          if (patch === undefined) return undefined;
          const variants = variantsOf(patches, patch);
          const next = neighbourVariant(variants, patchId, direction);
          if (next === undefined || next.id === patchId) return undefined;
          stepped = { variants, to: next.id };
          return createVariantCommand(deps, shownIds(variants), next.id);
        });
        if (stepped === undefined) return;
        const { variants, to } = stepped;
        const { selectedId } = store.getState().results;
        const isSelected = variants.some(({ id }) => id === selectedId);
        store.setSlice('results', { judgedId: to, ...(isSelected && { selectedId: to }) });
      }),
    /** One undo step; shows one variant per place. */
    setAllShown: (isShown: boolean): Promise<void> =>
      attempt(() =>
        make((deps, patches) => {
          const ids = changedByAll(patches, isShown).map(({ id }) => id);
          return ids.length === 0 ? undefined : createShownCommand(deps, ids, isShown);
        }),
      ),
    /**
     * Hides a result and repeats its run.
     * @param grow photo pixels to grow a clean-up's mask by; 0 requests another answer
     */
    runAgain: (patchId: string, grow: number): Promise<void> =>
      runs.startWith(({ photoId, commands, textBoxes }) => {
        const patch = find(patchId);
        return async () => {
          const boxes = patch === undefined ? [] : await takenBoxes(commands, patch);
          const { operation = 'cleanup' } = patch ?? {};
          const kind = operation === 'recipe' ? 'cleanup' : operation; // the backend refuses it
          const isCleanup = kind === 'cleanup';
          const started = await backend.cleanup.runPatchAgain({
            photoId,
            patchId,
            ...(isCleanup ? { grow } : {}),
            // repeating means that the answer was not good
            stored: grow === 0 ? 'ignore' : 'use',
          });
          const begun = { ...(await begunRun(started, kind)), stored: started.stored };
          if (patch === undefined || work()?.commands !== commands) return begun;
          const given = isCleanup
            ? core.mask.unite(uniteTiles(begun.masks))
            : boxesStep(textBoxes, boxes);
          textBoxes.taken(boxes);
          core.history.push(createMaskBackCommand(commands, patch, given, 'run result again'));
          await refresh();
          return begun;
        };
      }),
    /**
     * Returns the calls of `runAgain` and shows the grown mask until `endPreview`.
     * @returns `undefined` if superseded or no photo is open
     */
    async previewAgain(patchId: string, grow: number): Promise<CallPlan | undefined> {
      const current = work();
      if (current === undefined) return undefined;
      previews += 1;
      const own = previews;
      const { photoId } = current;
      const { plan, mask } = await backend.cleanup.planPatchAgain({ photoId, patchId, grow });
      const [tiles = []] = await readMasks([mask]);
      if (own !== previews || work() !== current) return undefined;
      store.setSlice('results', { grownMask: tiles });
      return plan;
    },
    endPreview(): void {
      previews += 1;
      store.setSlice('results', { grownMask: undefined });
    },
    /** Hides a clean-up's result and adds its mask to the painted one. */
    restoreMask: (patchId: string): Promise<void> =>
      attempt(async () => {
        const current = work();
        const patch = find(patchId);
        if (current === undefined || patch?.operation !== 'cleanup') return;
        const { commands, photoId, saver } = current;
        const tiles = await media.loadMask(patch.maskUrl);
        await core.history.make(() =>
          saver.paused(async () => {
            await saver.flush();
            await backend.photos.repaintPatch({ photoId, patchId, grow: 0 });
            if (work() !== current) return undefined;
            return createMaskBackCommand(commands, patch, core.mask.unite(tiles), 'restore mask');
          }),
        );
        await refresh();
      }),
    /** Another variant replaces it. Undoable until Gesso is closed. */
    remove: (patchId: string): Promise<void> =>
      attempt(async () => {
        let removed: { readonly replacement: Patch | undefined } | undefined;
        await make((deps, patches) => {
          const patch = patchIn(patches, patchId);
          if (patch === undefined) return undefined;
          removed = { replacement: nextVariant(patches, patch) };
          return createDeleteCommand(deps, [patch], removed.replacement);
        });
        if (removed === undefined) return;
        const { replacement } = removed;
        if (store.getState().results.judgedId === patchId)
          store.setSlice('results', { judgedId: replacement?.id });
        const instead =
          replacement === undefined ? '' : ` ${resultName(replacement)} takes its place.`;
        say(`Result deleted.${instead} Undo restores it until you close Gesso.`);
      }),
    /** Like `remove`, for all variants of its place. */
    removePlace: (patchId: string): Promise<void> =>
      attempt(async () => {
        let removed = 0;
        await make((deps, patches) => {
          const patch = patchIn(patches, patchId);
          if (patch === undefined) return undefined;
          const variants = variantsOf(patches, patch);
          removed = variants.length;
          return createDeleteCommand(deps, variants);
        });
        if (removed === 0) return;
        say(`${count(removed, 'variant')} deleted. Undo restores them until you close Gesso.`);
      }),
    refresh: (): Promise<void> => refresh().catch(fail), // keeps an earlier error on the screen
    peek(on: boolean): void {
      if (get().isPeeking === on || get().status !== 'ready') return;
      core.picture.comparison.setPeek(on);
      set({ isPeeking: on });
    },
  };
}

function patchIn(patches: readonly Patch[], patchId: string): Patch | undefined {
  return patches.find(({ id }) => id === patchId);
}

function shownIds(patches: readonly Patch[]): readonly string[] {
  return patches.filter(({ state }) => state === 'applied').map(({ id }) => id);
}

function boxesStep(textBoxes: KeptTextBoxes, boxes: readonly Rect[]): EditCommand {
  return {
    label: 'restore boxes',
    undo: () => textBoxes.takeAgain(boxes),
    redo: () => textBoxes.giveBack(boxes),
  };
}
