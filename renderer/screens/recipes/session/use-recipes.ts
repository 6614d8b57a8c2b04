import { useQuery } from '@tanstack/react-query';
import type { Recipe } from '../../../../shared/contract/recipes.ts';
import { backend, queries } from '../../../core/backend/client.ts';
import { addRecipeFile, uploadFile } from '../../../core/backend/media.ts';
import { useScreen } from '../../../core/screen/screen-context.tsx';
import { sayUndo } from '../../../core/ui/say-undo.tsx';
import { say } from '../../../core/ui/say.ts';
import { createRecipesSession } from './recipes-session.ts';
import { createRecipesStore } from './recipes-store.ts';

export const useRecipes = createRecipesStore();

export const {
  editing,
  fail,
  files: draftFiles,
  running,
} = createRecipesSession({
  backend,
  store: useRecipes,
  addFile: addRecipeFile,
  upload: uploadFile,
  say,
  sayUndo,
});

/** Returns `undefined` until the list is loaded. */
export function useSavedRecipes(): readonly Recipe[] | undefined {
  const { isInFront } = useScreen();
  const options = { enabled: isInFront, meta: { saysErrors: true } };
  return useQuery(queries.recipes.list.queryOptions(options)).data;
}
