/** The viewer that a component lies on, handed down by `PictureViewer`. */
import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Viewer, ViewerSnapshot } from './viewer.ts';

export const ViewerContext = createContext<Viewer | undefined>(undefined);

/** @returns `undefined` before the stage is mounted, and outside of a viewer */
export function useViewer(): Viewer | undefined {
  return useContext(ViewerContext);
}

const NOTHING = () => () => undefined;

/**
 * Reads the viewer's snapshot; a component re-renders only when the part that it shows changes.
 *
 * @param select must return the same value for the same part of a snapshot
 */
export function useViewerSnapshot<Selected>(
  select: (snapshot: ViewerSnapshot) => Selected,
): Selected | undefined {
  const viewer = useViewer();
  return useSyncExternalStore(viewer?.subscribe ?? NOTHING, () =>
    viewer === undefined ? undefined : select(viewer.getSnapshot()),
  );
}
