import { useQuery } from '@tanstack/react-query';
import type { Recipe } from '../../../../shared/contract/recipes.ts';
import { queries } from '../../../core/backend/client.ts';
import { useScreen } from '../../../core/screen/screen-context.tsx';

/** Returns `undefined` until the list is loaded. */
export function useSavedRecipes(): readonly Recipe[] | undefined {
  const { isInFront } = useScreen();
  const options = { enabled: isInFront, meta: { saysErrors: true } };
  return useQuery(queries.recipes.list.queryOptions(options)).data;
}
