/**
 * Every command of the program with its shortcut: one list for the keyboard, the palette and the
 * list of shortcuts. A screen's commands count while it is in front; the shell's always.
 */
import { useLayoutEffect, useRef } from 'react';
import { useScreen } from '../screen/screen-context.tsx';
import { withOwnKeys } from './key-bindings.ts';
import { addSource, createSources } from '../screen/sources.ts';

/** Something the user can do. */
export interface Command {
  /** Stable, e.g. `studio.undo`. */
  readonly id: string;
  /** In sentence case, e.g. "Undo". */
  readonly title: string;
  /** A heading in the palette and the list of shortcuts. */
  readonly group: string;
  /**
   * Key combinations as in `shortcut.ts`; the first is the one that is shown. Where commands are registered, those
   * that it comes with; from {@link registeredCommands} the user's own, where there are some.
   */
  readonly shortcuts?: readonly string[];
  /** Other words by which the palette finds it, e.g. "export" for "Save as…". */
  readonly keywords?: readonly string[];
  /**
   * Why it cannot run now, as a short sentence; `undefined` when it can. Its keys are then free for
   * others, and the palette shows it in grey with the reason.
   */
  readonly obstacle?: () => string | undefined;
  /** It runs in front of a dialog, too, and a held key runs it once. */
  readonly isForDialogs?: boolean;
  run(): void;
}

/** The registered commands by the component that registered them. */
export const useCommandSources = createSources<Command>();

/** All registered commands, the latest registered first, so that a screen's come before the shell's. */
export function registeredCommands(): readonly Command[] {
  return commandsAsRegistered().map(withOwnKeys);
}

/** The same with the keys that they come with. */
export function commandsAsRegistered(): readonly Command[] {
  return [...useCommandSources.getState().sources.values()].reverse().flat();
}

/** Why a command cannot run now, to go on with: without a full stop. `undefined` when it can. */
export function obstacleOf(command: Pick<Command, 'obstacle'>): string | undefined {
  return command.obstacle?.()?.replace(/\.$/u, '');
}

/** Whether a command would do something now. */
export function canRun(command: Command): boolean {
  return command.obstacle?.() === undefined;
}

/**
 * Registers commands while the component is mounted and its screen in front.
 *
 * @param commands may be new at each render; the latest ones run, with the title that they have when they are listed
 */
export function useCommands(commands: readonly Command[]): void {
  const { isInFront } = useScreen();
  const latest = useRef(commands);
  useLayoutEffect(() => {
    latest.current = commands;
  });
  const ids = commands.map(({ id, shortcuts = [] }) => [id, ...shortcuts].join(' ')).join('\n');
  // before the screen is painted: its keys count as soon as it is seen
  useLayoutEffect(() => {
    if (!isInFront) return undefined;
    const find = (id: string) => latest.current.find((command) => command.id === id);
    const stable = latest.current.map((command): Command => ({
      ...command,
      get title() {
        return find(command.id)?.title ?? command.title;
      },
      obstacle: () => find(command.id)?.obstacle?.(),
      run: () => find(command.id)?.run(),
    }));
    return addSource(useCommandSources, stable);
  }, [ids, isInFront]);
}
