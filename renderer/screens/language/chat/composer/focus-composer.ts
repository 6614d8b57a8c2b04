/** The field of the next message, which has the cursor when nothing else wants it. */

export const COMPOSER_ID = 'chat-composer';

/** The list of conversations, which keeps the cursor while it is gone through by keys. */
export const CONVERSATIONS_ID = 'chat-conversations';

export function focusComposer(): void {
  document.getElementById(COMPOSER_ID)?.focus();
}
