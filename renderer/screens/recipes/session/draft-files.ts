/**
 * Electron reads files at their paths; a browser hands over their bytes. Replans whenever the files
 * or the recipe change.
 */
import type { RecipePlan } from '../../../../shared/contract/recipes.ts';
import type { OfferedFile } from '../../../../shared/contract/training.ts';
import { countOtherKinds, otherKindsLine } from '../../../../shared/files/other-kinds.ts';
import { isOfSystem, isPictureName } from '../../../../shared/files/picture-names.ts';
import { readError } from '../../../core/backend/read-error.ts';
import type { Attempts } from '../../../core/backend/attempts.ts';
import type { BackendClient } from '../../../core/backend/client.ts';
import { count } from '../../../core/ui/format.ts';
import {
  unreadableWords,
  type DroppedFile,
  type DroppedItems,
} from '../../../features/files/file-input.ts';
import { NO_FILES_CHOSEN, type AddingFiles, type RecipesStore } from './recipes-store.ts';

/** @throws AppError */
export type AddRecipeFile = (
  runId: string,
  file: File,
  offered: OfferedFile,
  signal: AbortSignal,
) => Promise<unknown>;

/** Every method reports errors in the store and never rejects. */
export type DraftFiles = ReturnType<typeof createDraftFiles>;

export function createDraftFiles(
  deps: Attempts & {
    readonly backend: Pick<BackendClient, 'recipes'>;
    readonly store: RecipesStore;
    readonly addFile: AddRecipeFile;
    say(message: string): void;
  },
) {
  const { store, attempt, fail, addFile, say } = deps;
  const { recipes } = deps.backend;
  /** Stops all drops so far; Stop replaces it. */
  let stopping = new AbortController();
  let turn: Promise<void> = Promise.resolve();
  let planning: AbortController | undefined;
  let beginning: Promise<string> | undefined;
  /**
   * Paths of files that were added with pictures and are none; the backend counts those it finds
   * itself.
   */
  const otherFiles = new Set<string>();

  /** Starts a draft if there is none. @throws AppError */
  async function runId(): Promise<string> {
    const { draft } = store.getState();
    if (draft !== undefined) return draft.runId;
    beginning ??= recipes
      .draft({})
      .then((begun) => {
        store.setState({ draft: { runId: begun.runId, files: 0, revision: 0 } });
        return begun.runId;
      })
      .finally(() => {
        beginning = undefined;
      });
    return beginning;
  }

  async function changed(): Promise<void> {
    const { draft } = store.getState();
    if (draft === undefined) return;
    const { files } = await recipes.run({ runId: draft.runId });
    if (store.getState().draft?.runId !== draft.runId) return;
    const revision = (store.getState().draft?.revision ?? 0) + 1;
    store.setState({ draft: { runId: draft.runId, files, revision } });
    void plan();
  }

  /** Only the latest request is planned. */
  async function plan(): Promise<void> {
    planning?.abort();
    const { draft, inHand } = store.getState();
    if (draft === undefined || draft.files === 0 || inHand.steps.length === 0) {
      store.setState({ plan: undefined });
      return;
    }
    const own = new AbortController();
    planning = own;
    store.setState({ plan: undefined, isPlanStopped: false });
    const { recipeId, name, steps } = inHand;
    const recipe = { name, steps, ...(recipeId !== undefined && { recipeId }) };
    try {
      const sums = await recipes.plan({ runId: draft.runId, recipe }, { signal: own.signal });
      for await (const sum of sums) {
        if (own.signal.aborted) return;
        show(sum);
      }
    } catch (thrown) {
      if (own.signal.aborted) return;
      store.setState({ isPlanStopped: true });
      fail(thrown);
    }
  }

  function show(found: RecipePlan): void {
    const otherKinds = countOtherKinds(otherFiles);
    const plan = otherKinds.length === 0 ? found : { ...found, otherKinds };
    // visible rows have plans of their own by now
    store.setState(({ draft }) => ({
      plan,
      draft: draft && { ...draft, revision: draft.revision + 1 },
    }));
  }

  /** Waits for pictures that are still being added: a run must not start without them. */
  function add(items: DroppedItems): Promise<void> {
    const { signal } = stopping;
    return (turn = turn.then(() =>
      signal.aborted ? undefined : attempt(() => addAll(items, signal)),
    ));
  }

  function stopAdding(): void {
    stopping.abort();
    stopping = new AbortController();
  }

  async function addAll(items: DroppedItems, signal: AbortSignal): Promise<void> {
    const id = await runId();
    let now: AddingFiles = { found: 0, added: 0, isCounted: false };
    const tell = (change: Partial<AddingFiles>): void => {
      now = { ...now, ...change };
      store.setState({ adding: now });
    };
    tell({});
    const others: string[] = [];
    const refused: string[] = [];
    const pictures: DroppedFile[] = [];
    try {
      for await (const dropped of items.all()) {
        signal.throwIfAborted();
        const { folder, file } = dropped;
        // a file that was picked by itself is meant, even a system file
        if (folder !== '' && isOfSystem(file.name)) continue;
        if (isPictureName(file.name)) pictures.push(dropped);
        else others.push(`${folder}/${file.name}`);
        tell({ found: pictures.length });
      }
      tell({ isCounted: true });
      // one after another, to keep their order
      for (const { file, folder } of pictures) {
        signal.throwIfAborted();
        const { name, size: byteLength, lastModified: modifiedAt } = file;
        try {
          await addFile(id, file, { name, folder, byteLength, modifiedAt }, signal);
          tell({ added: now.added + 1 });
        } catch (thrown) {
          signal.throwIfAborted();
          refused.push(readError(thrown).message);
        }
      }
    } catch (thrown) {
      if (!signal.aborted) fail(thrown);
    } finally {
      store.setState({ adding: undefined });
    }
    const [first] = refused;
    if (first !== undefined) {
      say(refused.length === 1 ? first : `${count(refused.length, 'file')} not added. ${first}`);
    }
    const unreadable = items.unreadable();
    if (others.length > 0 || unreadable > 0) {
      say(leftOutLine(others, unreadable));
      // the draft may have been cleared
      if (store.getState().draft?.runId === id) for (const place of others) otherFiles.add(place);
    }
    await changed();
  }

  return {
    runId,
    changed: (): Promise<void> => attempt(changed),
    /** Resumes a draft after a reload of the window; drafts end with Gesso. */
    takeUp: (draftId: string): Promise<void> =>
      attempt(async () => {
        try {
          const { state, files } = await recipes.run({ runId: draftId });
          if (state !== 'draft' || store.getState().draft !== undefined) return;
          store.setState({ draft: { runId: draftId, files, revision: 0 } });
          void plan();
        } catch (thrown) {
          if (readError(thrown).kind !== 'not-found') throw thrown;
        }
      }),
    add,
    stopAdding,
    choose: (what: 'files' | 'folder'): Promise<void> =>
      attempt(async () => {
        const id = await runId();
        await recipes.choose({ runId: id, what });
        await changed();
      }),
    addPhotos: (photoIds: readonly string[]): Promise<void> =>
      attempt(async () => {
        const id = await runId();
        const { added } = await recipes.addPhotos({ runId: id, photoIds });
        if (added < photoIds.length) {
          say(`${count(photoIds.length - added, 'photo')} already in the list.`);
        }
        await changed();
      }),
    drop: (positions: readonly number[]): Promise<void> =>
      attempt(async () => {
        const { draft } = store.getState();
        if (draft === undefined) return;
        await recipes.drop({ runId: draft.runId, positions });
        store.setState(NO_FILES_CHOSEN);
        await changed();
      }),
    clear(): void {
      stopAdding();
      planning?.abort();
      otherFiles.clear();
      store.setState({ draft: undefined, plan: undefined, ...NO_FILES_CHOSEN });
    },
    stopPlanning(): void {
      planning?.abort();
      store.setState({ isPlanStopped: true });
    },
    goOnPlanning: (): void => void plan(),
    /** Removes the draft of a run that has started, unless it was replaced meanwhile. */
    started(runId: string): void {
      if (store.getState().draft?.runId !== runId) return;
      planning?.abort();
      otherFiles.clear();
      store.setState({ draft: undefined, plan: undefined });
    },
  };
}

/** @param places paths of files that are not pictures by extension */
function leftOutLine(places: readonly string[], unreadable: number): string {
  const kinds = countOtherKinds(places);
  const unknown = places.length - kinds.reduce((sum, kind) => sum + kind.count, 0);
  const lines = [
    kinds.length === 0 ? '' : `Left out ${otherKindsLine(kinds)}.`,
    unknown === 0 ? '' : `${count(unknown, 'file')} left out: not a picture.`,
    unreadable === 0 ? '' : unreadableWords(unreadable),
  ];
  return lines.filter((line) => line !== '').join(' ');
}
