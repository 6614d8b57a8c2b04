/** Dialogs, popovers, menus and lists that Escape closes. */

/** What receives the key: the overlay, or the field that a list belongs to. */
const OVERLAYS = [
  '[role="dialog"]',
  '[role="menu"]',
  '[role="combobox"][aria-expanded="true"]',
  '[aria-haspopup="listbox"][aria-expanded="true"]',
].join(', ');

/** Mantine's dialogs ignore Escape from elements with this attribute. */
const NOT_FOR_DIALOGS = 'data-mantine-stop-propagation';

/** Marks an Escape meant for one overlay; no keyboard has such a key. */
const CLOSING_CODE = 'GessoClose';

/** Whether an Escape is meant for one overlay, so that commands ignore it. */
export function isClosingEscape(event: Pick<KeyboardEvent, 'code'>): boolean {
  return event.code === CLOSING_CODE;
}

/** The front overlay: later elements lie over earlier ones. */
export function frontOverlay(): Element | undefined {
  return [...document.querySelectorAll(OVERLAYS)].findLast((each) => each.checkVisibility());
}

/** Closes an overlay like Escape; one that requires an answer stays. */
export function closeOverlay(overlay: Element): void {
  const isModal = overlay.ariaModal === 'true';
  // otherwise Mantine's dialogs would take it first
  if (!isModal) overlay.setAttribute(NOT_FOR_DIALOGS, 'true');
  overlay.dispatchEvent(
    new KeyboardEvent('keydown', {
      key: 'Escape',
      code: CLOSING_CODE,
      bubbles: true,
      cancelable: true,
    }),
  );
  if (!isModal) overlay.removeAttribute(NOT_FOR_DIALOGS);
}
