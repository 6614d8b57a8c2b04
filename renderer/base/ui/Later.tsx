/** Delays children that are slow to render, such as a long list in a dialog. */
import { useDeferredValue, type ReactNode } from 'react';

/** Renders its children after everything else is on the screen, in tasks of a few milliseconds. */
export function Later({ children }: { readonly children: ReactNode }) {
  return useDeferredValue(true, false) && children;
}
