import { useQueryClient } from '@tanstack/react-query';
import { backend, queries } from '../../../core/backend/client.ts';
import { useNews } from '../../../features/jobs/use-news.ts';
import { useTrainingSession, useTrainingState } from './screen.ts';

export function useFollowTraining(): void {
  const client = useQueryClient();
  const session = useTrainingSession();
  const state = useTrainingState();
  useNews(
    (signal) => backend.training.changes(undefined, { signal }),
    (summary) => {
      const before = state().summary?.revision;
      session.takeNews(summary);
      if (summary.revision !== before) {
        void client.invalidateQueries({ queryKey: queries.training.list.key() });
      }
    },
    (error) => session.takeNews(error),
  );
}
