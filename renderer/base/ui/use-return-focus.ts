/** Focus after a dialog that a menu has opened. */
import { useEffect, useRef, type RefObject } from 'react';

/**
 * The item of the menu is gone when the dialog closes, so the focus would be lost: it returns to the
 * button of the menu, where that is still there.
 *
 * @param isOpen the dialog is shown
 * @returns for the button
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
