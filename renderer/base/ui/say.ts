/** Short sentences at the edge of the window: something is done. Errors are shown where they belong. */
import { notifications, notificationsStore } from '@mantine/notifications';

/** How many are seen at once. */
const SHOWN = 3;

/**
 * Shows a sentence at once. When there are too many, the oldest goes: news must
 * not wait behind older news, however long the pointer rests on it.
 *
 * @param tone `done` for a work that is finished
 */
export function say(message: string, tone: 'done' | 'plain' = 'plain'): void {
  makeRoom();
  notifications.show({ message, ...(tone === 'done' ? { color: 'teal' } : {}) });
}

/** Hides the oldest sentences until there is room for one more. */
export function makeRoom(): void {
  const { notifications: shown } = notificationsStore.getState();
  for (const { id } of shown.slice(0, Math.max(0, shown.length - SHOWN + 1))) {
    if (id !== undefined) notifications.hide(id);
  }
}
