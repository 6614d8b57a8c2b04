/** Follows a stream of updates while the screen is current. */
import { useEffect, useEffectEvent } from 'react';
import type { AppError } from '../../../shared/errors/app-error.ts';
import { backendLine } from '../../core/backend/client.ts';
import { useScreen } from '../../core/screen/screen-context.tsx';
import { say } from '../../core/ui/say.ts';
import { followStream } from '../../core/stream/follow-stream.ts';

/**
 * @param open opens the stream, whose first value includes earlier changes, unless they are loaded
 * again
 * @param take called with each value
 * @param onError called when the stream fails, with `undefined` when it works again; a message
 * unless given
 */
export function useNews<Item>(
  open: (signal: AbortSignal) => Promise<AsyncIterable<Item>>,
  take: (item: Item) => void,
  onError: (error: AppError | undefined) => void = sayError,
): void {
  const { isInFront } = useScreen();
  const onOpen = useEffectEvent(open);
  const onItem = useEffectEvent(take);
  const report = useEffectEvent(onError);
  useEffect(() => {
    if (!isInFront) return undefined;
    const over = new AbortController();
    void followStream(
      {
        open: (signal) => onOpen(signal),
        take: (item: Item) => onItem(item),
        onError: (error) => report(error),
        givenUp: (signal) =>
          new Promise((resolve) => {
            signal.addEventListener('abort', () => resolve(), { once: true });
          }),
      },
      backendLine,
      over.signal,
    );
    return () => over.abort();
  }, [isInFront]);
}

function sayError(error: AppError | undefined): void {
  if (error !== undefined) say(error.message);
}
