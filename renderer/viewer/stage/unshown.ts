/** Ids of pictures that viewers could not show. Nothing that costs money may be made of them. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

export const unshown = createStore<ReadonlySet<string>>(() => new Set());

export const UNSHOWN_OBSTACLE = 'This picture can’t be shown. Select another file.';

export function noteShown(id: string, isShown: boolean): void {
  if (unshown.getState().has(id) !== isShown) return;
  const ids = new Set(unshown.getState());
  if (isShown) ids.delete(id);
  else ids.add(id);
  unshown.setState(ids, true);
}

export function useUnshown(): ReadonlySet<string> {
  return useStore(unshown);
}
