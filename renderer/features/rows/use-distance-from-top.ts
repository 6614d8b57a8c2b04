/** The offset of a list from the top of its scroller, below other content. */
import { useLayoutEffect, useState } from 'react';

/**
 * @returns CSS pixels; updated when anything above the list grows, within its two parent elements
 */
export function useDistanceFromTop(list: HTMLElement | null, scroller: HTMLElement | null): number {
  const [distance, setDistance] = useState(0);
  useLayoutEffect(() => {
    if (list === null || scroller === null) return undefined;
    const measure = (): void => {
      const { top } = list.getBoundingClientRect();
      setDistance(Math.round(top - scroller.getBoundingClientRect().top + scroller.scrollTop));
    };
    measure();
    const observer = new ResizeObserver(measure);
    // what grows above the list also makes its parent grow
    for (const child of list.parentElement?.parentElement?.children ?? []) observer.observe(child);
    observer.observe(scroller);
    return () => observer.disconnect();
  }, [list, scroller]);
  return distance;
}
