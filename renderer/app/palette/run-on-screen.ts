/** Carries out a command of another screen: goes there, waits until the screen has it, and runs it. */
import {
  canRun,
  obstacleOf,
  registeredCommands,
  type Command,
} from '../../base/commands/commands.ts';
import { showScreen, useNavigation } from '../../base/screen/navigation.ts';
import { say } from '../../base/ui/say.ts';
import { COMMAND_INDEX, type IndexedCommand } from './command-index.ts';

const WAIT = {
  /** Milliseconds between two looks. */
  step: 50,
  /** Milliseconds for a screen that is still fetched. */
  screen: 20_000,
  /** Milliseconds for a command that a screen does not have yet, or that cannot run yet. */
  command: 1500,
} as const;

/**
 * Goes to the command's screen and runs it there. Nothing runs if the user goes
 * to another screen meanwhile; a command that cannot run says why.
 */
export async function runOnScreen(wanted: IndexedCommand): Promise<void> {
  showScreen(wanted.screenId);
  const hasLeft = (): boolean => useNavigation.getState().screenId !== wanted.screenId;
  if (wanted.firstId !== undefined) {
    const first = await registered({ ...wanted, id: wanted.firstId }, hasLeft);
    if (first !== undefined && canRun(first)) first.run();
  }
  let command = await registered(wanted, hasLeft);
  if (hasLeft()) return;
  if (command === undefined) {
    sayObstacle(wanted.title, wanted.needs ?? 'Not possible now');
    return;
  }
  const until = Date.now() + WAIT.command;
  while (!canRun(command) && Date.now() < until && !hasLeft()) {
    // oxlint-disable-next-line no-await-in-loop -- looks again and again
    await pause();
    // a screen that has read more registers its commands anew
    command = registeredCommands().find(({ id }) => id === wanted.id) ?? command;
  }
  if (hasLeft()) return;
  const obstacle = obstacleOf(command);
  if (obstacle === undefined) command.run();
  else sayObstacle(command.title, obstacle);
}

function sayObstacle(title: string, obstacle: string): void {
  say(`${title}: ${obstacle}.`);
}

/** @returns `undefined` when the user has left, or the screen does not have the command */
async function registered(
  { id, screenId }: IndexedCommand,
  hasLeft: () => boolean,
): Promise<Command | undefined> {
  let until = Date.now() + WAIT.screen;
  let isThere = false;
  while (!hasLeft() && Date.now() < until) {
    const commands = registeredCommands();
    const found = commands.find((command) => command.id === id);
    if (found !== undefined) return found;
    if (!isThere && commands.some((command) => isOf(command, screenId))) {
      isThere = true;
      until = Date.now() + WAIT.command;
    }
    await pause();
  }
  return undefined;
}

function isOf(command: Command, screenId: string): boolean {
  return COMMAND_INDEX.some((each) => each.screenId === screenId && each.id === command.id);
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, WAIT.step));
}
