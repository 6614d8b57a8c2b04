/** Results as steps of the history: undoing one hides it and brings its mask back, editable. */
import type { Patch } from '../../../../shared/contract/photos.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { backend } from '../../../backend/client.ts';
import { loadMask } from '../../../backend/media.ts';
import type { CanvasCore, EditCommand } from '../canvas/index.ts';

/** What the commands work on. */
export interface PatchCommandParts {
  readonly core: CanvasCore;
  readonly photoId: string;
  /** Fetches the results again and shows them. */
  refresh(): Promise<void>;
}

/** A step of the history for a run: pending at first, then a result. */
export interface RunCommand {
  readonly command: EditCommand;
  readonly jobId: string;
  /** The result has arrived. */
  complete(patch: Patch): void;
}

const LABEL = 'clean-up';

/**
 * @param taken the step that took the run's mask out of the painted one, already made
 */
export function createRunCommand(
  parts: PatchCommandParts,
  jobId: string,
  taken: EditCommand,
): RunCommand {
  let inner: EditCommand | undefined;
  const requireResult = (): EditCommand => {
    if (inner !== undefined) return inner;
    throw new AppError({
      kind: 'invalid-input',
      message:
        'This clean-up is still running. Stop it to get its mask back, or wait for the result.',
    });
  };
  return {
    jobId,
    command: {
      label: LABEL,
      bytes: taken.bytes,
      kept: { jobId },
      undo: () => requireResult().undo(),
      redo: () => requireResult().redo(),
    },
    complete(patch) {
      inner = patchCommand(parts, patch, taken);
    },
  };
}

/** A step of the history for a result of an earlier session: its mask is fetched when it is needed. */
export function createPatchCommand(parts: PatchCommandParts, patch: Patch): EditCommand {
  let taken: EditCommand | undefined;
  return {
    label: LABEL,
    bytes: 0,
    kept: { jobId: patch.jobId },
    async undo() {
      const tiles = await loadMask(patch.maskUrl);
      await setState(parts, patch.id, 'hidden', 'restore');
      taken = parts.core.uniteTiles(tiles);
      await parts.refresh();
    },
    async redo() {
      const tiles = taken === undefined ? await loadMask(patch.maskUrl) : [];
      await setState(parts, patch.id, 'applied', 'consume');
      if (taken === undefined) parts.core.subtractTiles(tiles);
      else await taken.undo();
      await parts.refresh();
    },
  };
}

/** A step of the history for the eye in the list of results. */
export function createVisibilityCommand(
  parts: PatchCommandParts,
  patch: Patch,
  isShown: boolean,
): EditCommand {
  const show = async (on: boolean) => {
    await setState(parts, patch.id, on ? 'applied' : 'hidden', 'keep');
    await parts.refresh();
  };
  return {
    label: isShown ? 'show result' : 'hide result',
    bytes: 0,
    undo: () => show(!isShown),
    redo: () => show(isShown),
  };
}

function patchCommand(parts: PatchCommandParts, patch: Patch, taken: EditCommand): EditCommand {
  return {
    label: LABEL,
    bytes: taken.bytes,
    async undo() {
      await setState(parts, patch.id, 'hidden', 'restore');
      await taken.undo();
      await parts.refresh();
    },
    async redo() {
      await setState(parts, patch.id, 'applied', 'consume');
      await taken.redo();
      await parts.refresh();
    },
  };
}

async function setState(
  parts: PatchCommandParts,
  patchId: string,
  state: 'applied' | 'hidden',
  mask: 'restore' | 'consume' | 'keep',
): Promise<void> {
  await backend.photos.setPatchState({ photoId: parts.photoId, patchId, state, mask });
}
