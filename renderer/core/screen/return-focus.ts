import { useEffect } from 'react';
import { frontOverlay } from './overlays.ts';

const isInOverlay = (node: Node): boolean =>
  node instanceof Element && node.closest('[data-portal]') !== null;

/**
 * Returns the focus to where it was before an overlay, and to the overlay or screen whose focused
 * button is removed or hidden. Mantine does not if the dialog was mounted open, or opened by a menu
 * or the palette, which are gone by then. Called once, by the shell.
 */
export function useReturnFocus(): void {
  useEffect(() => {
    const listeners = new AbortController();
    const { signal } = listeners;
    let opener: HTMLElement | undefined;
    let focused: HTMLElement | undefined;
    const isLost = (): boolean => document.activeElement === document.body;
    const remember = ({ type, target, relatedTarget }: FocusEvent): void => {
      if (!(target instanceof HTMLElement)) return;
      if (type === 'focusin') focused = target;
      if (isInOverlay(target)) return;
      if (type === 'focusin') opener = target;
      else if (relatedTarget === null) {
        opener = undefined;
        if (!target.checkVisibility({ visibilityProperty: true })) setTimeout(findPlace);
      }
    };
    const findPlace = (): void => {
      if (isLost() && frontOverlay() === undefined) focusMain();
    };
    document.addEventListener('focusin', remember, { signal });
    document.addEventListener('focusout', remember, { signal });
    const isRemoved = (): boolean => focused?.isConnected === false;
    const observer = new MutationObserver((changes) => {
      if (!isLost()) return;
      if (!isRemoved() && !changes.some(({ target }) => isInOverlay(target))) return;
      // after the keypress of the key that closed the overlay: it would press the opener
      setTimeout(() => {
        if (!isLost()) return;
        const overlay = frontOverlay();
        if (overlay instanceof HTMLElement) {
          if (isRemoved()) overlay.focus({ preventScroll: true });
        } else if (opener?.isConnected === true) {
          opener.focus({ preventScroll: true });
          // its screen was left
          if (isLost()) document.querySelector<HTMLElement>('[aria-current="page"]')?.focus();
        } else if (isRemoved()) focusMain();
      });
    });
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      listeners.abort();
      observer.disconnect();
    };
  }, []);
}

/** Focuses the screen as a whole, until a click or Tab: clicks beside controls must not focus it. */
function focusMain(): void {
  const main = document.querySelector('main');
  if (main === null) return;
  main.tabIndex = -1;
  main.addEventListener('blur', () => main.removeAttribute('tabindex'), { once: true });
  main.focus({ preventScroll: true });
}
