import { useQuery } from '@tanstack/react-query';
import type { RecipeFile } from '../../../../shared/contract/recipes.ts';
import { queries } from '../../../base/backend/client.ts';
import type { FileView } from '../files/use-file-pages.ts';

export function useLookedAt(
  view: FileView | undefined,
  position: number | undefined,
): RecipeFile | undefined {
  const { data } = useQuery(
    queries.recipes.files.queryOptions({
      // with the filter `all`, the offset is the position
      input: { runId: view?.runId ?? '', filter: 'all', offset: position ?? 0, limit: 1 },
      enabled: view !== undefined && position !== undefined,
    }),
  );
  return position === undefined ? undefined : data?.rows[0];
}
