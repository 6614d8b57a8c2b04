/** Keeps counters and the rows in sight up to date while the screen is in front. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { backend, backendLine, queries } from '../../../backend/client.ts';
import { followStream } from '../../../jobs/follow-stream.ts';
import { useScreen } from '../../../screen/screen-context.tsx';
import { useTraining } from './training-store.ts';

export function useFollowTraining(): void {
  const { isInFront } = useScreen();
  const client = useQueryClient();
  useEffect(() => {
    if (!isInFront) return undefined;
    const over = new AbortController();
    void followStream(
      {
        open: (signal) => backend.training.changes(undefined, { signal }),
        take(summary) {
          const before = useTraining.getState().summary?.revision;
          useTraining.setState({ summary });
          if (summary.revision !== before) {
            void client.invalidateQueries({ queryKey: queries.training.list.key() });
          }
        },
        told: (error) => useTraining.setState({ followError: error?.toData() }),
        givenUp: (signal) =>
          new Promise((resolve) => {
            signal.addEventListener('abort', () => resolve(), { once: true });
          }),
      },
      backendLine,
      over.signal,
    );
    return () => over.abort();
  }, [isInFront, client]);
}
