/** The message field, which has the focus when nothing else needs it. */
export const COMPOSER_ID = 'chat-composer';

/** The list of conversations, which keeps the focus while keys step through it. */
export const CONVERSATIONS_ID = 'chat-conversations';

export function focusComposer(): void {
  document.getElementById(COMPOSER_ID)?.focus();
}
