/**
 * Results as steps of the history: undoing one hides it and brings its mask back, editable, where it
 * has taken one.
 */
import type { Patch } from '../../../../shared/contract/photos.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { jobMaskUrl } from '../../../../shared/media.ts';
import { readError } from '../../../base/backend/read-error.ts';
import type { CanvasCore, EditCommand } from '../canvas/index.ts';
import { takenBoxes } from './taken-boxes.ts';
import type { KeptTextBoxes } from './kept-text-boxes.ts';
import type { SessionParts } from './session-parts.ts';

/** The parts that the commands use. */
export interface PatchCommandParts extends Pick<SessionParts, 'backend' | 'jobs' | 'media'> {
  readonly core: Pick<CanvasCore, 'subtractTiles' | 'uniteTiles'>;
  readonly textBoxes: Pick<KeptTextBoxes, 'giveBack' | 'takeAgain'>;
  readonly photoId: string;
  /** The photo's results, lowest first. */
  patches(): readonly Patch[];
  /** Fetches the results again and shows them. */
  refresh(): Promise<void>;
}

/** Further effects of a step. */
export interface AroundStep {
  undo(): () => void;
  redo(): () => void;
}

/** A step of the history for a run: pending at first, then a result. */
export interface RunCommand {
  readonly command: EditCommand;
  readonly jobId: string;
  /** The result has arrived. */
  complete(patch: Patch): void;
}

/** Names of each operation's steps, for "Undo …". */
export const STEP_LABELS = {
  cleanup: 'clean-up',
  'remove-text': 'text removal',
  'merge-face': 'face merge',
  recipe: 'recipe steps',
} as const;

/**
 * @param run.around called before it is undone or redone; the function it returns, afterwards
 * @param run.taken the step that took the run's mask out of the painted one, already made; none for a
 *   text removal, and for a run of an earlier session
 */
export function createRunCommand(
  parts: PatchCommandParts,
  run: {
    readonly jobId: string;
    readonly label: string;
    readonly taken?: EditCommand | undefined;
    readonly around?: AroundStep | undefined;
  },
): RunCommand {
  const { jobId, label, taken, around } = run;
  let inner: EditCommand | undefined;
  const requireResult = (): EditCommand => {
    // the list may have the result before it was handed to this step
    const patch = parts.patches().find((each) => each.jobId === jobId);
    if (patch !== undefined) inner ??= createPatchCommand(parts, patch, taken);
    if (inner !== undefined) return inner;
    throw new AppError({
      kind: 'invalid-input',
      message:
        label === STEP_LABELS['remove-text']
          ? 'This text removal is still running. Stop it, or wait for the result.'
          : 'This clean-up is still running. Stop it to restore its mask, or wait for the result.',
    });
  };
  return {
    jobId,
    command: {
      label,
      bytes: taken?.bytes ?? 0,
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
    complete(patch) {
      inner ??= createPatchCommand(parts, patch, taken);
    },
  };
}

/**
 * A step of the history for a result. A text removal has taken no mask: undoing it restores its boxes.
 *
 * @param taken the step that took its mask, where it was made in this session; else the mask is
 *   fetched when it is needed
 */
export function createPatchCommand(
  parts: PatchCommandParts,
  patch: Patch,
  taken?: EditCommand,
): EditCommand {
  const hasMask = patch.operation === 'cleanup';
  let given: EditCommand | undefined;
  // the run keeps its mask also when its result is gone
  const fetchMask = () =>
    hasMask && taken === undefined
      ? parts.media.loadMask(jobMaskUrl(patch.jobId))
      : Promise.resolve([]);
  return {
    label: STEP_LABELS[patch.operation],
    bytes: taken?.bytes ?? 0,
    kept: { jobId: patch.jobId },
    async undo() {
      const tiles = await fetchMask();
      const boxes = await takenBoxes(parts, patch);
      await setState(parts, patch.id, 'hidden', hasMask ? 'restore' : 'keep').catch(unlessGone);
      parts.textBoxes.giveBack(boxes);
      if (taken !== undefined) await taken.undo();
      else if (hasMask) given = parts.core.uniteTiles(tiles);
      await parts.refresh();
    },
    async redo() {
      const tiles = given === undefined ? await fetchMask() : [];
      const boxes = await takenBoxes(parts, patch);
      await setState(parts, patch.id, 'applied', hasMask ? 'consume' : 'keep');
      parts.textBoxes.takeAgain(boxes);
      if (taken !== undefined) await taken.redo();
      else if (given !== undefined) await given.undo();
      else if (hasMask) parts.core.subtractTiles(tiles);
      await parts.refresh();
    },
  };
}

/** A result that is gone is hidden already; its mask comes back all the same. */
function unlessGone(thrown: unknown): void {
  if (readError(thrown).kind !== 'not-found') throw thrown;
}

async function setState(
  parts: PatchCommandParts,
  patchId: string,
  state: 'applied' | 'hidden',
  mask: 'restore' | 'consume' | 'keep',
): Promise<void> {
  await parts.backend.photos.setPatchState({ photoId: parts.photoId, patchId, state, mask });
}
