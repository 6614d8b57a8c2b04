/** True where colours alone tell nothing: on paper, and with colours of the system's own. */
import { useSyncExternalStore } from 'react';

const QUERIES = ['print', '(forced-colors: active)'] as const;

export function useNeedsPatterns(): boolean {
  return useSyncExternalStore(subscribe, isNeeded);
}

function subscribe(listener: () => void): () => void {
  const lists = QUERIES.map((query) => window.matchMedia(query));
  for (const list of lists) list.addEventListener('change', listener);
  return () => {
    for (const list of lists) list.removeEventListener('change', listener);
  };
}

function isNeeded(): boolean {
  return QUERIES.some((query) => window.matchMedia(query).matches);
}
