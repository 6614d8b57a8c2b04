/** The message field, which has the focus when nothing else needs it. */
export const COMPOSER_ID = 'chat-composer';

/** The list of conversations, which keeps the focus while keys step through it. */
export const CONVERSATIONS_ID = 'chat-conversations';

export function focusComposer(): void {
  document.getElementById(COMPOSER_ID)?.focus();
}

export const SYSTEM_MESSAGE_ID = 'chat-system-message';

export function hasSystemMessage(): boolean {
  return document.getElementById(SYSTEM_MESSAGE_ID) !== null;
}

export function focusSystemMessage(): void {
  document.getElementById(SYSTEM_MESSAGE_ID)?.focus();
}
