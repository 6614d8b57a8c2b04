/** The field of the next message, which has the cursor when nothing else wants it. */

export const COMPOSER_ID = 'chat-composer';

export function focusComposer(): void {
  document.getElementById(COMPOSER_ID)?.focus();
}
