/** Children that take long to render and may come late, such as a long list in a dialog that opens. */
import { useDeferredValue, type ReactNode } from 'react';

/** Renders its children after the rest is on the screen, in tasks of a few milliseconds. */
export function Later({ children }: { readonly children: ReactNode }) {
  return useDeferredValue(true, false) && children;
}
