/**
 * The clips of the list for its cards, asked for when a menu opens: a card is not drawn again because
 * another one has changed.
 */
import { createContext, use, useCallback, useLayoutEffect, useRef, type ReactNode } from 'react';
import type { Clips } from './use-clips.ts';

type Listed = Pick<Clips, 'waiting' | 'order'>;

const ListedContext = createContext<() => Listed>(() => ({ waiting: [], order: [] }));

export function ListedClipsProvider(props: {
  readonly clips: Listed;
  readonly children: ReactNode;
}) {
  const { clips, children } = props;
  const latest = useRef(clips);
  useLayoutEffect(() => {
    latest.current = clips;
  });
  const get = useCallback(() => latest.current, []);
  return <ListedContext value={get}>{children}</ListedContext>;
}

/** Asks for them as they are at the moment. */
export function useListedClips(): () => Listed {
  return use(ListedContext);
}
