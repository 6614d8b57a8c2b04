/** Refetches changed tables and rows while they are shown. */
import { useQueryClient } from '@tanstack/react-query';
import { backend, queries } from '../../../../base/backend/client.ts';
import { useNews } from '../../../../work/jobs/use-news.ts';

export function useFollowTables(): void {
  const client = useQueryClient();
  useNews(
    (signal) => backend.promptTables.changes(undefined, { signal }),
    () => void client.invalidateQueries({ queryKey: queries.promptTables.key() }),
  );
}
