/** What Close can close on the current screen: a bar, a comparison, a photo, a conversation. */
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useScreen } from './screen-context.tsx';
import { addSource, createSources } from './sources.ts';

/** Front to back: a bar, sheet or form; a view of some content; the content. */
const LAYERS = ['bar', 'view', 'content'] as const;

/** Closes without losing unsaved work. */
interface Closer {
  readonly layer: (typeof LAYERS)[number];
  isOpen(): boolean;
  close(): void;
}

const useCloserSources = createSources<Closer>();

/**
 * Registers what can be closed while the component is mounted on the current screen.
 * @param closers must keep its length; the latest ones count
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

/** What Close would close; within a layer, the latest. */
export function frontCloser(): Closer | undefined {
  const latestFirst = [...useCloserSources.getState().sources.values()].reverse().flat();
  return LAYERS.map((layer) =>
    latestFirst.find((closer) => closer.layer === layer && closer.isOpen()),
  ).find((closer) => closer !== undefined);
}
