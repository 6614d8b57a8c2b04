/**
 * Keys of commands that the page has seen and left alone: in a text field, in front of a dialog, or
 * because the command cannot run. On macOS the system's menu gets such a key next and asks for the
 * same command; that must not run it after all.
 */
import { create } from 'zustand';

const useDeclinedKeys = create<{ readonly commandIds: ReadonlySet<string> }>(() => ({
  commandIds: new Set(),
}));

/** The key of these commands was pressed, and none of them runs. Earlier ones count no longer. */
export function declineKey(commandIds: readonly string[]): void {
  useDeclinedKeys.setState({ commandIds: new Set(commandIds) });
}

/** Whether the page has just left the key of this command alone. Counts once. */
export function wasDeclined(commandId: string): boolean {
  const { commandIds } = useDeclinedKeys.getState();
  if (!commandIds.has(commandId)) return false;
  useDeclinedKeys.setState({ commandIds: new Set() });
  return true;
}
