import { createAttempts, type Attempts } from '../../../core/backend/attempts.ts';
import type { BackendClient } from '../../../core/backend/client.ts';
import type { uploadFile } from '../../../core/backend/uploads.ts';
import { createDraftFiles, type AddRecipeFile, type DraftFiles } from './draft-files.ts';
import { createRecipeEditing, type RecipeEditing } from './editing.ts';
import type { RecipesStore } from './recipes-store.ts';
import { createRunning, type Running } from './running.ts';

interface RecipesSession extends Pick<Attempts, 'fail'> {
  readonly editing: RecipeEditing;
  readonly files: DraftFiles;
  readonly running: Running;
  dismissError(): void;
}

export function createRecipesSession(deps: {
  readonly backend: Pick<BackendClient, 'recipes' | 'export'>;
  readonly store: RecipesStore;
  readonly addFile: AddRecipeFile;
  readonly upload: typeof uploadFile;
  say(message: string): void;
  sayUndo(message: string, undo: () => void): void;
}): RecipesSession {
  const { store } = deps;
  const shared = { ...deps, ...createAttempts(store) };
  const files = createDraftFiles(shared);
  return {
    files,
    editing: createRecipeEditing({
      ...shared,
      changed: () => void files.changed(),
      takeUp: (draftId) => void files.takeUp(draftId),
    }),
    running: createRunning({ ...shared, files }),
    fail: shared.fail,
    dismissError: () => store.setState({ error: undefined }),
  };
}
