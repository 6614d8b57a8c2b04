/** How far below its scroller's beginning a list begins, where other things stand above it. */
import { useLayoutEffect, useState } from 'react';

/** @returns CSS pixels; follows whatever grows above the list within the two elements around it */
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
    // anything that grows above the list makes its parent grow, too
    for (const child of list.parentElement?.parentElement?.children ?? []) observer.observe(child);
    observer.observe(scroller);
    return () => observer.disconnect();
  }, [list, scroller]);
  return distance;
}
