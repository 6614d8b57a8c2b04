/** Runs a command of another screen: opens the screen, waits for the command and runs it. */
import {
  canRun,
  obstacleOf,
  registeredCommands,
  type Command,
} from '../../core/commands/commands.ts';
import { showScreen, useNavigation } from '../../core/screen/navigation.ts';
import { say } from '../../core/ui/say.ts';
import { COMMAND_INDEX, type IndexedCommand } from './command-index.ts';

const WAIT = {
  /** Between two checks, ms. */
  step: 50,
  /** For a screen whose code is still loading, ms. */
  screen: 20_000,
  /** For a command that is not registered or cannot run yet, ms. */
  command: 1500,
} as const;

/**
 * Opens the command's screen and runs it there. Does nothing if the user goes elsewhere meanwhile;
 * a command that cannot run says why.
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
  if (command === undefined) return sayObstacle(wanted.title, wanted.needs ?? 'Not possible now');
  const until = Date.now() + WAIT.command;
  while (!canRun(command) && Date.now() < until && !hasLeft()) {
    // oxlint-disable-next-line no-await-in-loop -- looks again and again
    await pause();
    // the screen registers its commands again once more is loaded
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

/** @returns `undefined` when the user has left, or the screen lacks the command */
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
