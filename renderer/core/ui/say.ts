/** Shows short messages in the top bar. Errors are shown where they belong. */
import { notifications, notificationsStore } from '@mantine/notifications';

/** Most messages at the same time. */
const SHOWN = 3;

/**
 * Shows a message at once. With too many, the oldest goes: news must not wait for older news,
 * however long the pointer rests on it.
 * @param tone `done` for finished work
 */
export function say(message: string, tone: 'done' | 'plain' = 'plain'): void {
  makeRoom();
  notifications.show({ message, ...(tone === 'done' ? { color: 'teal' } : {}) });
}

/** Hides the oldest messages until there is room for one more. */
export function makeRoom(): void {
  const { notifications: shown } = notificationsStore.getState();
  for (const { id } of shown.slice(0, Math.max(0, shown.length - SHOWN + 1))) {
    if (id !== undefined) notifications.hide(id);
  }
}
