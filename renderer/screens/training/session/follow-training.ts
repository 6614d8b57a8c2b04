/** Keeps counters and the rows in sight up to date while the screen is in front. */
import { useQueryClient } from '@tanstack/react-query';
import { backend, queries } from '../../../base/backend/client.ts';
import { useNews } from '../../../work/jobs/use-news.ts';
import { useTraining } from './training-store.ts';

export function useFollowTraining(): void {
  const client = useQueryClient();
  useNews(
    (signal) => backend.training.changes(undefined, { signal }),
    (summary) => {
      const before = useTraining.getState().summary?.revision;
      useTraining.setState({ summary });
      if (summary.revision !== before) {
        void client.invalidateQueries({ queryKey: queries.training.list.key() });
      }
    },
    (error) => useTraining.setState({ followError: error?.toData() }),
  );
}
