/** Actions on the results of the open photo. Everything but peeking can be undone. */
import type { CallPlan } from '../../../../shared/contract/cleanup.ts';
import type { Patch } from '../../../../shared/contract/photos.ts';
import type { Rect } from '../../../../shared/geometry/rect.ts';
import { count } from '../../../base/ui/format.ts';
import { resultName } from '../model/result-name.ts';
import { changedByAll, heirOf, neighbourVariant, variantsOf } from '../model/variants.ts';
import { uniteTiles } from '../../../../shared/mask/unite-tiles.ts';
import type { EditCommand } from '../canvas/index.ts';
import { readMasks } from './mask-bytes.ts';
import type { PatchCommandParts } from './patch-commands.ts';
import {
  createDeleteCommand,
  createMaskBackCommand,
  createShownCommand,
  createVariantCommand,
} from './result-commands.ts';
import { takenBoxes } from './taken-boxes.ts';
import type { KeptTextBoxes } from './kept-text-boxes.ts';
import type { RunActions } from './run-actions.ts';
import { begunRun } from './run-steps.ts';
import type { SessionContext } from './session-context.ts';

export interface ResultActions {
  setShown(patchId: string, isShown: boolean): Promise<void>;
  /** Shows the variant before or after one in its place, as one step; it is judged then. */
  stepVariant(patchId: string, direction: 1 | -1): Promise<void>;
  /** Shows one of each place, or hides all of them, in one step. */
  setAllShown(isShown: boolean): Promise<void>;
  /**
   * Hides a result and runs the same again.
   *
   * @param grow photo pixels by which the mask of a clean-up is grown before; 0 asks the service for
   *   another answer to the same question
   */
  runAgain(patchId: string, grow: number): Promise<void>;
  /**
   * The calls that `runAgain` would send, and shows the grown mask over the photo until `endPreview`.
   *
   * @returns `undefined` when something newer is asked for, or no photo is open
   */
  previewAgain(patchId: string, grow: number): Promise<CallPlan | undefined>;
  endPreview(): void;
  /** Hides the result of a clean-up and adds its mask to the painted one. */
  restoreMask(patchId: string): Promise<void>;
  /** Another variant takes its place. It can be taken back until Gesso is closed. */
  remove(patchId: string): Promise<void>;
  /** As `remove`, with all variants of its place. */
  removePlace(patchId: string): Promise<void>;
  /** The results may have changed elsewhere. */
  refresh(): Promise<void>;
  /** Shows the original while a key is held. */
  peek(on: boolean): void;
}

export function createResultActions(
  context: SessionContext,
  runs: Pick<RunActions, 'startWith'>,
): ResultActions {
  const { core, backend, media, stores, say, attempt, fail, work, refresh } = context;
  const { getState: get, setState: set } = stores.studio;
  /** Counts the previews: an older answer is of no use. */
  let previews = 0;
  const find = (patchId: string): Patch | undefined =>
    get().patches.find(({ id }) => id === patchId);

  /** Makes a change and remembers it. */
  function change(
    patchId: string,
    command: (parts: PatchCommandParts, patch: Patch) => EditCommand,
  ): Promise<void> {
    return attempt(async () => {
      const parts = work()?.commands;
      const patch = find(patchId);
      if (parts === undefined || patch === undefined) return;
      await make(command(parts, patch));
    });
  }

  function make(command: EditCommand): Promise<void> {
    return core.history.make(async () => {
      try {
        await command.redo();
      } catch (thrown) {
        void refresh().catch(fail); // a result may have gone since the list was read
        throw thrown;
      }
      return command;
    });
  }

  return {
    setShown: (patchId, isShown) =>
      change(patchId, (parts) => createShownCommand(parts, [patchId], isShown)),
    stepVariant: (patchId, direction) =>
      attempt(async () => {
        const parts = work()?.commands;
        const patch = find(patchId);
        if (parts === undefined || patch === undefined) return;
        const variants = variantsOf(get().patches, patch);
        const next = neighbourVariant(variants, patchId, direction);
        if (next === undefined || next.id === patchId) return;
        await make(createVariantCommand(parts, shownIds(variants), next.id));
        const { selectedId } = stores.results.getState();
        const isSelected = variants.some(({ id }) => id === selectedId);
        stores.results.setState({ judgedId: next.id, ...(isSelected && { selectedId: next.id }) });
      }),
    setAllShown: (isShown) =>
      attempt(async () => {
        const parts = work()?.commands;
        const ids = changedByAll(get().patches, isShown).map(({ id }) => id);
        if (parts !== undefined && ids.length > 0) {
          await make(createShownCommand(parts, ids, isShown));
        }
      }),
    runAgain: (patchId, grow) =>
      runs.startWith(async ({ photoId, commands, textBoxes }) => {
        const patch = find(patchId);
        const boxes = patch === undefined ? [] : await takenBoxes(commands, patch);
        const kind = patch?.operation ?? 'cleanup';
        const isCleanup = kind === 'cleanup';
        const started = await backend.cleanup.runPatchAgain({
          photoId,
          patchId,
          ...(isCleanup ? { grow } : {}),
          // the same once more is asked for because the answer was not good
          stored: grow === 0 ? 'ignore' : 'use',
        });
        const begun = { ...(await begunRun(started, kind)), stored: started.stored };
        if (patch === undefined || work()?.commands !== commands) return begun;
        const given = isCleanup
          ? core.uniteTiles(uniteTiles(begun.masks))
          : boxesStep(textBoxes, boxes);
        textBoxes.taken(boxes);
        core.history.push(createMaskBackCommand(commands, patch, given, 'run result again'));
        await refresh();
        return begun;
      }),
    async previewAgain(patchId, grow) {
      const current = work();
      if (current === undefined) return undefined;
      previews += 1;
      const own = previews;
      const { photoId } = current;
      const { plan, mask } = await backend.cleanup.planPatchAgain({ photoId, patchId, grow });
      const [tiles = []] = await readMasks([mask]);
      if (own !== previews || work() !== current) return undefined;
      stores.results.setState({ grownMask: tiles });
      return plan;
    },
    endPreview() {
      previews += 1;
      stores.results.setState({ grownMask: undefined });
    },
    restoreMask: (patchId) =>
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
            const given = core.uniteTiles(tiles);
            return createMaskBackCommand(commands, patch, given, 'restore mask');
          }),
        );
        await refresh();
      }),
    remove: (patchId) =>
      attempt(async () => {
        const parts = work()?.commands;
        const patch = find(patchId);
        if (parts === undefined || patch === undefined) return;
        const { results } = stores;
        const { judgedId } = results.getState();
        const heir = heirOf(get().patches, patch);
        await make(createDeleteCommand(parts, [patch], heir));
        if (judgedId === patchId) results.setState({ judgedId: heir?.id });
        const instead = heir === undefined ? '' : ` ${resultName(heir)} takes its place.`;
        say(`Result deleted.${instead} Undo restores it until you close Gesso.`);
      }),
    removePlace: (patchId) =>
      attempt(async () => {
        const parts = work()?.commands;
        const patch = find(patchId);
        if (parts === undefined || patch === undefined) return;
        const variants = variantsOf(get().patches, patch);
        await make(createDeleteCommand(parts, variants));
        say(
          `${count(variants.length, 'variant')} deleted. Undo restores them until you close Gesso.`,
        );
      }),
    refresh: () => refresh().catch(fail), // an earlier error stays on the screen
    peek(on) {
      if (get().isPeeking === on || get().status !== 'ready') return;
      core.setPeekOriginal(on);
      set({ isPeeking: on });
    },
  };
}

function shownIds(patches: readonly Patch[]): readonly string[] {
  return patches.filter(({ state }) => state === 'applied').map(({ id }) => id);
}

/** Giving boxes back, as a step. */
function boxesStep(textBoxes: KeptTextBoxes, boxes: readonly Rect[]): EditCommand {
  return {
    label: 'restore boxes',
    bytes: 0,
    undo: () => textBoxes.takeAgain(boxes),
    redo: () => textBoxes.giveBack(boxes),
  };
}
