/** Makes results undoable: undo hides one and restores the mask it took. */
import type { Patch, PatchState } from '../../../../shared/contract/photos.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { jobMaskUrl } from '../../../../shared/media.ts';
import { readError } from '../../../core/backend/read-error.ts';
import type { CanvasCore, EditCommand } from '../canvas/index.ts';
import { takenBoxes } from './taken-boxes.ts';
import type { KeptTextBoxes } from './kept-text-boxes.ts';
import type { SessionDeps } from './session-deps.ts';

export interface PatchCommandDeps extends Pick<SessionDeps, 'backend' | 'jobs' | 'media'> {
  readonly core: Pick<CanvasCore, 'mask'>;
  readonly textBoxes: Pick<KeptTextBoxes, 'giveBack' | 'takeAgain'>;
  readonly photoId: string;
  /** Lowest first. */
  patches(): readonly Patch[];
  refresh(): Promise<void>;
}

export interface AroundStep {
  undo(): () => void;
  redo(): () => void;
}

export type RunCommand = ReturnType<typeof createRunCommand>;

/** For "Undo …". */
export const STEP_LABELS = {
  cleanup: 'clean-up',
  'remove-text': 'text removal',
  'merge-face': 'face merge',
  recipe: 'recipe steps',
} as const;

/**
 * @param run.around called before undo or redo; returns a function to call afterwards
 * @param run.taken the applied step that erased the run's mask; none for text removals and runs of
 * earlier sessions
 */
export function createRunCommand(
  deps: PatchCommandDeps,
  run: {
    readonly jobId: string;
    readonly label: string;
    readonly taken?: EditCommand | undefined;
    readonly around?: AroundStep | undefined;
  },
) {
  const { jobId, label, taken, around } = run;
  let inner: EditCommand | undefined;
  const requireResult = (): EditCommand => {
    // the list may receive the result before this step
    const patch = deps.patches().find((each) => each.jobId === jobId);
    if (patch !== undefined) inner ??= createPatchCommand(deps, patch, taken);
    if (inner !== undefined) return inner;
    throw new AppError(
      'invalid-input',
      label === STEP_LABELS['remove-text']
        ? 'This text removal is still running. Stop it, or wait for the result.'
        : 'This clean-up is still running. Stop it to restore its mask, or wait for the result.',
    );
  };
  return {
    jobId,
    command: {
      label,
      kept: { jobId },
      async undo() {
        const finish = around?.undo();
        await requireResult().undo();
        finish?.();
      },
      async redo() {
        const finish = around?.redo();
        await requireResult().redo();
        finish?.();
      },
    },
    complete(patch: Patch): void {
      inner ??= createPatchCommand(deps, patch, taken);
    },
  };
}

/**
 * Undoing a text removal restores its boxes, since it took no mask.
 * @param taken the step that took its mask in this session; otherwise the mask is fetched
 */
export function createPatchCommand(
  deps: PatchCommandDeps,
  patch: Patch,
  taken?: EditCommand,
): EditCommand {
  const hasMask = patch.operation === 'cleanup';
  let given: EditCommand | undefined;
  // the run's mask outlives its result
  const fetchMask = () =>
    hasMask && taken === undefined
      ? deps.media.loadMask(jobMaskUrl(patch.jobId))
      : Promise.resolve([]);
  return {
    label: STEP_LABELS[patch.operation],
    kept: { jobId: patch.jobId },
    async undo() {
      const tiles = await fetchMask();
      const boxes = await takenBoxes(deps, patch);
      await setState(deps, patch.id, 'hidden', hasMask ? 'restore' : 'keep').catch(unlessGone);
      deps.textBoxes.giveBack(boxes);
      if (taken !== undefined) await taken.undo();
      else if (hasMask) given = deps.core.mask.unite(tiles);
      await deps.refresh();
    },
    async redo() {
      const tiles = given === undefined ? await fetchMask() : [];
      const boxes = await takenBoxes(deps, patch);
      await setState(deps, patch.id, 'applied', hasMask ? 'consume' : 'keep');
      deps.textBoxes.takeAgain(boxes);
      if (taken !== undefined) await taken.redo();
      else if (given !== undefined) await given.undo();
      else if (hasMask) deps.core.mask.subtract(tiles);
      await deps.refresh();
    },
  };
}

/** A deleted result counts as hidden, so its mask is still restored. */
function unlessGone(thrown: unknown): void {
  if (readError(thrown).kind !== 'not-found') throw thrown;
}

/** Keeps the stored mask unless told otherwise: the saves of the painted one update it. */
export async function setState(
  { backend, photoId }: Pick<PatchCommandDeps, 'backend' | 'photoId'>,
  patchId: string,
  state: PatchState | 'deleted',
  mask: 'restore' | 'consume' | 'keep' = 'keep',
): Promise<void> {
  await backend.photos.setPatchState({ photoId, patchId, state, mask });
}
