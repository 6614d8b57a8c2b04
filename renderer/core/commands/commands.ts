/**
 * The registry of commands and shortcuts, for the keyboard, the palette and the shortcut editor. A
 * screen's commands count while it is current, the shell's always.
 */
import { useLayoutEffect, useRef } from 'react';
import { useScreen } from '../screen/screen-context.tsx';
import { useOwnKeys, withOwnKeys } from './key-bindings.ts';
import { addSource, createSources } from '../screen/sources.ts';

/** What is known of a command while its screen is closed. */
export interface CommandInfo {
  /** Stable, such as `studio.undo`. */
  readonly id: string;
  /** In sentence case, such as "Undo". */
  readonly title: string;
  /** A heading in the palette and the shortcut editor. */
  readonly group: string;
  /**
   * As in `shortcut.ts`; the first is the one shown. The defaults where commands are registered;
   * from {@link registeredCommands}, the user's own if there are any.
   */
  readonly shortcuts?: readonly string[];
  /** Further words that find it in the palette, such as "export" for "Save as…". */
  readonly keywords?: readonly string[];
  /** The id under which its keys are stored, where two commands replace each other. */
  readonly keyId?: string;
  /** A command of its screen to run first, such as one that shows a tab. */
  readonly firstId?: string;
  /** What its screen needs to have it, such as "Open a clip first". */
  readonly needs?: string;
  /** The palette shows it only on its own screen, because it is of no use elsewhere. */
  readonly isLocal?: boolean;
}

export interface Command extends CommandInfo {
  /**
   * Why it cannot run now, as a short sentence; `undefined` if it can. Its keys are then free for
   * others, and the palette shows the reason.
   */
  readonly obstacle?: () => string | undefined;
  /** Also runs in front of a dialog, and only once while the key is held. */
  readonly isForDialogs?: boolean;
  run(): void;
}

/** By the component that registered them. */
export const useCommandSources = createSources<Command>();

/** The latest first, so that a screen's commands come before the shell's. */
export function registeredCommands(sources = registered()): readonly Command[] {
  const { bindings } = useOwnKeys.getState();
  return commandsAsRegistered(sources).map((command) => withOwnKeys(command, bindings));
}

/** The same with their default keys. */
export function commandsAsRegistered(sources = registered()): readonly Command[] {
  return [...sources.values()].reverse().flat();
}

const registered = () => useCommandSources.getState().sources;

/** Why a command cannot run now, without a full stop, to be continued. `undefined` if it can. */
export function obstacleOf(command: Pick<Command, 'obstacle'>): string | undefined {
  return command.obstacle?.()?.replace(/\.$/u, '');
}

export function canRun(command: Command): boolean {
  return command.obstacle?.() === undefined;
}

/**
 * Registers commands while the component is mounted on the current screen.
 * @param commands may change at each render; the latest ones run
 */
export function useCommands(commands: readonly Command[]): void {
  const { isInFront } = useScreen();
  const latest = useRef(commands);
  useLayoutEffect(() => {
    latest.current = commands;
  });
  const ids = commands.map(({ id, shortcuts = [] }) => [id, ...shortcuts].join(' ')).join('\n');
  // before the screen is painted, so that its keys work as soon as it is visible
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
