import { backend } from '../../../base/backend/client.ts';
import { addRecipeFile } from '../../../base/backend/media.ts';
import { uploadFile } from '../../../base/backend/uploads.ts';
import { createLastingSession } from '../../../base/screen/screen-session.tsx';
import { sayUndo } from '../../../base/ui/say-undo.ts';
import { say } from '../../../base/ui/say.ts';
import { createRecipesSession } from './recipes-session.ts';
import { createRecipesStore } from './recipes-store.ts';

export const {
  useSession: useRecipesSession,
  useSessionState: useRecipes,
  useStateNow: useRecipesState,
} = createLastingSession(() => {
  const store = createRecipesStore();
  const parts = { backend, store, addFile: addRecipeFile, upload: uploadFile, say, sayUndo };
  return { store, session: createRecipesSession(parts) };
});
