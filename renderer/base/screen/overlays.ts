/** Dialogs, popovers, menus and lists over the page, which close by Escape. */

/** Where an overlay hears the key: itself, or the field that a list belongs to. */
const OVERLAYS = [
  '[role="dialog"]',
  '[role="menu"]',
  '[role="combobox"][aria-expanded="true"]',
  '[aria-haspopup="listbox"][aria-expanded="true"]',
].join(', ');

/** Of Mantine: a dialog leaves an Escape alone that comes from such an element. */
const NOT_FOR_DIALOGS = 'data-mantine-stop-propagation';

/** The code of an Escape that closes one overlay; no keyboard has such a key. */
const CLOSING_CODE = 'GessoClose';

/** An Escape for one overlay and nothing behind it: commands leave it alone. */
export function isClosingEscape(event: Pick<KeyboardEvent, 'code'>): boolean {
  return event.code === CLOSING_CODE;
}

/** The overlay in front: later ones lie over earlier ones. */
export function frontOverlay(): Element | undefined {
  return [...document.querySelectorAll(OVERLAYS)].findLast((each) => each.checkVisibility());
}

/** Closes an overlay as Escape does; one that has to be answered stays. */
export function closeOverlay(overlay: Element): void {
  const isModal = overlay.ariaModal === 'true';
  // Mantine's dialogs hear every Escape first, unless it comes from here
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
