export const SYSTEM_MESSAGE_ID = 'chat-system-message';

export function hasSystemMessage(): boolean {
  return document.getElementById(SYSTEM_MESSAGE_ID) !== null;
}

export function focusSystemMessage(): void {
  document.getElementById(SYSTEM_MESSAGE_ID)?.focus();
}
