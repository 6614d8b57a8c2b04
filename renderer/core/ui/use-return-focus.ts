import { useEffect, useRef, type RefObject } from 'react';

/**
 * Returns the focus to a menu's button after a dialog that the menu opened. The menu item is gone
 * by then, so that the focus would be lost.
 * @param isOpen whether the dialog is shown
 * @returns a ref for the button
 */
export function useReturnFocus(isOpen: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return button;
}
