import { startTransition, useDeferredValue, useEffect, useState, type ReactNode } from 'react';

/**
 * Renders children that are slow, such as a long list in a dialog, after everything else is on the
 * screen, in tasks of a few milliseconds.
 */
export function Later({ children }: { readonly children: ReactNode }) {
  return useDeferredValue(true, false) && children;
}

/** Counts from 1 to `all`, to mount parts of a long page one by one, with keys and clicks between. */
export function useOneByOne(all: number): number {
  const [count, setCount] = useState(1);
  useEffect(() => {
    if (count < all) startTransition(() => setCount(count + 1));
  }, [count, all]);
  return count;
}
