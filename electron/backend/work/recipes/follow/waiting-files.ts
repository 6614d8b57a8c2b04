import { MOST_RECIPE_FILES, type FrozenRecipe } from '../../../../../shared/contract/recipes.ts';
import { photoName } from '../../../../../shared/export/file-names.ts';
import type { RecipeRuns } from '../recipe-runs.ts';
import type { RunFile } from '../run-rows.ts';
import type { RunStore } from '../run-store.ts';
import { isSame, type FoundFile } from './scan-folder.ts';

export interface WaitingFile {
  readonly row: RunFile;
  readonly found: FoundFile;
}

export type WaitingFiles = ReturnType<typeof createWaitingFiles>;

export function createWaitingFiles(deps: {
  readonly store: RunStore;
  readonly runs: Pick<RecipeRuns, 'plan'>;
}) {
  const { store, runs } = deps;
  let id: string | undefined;
  const waiting = new Map<string, FoundFile>();

  /** A draft ends with its last row, or when Gesso quits. */
  function draftId(): string {
    if (id === undefined || store.get(id) === undefined) id = store.addDraft();
    return id;
  }

  function rows(): readonly RunFile[] {
    return id === undefined ? [] : store.files(id, { filter: 'all' });
  }

  return {
    found: waiting,
    draftId,
    set(found: readonly FoundFile[]): void {
      const now = new Map(found.map((file) => [file.path, file]));
      const gone = rows().filter(({ source }) => {
        if (source.from !== 'path') return true;
        const [before, after] = [waiting.get(source.path), now.get(source.path)];
        return before === undefined || after === undefined || !isSame(before, after);
      });
      if (gone.length > 0) {
        store.dropFiles(
          draftId(),
          gone.map(({ position }) => position),
        );
        for (const { source } of gone) if (source.from === 'path') waiting.delete(source.path);
      }
      const room = MOST_RECIPE_FILES - waiting.size;
      const added = found.filter(({ path }) => !waiting.has(path)).slice(0, room);
      if (added.length === 0) return;
      store.addFiles(
        draftId(),
        added.map(({ path, name, folder, byteLength, modifiedAt, hash }) => ({
          name: photoName(name),
          folder,
          source: { from: 'path', path, hash },
          byteLength,
          modifiedAt,
        })),
      );
      for (const file of added) waiting.set(file.path, file);
    },
    async plan(recipe: FrozenRecipe, signal: AbortSignal): Promise<void> {
      if (waiting.size === 0) return;
      for await (const _ of runs.plan(draftId(), recipe, signal));
    },
    list(): readonly WaitingFile[] {
      return rows().flatMap((row) => {
        const found = row.source.from === 'path' ? waiting.get(row.source.path) : undefined;
        return found === undefined ? [] : [{ row, found }];
      });
    },
    gone(files: readonly WaitingFile[]): void {
      for (const { found } of files) waiting.delete(found.path);
    },
    clear(): void {
      waiting.clear();
      if (id !== undefined) store.remove(id);
      id = undefined;
    },
  };
}
