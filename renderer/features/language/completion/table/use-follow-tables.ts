/** Reads tables and their rows again when they have changed, while they are shown. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { backend, backendLine, queries } from '../../../../backend/client.ts';
import { followStream } from '../../../../jobs/follow-stream.ts';
import { useScreen } from '../../../../screen/screen-context.tsx';
import { say } from '../../../../ui/say.ts';

export function useFollowTables(): void {
  const { isInFront } = useScreen();
  const client = useQueryClient();
  useEffect(() => {
    if (!isInFront) return undefined;
    const over = new AbortController();
    void followStream(
      {
        open: (signal) => backend.promptTables.changes(undefined, { signal }),
        take: () => void client.invalidateQueries({ queryKey: queries.promptTables.key() }),
        told: (error) => {
          if (error !== undefined) say(error.message);
        },
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
