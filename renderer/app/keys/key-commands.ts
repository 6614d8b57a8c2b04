/**
 * All commands for the editor: the registered ones, and those of screens that have not been opened.
 */
import { commandsAsRegistered, type Command } from '../../base/commands/commands.ts';
import { COMMAND_INDEX } from '../palette/command-index.ts';
import { DEFAULT_KEYS } from './default-keys.ts';
import type { KeyCommand } from './key-rows.ts';

/** Prefixes of the shell's command ids. */
const OF_SHELL = /^(?:app|connection|connections|go|view)\./u;

const SCREENS = new Map(COMMAND_INDEX.map(({ id, screenId }) => [id, screenId]));

/**
 * @param frontId the current screen
 * @returns its commands first
 */
export function keyCommands(frontId: string): readonly KeyCommand[] {
  const registered = commandsAsRegistered();
  const here = new Set(registered.map(({ id }) => id));
  return [
    ...registered.map((command) => ofRegistered(command, frontId)),
    ...COMMAND_INDEX.filter(({ id }) => !here.has(id)).map(
      ({ id, title, group, screenId }): KeyCommand => ({
        id,
        title,
        group,
        screenId,
        defaults: defaultKeys(id),
      }),
    ),
  ];
}

/** Keys of a command that is not registered yet. */
function defaultKeys(id: string): readonly string[] {
  const keys = DEFAULT_KEYS[id];
  if (keys === undefined) return [];
  return keys.split(' ').map((key) => (key === 'Space' ? ' ' : key));
}

function ofRegistered({ id, title, group, shortcuts = [] }: Command, frontId: string): KeyCommand {
  const screenId = OF_SHELL.test(id) ? undefined : (SCREENS.get(id) ?? frontId);
  return { id, title, group, screenId, defaults: shortcuts };
}
