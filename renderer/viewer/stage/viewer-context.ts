import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Viewer, ViewerSnapshot } from './viewer.ts';

export const ViewerContext = createContext<Viewer | undefined>(undefined);

/** @returns `undefined` before the stage is mounted and outside a viewer */
export function useViewer(): Viewer | undefined {
  return useContext(ViewerContext);
}

const NOTHING = () => () => undefined;

/** @param select must return the same value for the same part of the snapshot */
export function useViewerSnapshot<Selected>(
  select: (snapshot: ViewerSnapshot) => Selected,
): Selected | undefined {
  const viewer = useViewer();
  return useSyncExternalStore(viewer?.subscribe ?? NOTHING, () =>
    viewer === undefined ? undefined : select(viewer.getSnapshot()),
  );
}
