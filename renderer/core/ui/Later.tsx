import { useDeferredValue, type ReactNode } from 'react';

/**
 * Renders children that are slow, such as a long list in a dialog, after everything else is on the
 * screen, in tasks of a few milliseconds.
 */
export function Later({ children }: { readonly children: ReactNode }) {
  return useDeferredValue(true, false) && children;
}
