/** Reads the list again when any window has changed a document, while the tab is in front. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { backend, backendLine, queries } from '../../../../backend/client.ts';
import { followStream } from '../../../../jobs/follow-stream.ts';
import { useScreen } from '../../../../screen/screen-context.tsx';
import { say } from '../../../../ui/say.ts';

export function useFollowDocuments(): void {
  const { isInFront } = useScreen();
  const client = useQueryClient();
  useEffect(() => {
    if (!isInFront) return undefined;
    const over = new AbortController();
    void followStream(
      {
        open: (signal) => backend.documents.changes(undefined, { signal }),
        take: () => void client.invalidateQueries({ queryKey: queries.documents.list.key() }),
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
