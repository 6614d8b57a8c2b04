import { useQuery } from '@tanstack/react-query';
import type { Recipe } from '../../../../shared/contract/recipes.ts';
import { backend, queries } from '../../../core/backend/client.ts';
import { addRecipeFile } from '../../../core/backend/media.ts';
import { uploadFile } from '../../../core/backend/uploads.ts';
import { useScreen } from '../../../core/screen/screen-context.tsx';
import { createLastingSession } from '../../../core/screen/screen-session.tsx';
import { sayUndo } from '../../../core/ui/say-undo.tsx';
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

/** Returns `undefined` until the list is loaded. */
export function useSavedRecipes(): readonly Recipe[] | undefined {
  const { isInFront } = useScreen();
  const options = { enabled: isInFront, meta: { saysErrors: true } };
  return useQuery(queries.recipes.list.queryOptions(options)).data;
}
