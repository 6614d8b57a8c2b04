/** When a bar over the photo goes, its focus goes back to the photo, not to the page. */
import { useLayoutEffect, type RefObject } from 'react';

export function useFocusToPhoto(bar: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { current } = bar;
    return () => {
      if (current?.contains(document.activeElement) !== true) return;
      current.parentElement?.querySelector<HTMLElement>('[role=application]')?.focus();
    };
  }, [bar]);
}
