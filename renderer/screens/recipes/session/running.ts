import {
  RECIPE_PAGE,
  type Judgement,
  type OpenedStep,
  type RecipeFileFilter,
  type RecipeFileSelection,
  type RecipeStep,
} from '../../../../shared/contract/recipes.ts';
import type { Attempts } from '../../../core/backend/attempts.ts';
import type { BackendClient } from '../../../core/backend/client.ts';
import { createUndo } from '../../../core/backend/undo.ts';
import { count } from '../../../core/ui/format.ts';
import { NOTHING_SELECTED } from '../../../features/rows/selection.ts';
import { fetchFile } from '../../../features/saving/finish-save.ts';
import { createRunOrders } from '../../../features/recipes/run-orders.ts';
import { writesFiles } from '../model/writes-files.ts';
import { savedFiles } from '../model/file-words.ts';
import type { DraftFiles } from './draft-files.ts';
import { NO_FILES_CHOSEN, type RecipesStore } from './recipes-store.ts';

const JUDGED: Readonly<Record<Judgement, string>> = {
  accepted: 'accepted',
  rejected: 'rejected',
  none: 'to judge again',
};

/** Every method reports errors in the store and never rejects. */
export function createRunning(
  deps: Attempts & {
    readonly backend: Pick<BackendClient, 'recipes' | 'export'>;
    readonly store: RecipesStore;
    readonly files: DraftFiles;
    say(message: string): void;
    sayUndo(message: string, undo: () => void): void;
  },
) {
  const { backend, store, files, attempt, say } = deps;
  const undo = createUndo(deps);
  const { recipes } = backend;

  function show(shownRunId: string | undefined): void {
    if (store.getState().shownRunId !== shownRunId) {
      store.setState({ shownRunId, ...NO_FILES_CHOSEN });
    }
  }

  async function judge(
    runId: string,
    selection: RecipeFileSelection,
    judgement: Judgement,
  ): Promise<void> {
    const before = await recipes.judge({ runId, selection, judgement });
    store.setState(({ orders, filter, selection }) => ({
      orders: orders + 1,
      // judged pictures may leave the list, and those that are not seen must not be judged again
      ...(filter !== 'all' && selection.keys.size > 1 && { selection: NOTHING_SELECTED }),
    }));
    if (before.length === 0) return say('No finished picture to judge here.');
    const judged = before.reduce((sum, { positions }) => sum + positions.length, 0);
    undo.offer(`${count(judged, 'picture')} ${JUDGED[judgement]}.`, async () => {
      for (const { judgement: earlier, positions } of before) {
        await recipes.judge({ runId, selection: { positions }, judgement: earlier });
      }
      store.setState(({ orders }) => ({ orders: orders + 1 }));
    });
  }

  return {
    ...createRunOrders({
      ...deps,
      onRemoved(runId) {
        if (store.getState().shownRunId === runId) show(undefined);
      },
    }),
    /** `undefined` for the draft. */
    show,
    filter: (filter: RecipeFileFilter): void => store.setState({ ...NO_FILES_CHOSEN, filter }),
    /** @param first number of files of a trial; all unless given */
    async start(first?: number): Promise<void> {
      if (store.getState().isStarting) return;
      store.setState({ isStarting: true });
      await attempt(async () => {
        const { draft, inHand, usesStored, shownRunId } = store.getState();
        if (draft === undefined) return;
        const { recipeId, name, steps } = inHand;
        const folder = writesFiles(steps) ? await backend.export.folderForMany() : undefined;
        if (folder?.kind === 'cancelled') return;
        await recipes.start({
          runId: draft.runId,
          recipe: { name, steps, ...(recipeId !== undefined && { recipeId }) },
          stored: usesStored ? 'use' : 'ignore',
          ...(first !== undefined && { first }),
          ...(folder?.into !== undefined && { into: folder.into }),
        });
        files.started(draft.runId);
        if (store.getState().shownRunId === shownRunId) show(draft.runId);
      });
      store.setState({ isStarting: false });
    },
    judge: (runId: string, selection: RecipeFileSelection, judgement: Judgement): Promise<void> =>
      attempt(() => judge(runId, selection, judgement)),
    againFrom: (
      runId: string,
      position: number,
      step: number,
      settings?: RecipeStep,
    ): Promise<void> =>
      attempt(() => recipes.againFrom({ runId, position, step, ...(settings && { settings }) })),
    /** Copies the picture that a step began with; `undefined` if that failed. */
    async openStep(runId: string, position: number, step: number): Promise<OpenedStep | undefined> {
      let opened: OpenedStep | undefined;
      await attempt(async () => {
        opened = await recipes.openStep({ runId, position, step });
      });
      return opened;
    },
    /** Called only in a browser. */
    download: (runId: string): Promise<void> =>
      attempt(async () => {
        let fetched = 0;
        for (let offset = 0; ; offset += RECIPE_PAGE) {
          const page = { runId, filter: 'all', offset, limit: RECIPE_PAGE } as const;
          const { rows, total } = await recipes.files(page);
          for (const { name, url } of rows.flatMap(savedFiles)) {
            if (url === undefined) continue;
            fetchFile({ kind: 'download', name, url });
            fetched += 1;
          }
          if (offset + RECIPE_PAGE >= total) break;
        }
        if (fetched === 0) say('No file is written yet: accept a picture first.');
      }),
  };
}
