/** The visible pages of a list that is loaded page by page. */
import { useCallback, useState } from 'react';
import { pagesOf, type PageRange } from './pages.ts';

/**
 * @param size rows of a page
 * @returns the pages, and a callback for the first and last row near the screen
 */
export function usePageRange(
  size: number,
): readonly [PageRange, (first: number, last: number) => void] {
  const [range, setRange] = useState<PageRange>({ from: 0, to: 0 });
  const onRows = useCallback(
    (first: number, last: number) => {
      const next = pagesOf(first, last, size);
      setRange((before) => (before.from === next.from && before.to === next.to ? before : next));
    },
    [size],
  );
  return [range, onRows];
}
