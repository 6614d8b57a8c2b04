/** The commands of the palette: the registered ones and those of other screens. */
import type { Command } from '../../core/commands/commands.ts';
import { COMMAND_INDEX, type IndexedCommand } from './command-index.ts';
import type { FoundCommand } from './find-commands.ts';

/**
 * @param registered commands of the shell and the current screen
 * @param screenId the current screen
 * @param titleOf a screen's title
 * @param run runs a command of another screen
 * @returns the registered ones with all keywords, then those of other screens
 */
export function allCommands(
  registered: readonly Command[],
  screenId: string,
  titleOf: (screenId: string) => string,
  run: (command: IndexedCommand) => void,
): readonly FoundCommand[] {
  const here = new Set(registered.map(({ id }) => id));
  const words = new Map(COMMAND_INDEX.map(({ id, keywords = [] }) => [id, keywords]));
  return [
    ...registered.map((command) => withWords(command, words.get(command.id))),
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

function withWords(command: Command, words: readonly string[] | undefined): FoundCommand {
  if (words === undefined) return command;
  return { ...command, keywords: [...new Set([...(command.keywords ?? []), ...words])] };
}
