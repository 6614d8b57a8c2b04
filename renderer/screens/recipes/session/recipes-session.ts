import { createAttempts } from '../../../core/backend/attempts.ts';
import type { BackendClient } from '../../../core/backend/client.ts';
import type { uploadFile } from '../../../core/backend/media.ts';
import { createDraftFiles, type AddRecipeFile } from './draft-files.ts';
import { createRecipeEditing } from './editing.ts';
import type { RecipesStore } from './recipes-store.ts';
import { createRunning } from './running.ts';

export function createRecipesSession(deps: {
  readonly backend: Pick<BackendClient, 'recipes' | 'export'>;
  readonly store: RecipesStore;
  readonly addFile: AddRecipeFile;
  readonly upload: typeof uploadFile;
  say(message: string): void;
  sayUndo(message: string, undo: () => void): void;
}) {
  const shared = { ...deps, ...createAttempts(deps.store) };
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
  };
}
