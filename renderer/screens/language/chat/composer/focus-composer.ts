/** Has the focus when nothing else needs it. */

export const COMPOSER_ID = 'chat-composer';

/** Keeps the focus while the user steps through it by keys. */
export const CONVERSATIONS_ID = 'chat-conversations';

export function focusComposer(): void {
  document.getElementById(COMPOSER_ID)?.focus();
}
