/** The state and the session of the Recipes screen in components. */
import { createAttempts, type Attempts } from '../../../base/backend/attempts.ts';
import { backend } from '../../../base/backend/client.ts';
import { addRecipeFile } from '../../../base/backend/media.ts';
import { createLastingSession } from '../../../base/screen/screen-session.tsx';
import { sayUndo } from '../../../base/ui/say-undo.ts';
import { say } from '../../../base/ui/say.ts';
import type { AppError } from '../../../../shared/errors/app-error.ts';
import { createDraftFiles, type AddRecipeFile, type DraftFiles } from './draft-files.ts';
import { createRecipeEditing, type RecipeEditing } from './editing.ts';
import { createRecipesStore, type RecipesStore } from './recipes-store.ts';
import { createRunning, type Running } from './running.ts';

/** Everything that is done on the screen. */
export interface RecipesSession extends Pick<Attempts, 'fail'> {
  readonly editing: RecipeEditing;
  readonly files: DraftFiles;
  readonly running: Running;
  dismissError(): void;
  /** A stream is broken, or works again. */
  followed(error: AppError | undefined): void;
}

/** @param parts of the window, or by a test's script */
export function createRecipesSession(parts: {
  readonly backend: Pick<typeof backend, 'recipes' | 'export'>;
  readonly store: RecipesStore;
  readonly addFile: AddRecipeFile;
  say(message: string): void;
  sayUndo(message: string, undo: () => void): void;
}): RecipesSession {
  const { store } = parts;
  const shared = { ...parts, ...createAttempts(store) };
  const files = createDraftFiles(shared);
  return {
    files,
    editing: createRecipeEditing({ ...shared, changed: () => void files.changed() }),
    running: createRunning({ ...shared, files }),
    fail: shared.fail,
    dismissError: () => store.setState({ error: undefined }),
    followed: (followError) => store.setState({ followError }),
  };
}

export const {
  useSession: useRecipesSession,
  useSessionState: useRecipes,
  useStateNow: useRecipesState,
} = createLastingSession(() => {
  const store = createRecipesStore();
  const parts = { backend, store, addFile: addRecipeFile, say, sayUndo };
  return { store, session: createRecipesSession(parts) };
});
