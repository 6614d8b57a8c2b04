/** Whether names stand beside the icons of both rails: as the user chose, else in a wide window. */
import { useSyncExternalStore } from 'react';
import { useSetting } from '../backend/settings.ts';

/** A window that has the room, CSS pixels. */
const WIDE = '(min-width: 1600px)';

export function useNamesShown(): boolean {
  const chosen = useSetting('areNamesShown');
  const isWide = useSyncExternalStore(follow, () => window.matchMedia(WIDE).matches);
  return chosen ?? isWide;
}

function follow(changed: () => void): () => void {
  const list = window.matchMedia(WIDE);
  list.addEventListener('change', changed);
  return () => list.removeEventListener('change', changed);
}
