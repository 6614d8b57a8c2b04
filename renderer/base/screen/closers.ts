/**
 * Things of the screen in front that can be closed: a bar over the work, a comparison, a photo, a conversation.
 * The command Close takes the frontmost.
 */
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useScreen } from './screen-context.tsx';
import { addSource, createSources } from './sources.ts';

/** Layers of a screen, from the front: a bar, sheet or form; a view of some of the content; the content. */
const LAYERS = ['bar', 'view', 'content'] as const;

/** One thing that can be closed, as its screen does it: nothing unsaved is lost. */
export interface Closer {
  readonly layer: (typeof LAYERS)[number];
  isOpen(): boolean;
  close(): void;
}

const useCloserSources = createSources<Closer>();

/**
 * Offers things for closing while the component is mounted and its screen in front.
 *
 * @param closers as many at each render; the latest ones count
 */
export function useClosers(closers: readonly Closer[]): void {
  const { isInFront } = useScreen();
  const latest = useRef(closers);
  useLayoutEffect(() => {
    latest.current = closers;
  });
  useEffect(() => {
    if (!isInFront) return undefined;
    const stable = latest.current.map(({ layer }, index): Closer => ({
      layer,
      isOpen: () => latest.current[index]?.isOpen() === true,
      close: () => latest.current[index]?.close(),
    }));
    return addSource(useCloserSources, stable);
  }, [isInFront]);
}

/** The frontmost open thing of the screen in front; of one layer, the one that came last. */
export function frontCloser(): Closer | undefined {
  const latestFirst = [...useCloserSources.getState().sources.values()].reverse().flat();
  return LAYERS.map((layer) =>
    latestFirst.find((closer) => closer.layer === layer && closer.isOpen()),
  ).find((closer) => closer !== undefined);
}
