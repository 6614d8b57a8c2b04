import type { Patch, PatchState } from '../../../../shared/contract/photos.ts';
import type { EditCommand } from '../canvas/index.ts';
import type { PatchCommandDeps } from './patch-commands.ts';

/** Leaves the masks alone. */
export function createShownCommand(
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
    bytes: 0,
    undo: () => show(!isShown),
    redo: () => show(isShown),
  };
}

export function createVariantCommand(
  deps: PatchCommandDeps,
  shownIds: readonly string[],
  patchId: string,
): EditCommand {
  const { photoId } = deps;
  const { photos } = deps.backend;
  const others = shownIds.filter((id) => id !== patchId);
  const set = async (patchIds: readonly string[], on: boolean): Promise<void> => {
    if (patchIds.length > 0) {
      await photos.setPatchStates({ photoId, patchIds, state: stateOf(on) });
    }
  };
  return {
    label: 'show variant',
    bytes: 0,
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
export function createDeleteCommand(
  deps: PatchCommandDeps,
  patches: readonly Patch[],
  replacement?: Patch,
): EditCommand {
  async function restore(deleted: readonly Patch[]): Promise<void> {
    for (const { id, state } of deleted) await setState(deps, id, state);
  }
  return {
    label: patches.length === 1 ? 'delete result' : `delete ${patches.length} variants`,
    bytes: 0,
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
export function createMaskBackCommand(
  deps: PatchCommandDeps,
  patch: Patch,
  given: EditCommand | undefined,
  label: string,
): EditCommand {
  return {
    label,
    bytes: given?.bytes ?? 0,
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

/** Keeps the stored mask: the saves of the painted one update it. */
async function setState(
  { backend, photoId }: PatchCommandDeps,
  patchId: string,
  state: PatchState | 'deleted',
): Promise<void> {
  await backend.photos.setPatchState({ photoId, patchId, state, mask: 'keep' });
}
