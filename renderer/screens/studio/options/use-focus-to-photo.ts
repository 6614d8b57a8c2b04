/** Returns the focus to the photo when a bar over it is removed. */
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
