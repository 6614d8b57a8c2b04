import type { Command } from '../../core/commands/commands.ts';
import { COMMAND_INDEX, type IndexedCommand } from './command-index.ts';
import type { FoundCommand } from './find-commands.ts';

/**
 * @param registered commands of the shell and the current screen
 * @param run runs a command of another screen
 */
export function allCommands(
  registered: readonly Command[],
  screenId: string,
  titleOf: (screenId: string) => string,
  run: (command: IndexedCommand) => void,
): readonly FoundCommand[] {
  const here = new Set(registered.map(({ id }) => id));
  return [
    ...registered,
    ...COMMAND_INDEX.filter(
      (command) => !here.has(command.id) && isToBeFound(command, screenId),
    ).map((command): FoundCommand => ({
      ...command,
      elsewhere: titleOf(command.screenId),
      run: () => run(command),
    })),
  ];
}

/** The current screen has registered everything that it can do now, except for its hidden tabs. */
function isToBeFound(command: IndexedCommand, inFront: string): boolean {
  const { screenId, firstId, keyId, isLocal = false } = command;
  return !isLocal && keyId === undefined && (screenId !== inFront || firstId !== undefined);
}
