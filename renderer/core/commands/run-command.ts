/** Runs a command for menus and buttons, by the same rules as a key or the palette. */
import { say } from '../ui/say.ts';
import { canRun, obstacleOf, registeredCommands } from './commands.ts';
import { wasDeclined } from './declined-keys.ts';
import type { CommandKeys } from './shortcut-keys.ts';
import { isInDialog } from './use-command-keys.ts';

/** A control that shows a command’s keys; without `onClick` it runs the command. */
export type CommandControl =
  | { readonly keys: Exclude<CommandKeys, string>; readonly onClick?: undefined }
  | { readonly keys?: CommandKeys | undefined; readonly onClick: () => void };

export function actionOf(control: CommandControl): () => void {
  return control.onClick ?? (() => runCommandById(control.keys.id, false));
}

/**
 * Runs a registered command, or shows why it cannot run. In front of a dialog, only commands for
 * dialogs run; commands of other screens do nothing.
 * @param isByKey the menu was triggered by its key, perhaps after the page
 */
export function runCommandById(commandId: string, isByKey: boolean): void {
  if (isByKey && wasDeclined(commandId)) return;
  const found = registeredCommands().filter(
    ({ id, isForDialogs }) => id === commandId && (isForDialogs === true || !isInDialog()),
  );
  const command = found.find(canRun) ?? found[0];
  if (command === undefined) return;
  const obstacle = obstacleOf(command);
  if (obstacle === undefined) command.run();
  else say(`${command.title}: ${obstacle}.`);
}
