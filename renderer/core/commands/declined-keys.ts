/**
 * Shortcuts that the page has received but not run: in a text field, in front of a dialog, or
 * because the command cannot run. On macOS, the system's menu receives the key next and requests
 * the same command, which must not run after all.
 */
import { create } from 'zustand';

const useDeclinedKeys = create<{ readonly commandIds: ReadonlySet<string> }>(() => ({
  commandIds: new Set(),
}));

/** Notes that the key of these commands was pressed and none of them ran. */
export function declineKey(commandIds: readonly string[]): void {
  useDeclinedKeys.setState({ commandIds: new Set(commandIds) });
}

/** Whether this command's key was just declined. Counts once. */
export function wasDeclined(commandId: string): boolean {
  const { commandIds } = useDeclinedKeys.getState();
  if (!commandIds.has(commandId)) return false;
  useDeclinedKeys.setState({ commandIds: new Set() });
  return true;
}
