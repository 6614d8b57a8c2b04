/** The registered commands as entries of the system's menu. */
import type { Menu, MenuCommand } from '../../../shared/contract/desktop.ts';
import type { PhotoSummary } from '../../../shared/contract/photos.ts';
import { canRun, type Command } from './commands.ts';

/** Photos under “Open recent”. */
const RECENT = 10;

/** @param commands of several with one id, the first counts */
export function menuOf(
  commands: readonly Command[],
  recent: readonly Pick<PhotoSummary, 'id' | 'name'>[],
): Menu {
  const unique = new Map(commands.toReversed().map((command) => [command.id, command] as const));
  return {
    commands: [...new Set(commands.map(({ id }) => id))].flatMap((id) => {
      const command = unique.get(id);
      return command === undefined ? [] : [entryOf(command)];
    }),
    recentPhotos: recent.slice(0, RECENT).map(({ id, name }) => ({ photoId: id, name })),
  };
}

function entryOf(command: Command): MenuCommand {
  const { id, title, group, shortcuts = [] } = command;
  const [shortcut] = shortcuts;
  const entry = { id, title, group, isAvailable: canRun(command) };
  return shortcut === undefined ? entry : { ...entry, shortcut };
}
