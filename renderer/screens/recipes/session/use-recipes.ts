import { backend } from '../../../core/backend/client.ts';
import { addRecipeFile } from '../../../core/backend/media.ts';
import { uploadFile } from '../../../core/backend/uploads.ts';
import { createLastingSession } from '../../../core/screen/screen-session.tsx';
import { sayUndo } from '../../../core/ui/say-undo.ts';
import { say } from '../../../core/ui/say.ts';
import { createRecipesSession } from './recipes-session.ts';
import { createRecipesStore } from './recipes-store.ts';

export const {
  useSession: useRecipesSession,
  useSessionState: useRecipes,
  useStateNow: useRecipesState,
} = createLastingSession(() => {
  const store = createRecipesStore();
  const deps = { backend, store, addFile: addRecipeFile, upload: uploadFile, say, sayUndo };
  return { store, session: createRecipesSession(deps) };
});
