/** Refetches the list when any window changes a document, while the tab is in front. */
import { useQueryClient } from '@tanstack/react-query';
import { backend, queries } from '../../../../base/backend/client.ts';
import { useNews } from '../../../../work/jobs/use-news.ts';

export function useFollowDocuments(): void {
  const client = useQueryClient();
  useNews(
    (signal) => backend.documents.changes(undefined, { signal }),
    () => void client.invalidateQueries({ queryKey: queries.documents.list.key() }),
  );
}
