/**
 * Every command of the program with its shortcut: one list for the keyboard, the palette and the
 * list of shortcuts. Screens register theirs while they are shown.
 */
import { useEffect, useLayoutEffect, useRef } from 'react';
import { create } from 'zustand';

/** Something the user can do. */
export interface Command {
  /** Stable, e.g. `studio.undo`. */
  readonly id: string;
  /** In sentence case, e.g. "Undo". */
  readonly title: string;
  /** A heading in the palette and the list of shortcuts. */
  readonly group: string;
  /** Key combinations as in `shortcut.ts`; the first is the one that is shown. */
  readonly shortcuts?: readonly string[];
  /** `false` hides it from the palette and switches its keys off. */
  readonly isEnabled?: () => boolean;
  run(): void;
}

interface CommandsState {
  readonly sources: ReadonlyMap<symbol, readonly Command[]>;
}

/** The registered commands by who registered them. */
export const useCommandSources = create<CommandsState>(() => ({ sources: new Map() }));

/** All registered commands, the latest registered first, so that a screen's come before the shell's. */
export function registeredCommands(): readonly Command[] {
  return [...useCommandSources.getState().sources.values()].reverse().flat();
}

/**
 * Registers commands while the component is mounted.
 *
 * @param commands may be new at each render; what runs is always the latest
 */
export function useCommands(commands: readonly Command[]): void {
  const latest = useRef(commands);
  useLayoutEffect(() => {
    latest.current = commands;
  });
  const ids = commands.map(({ id }) => id).join(' ');
  useEffect(() => {
    const source = Symbol('commands');
    const find = (id: string) => latest.current.find((command) => command.id === id);
    const stable = latest.current.map((command): Command => ({
      ...command,
      isEnabled: () => find(command.id)?.isEnabled?.() ?? true,
      run: () => find(command.id)?.run(),
    }));
    useCommandSources.setState(({ sources }) => ({
      sources: new Map(sources).set(source, stable),
    }));
    return () => {
      useCommandSources.setState(({ sources }) => {
        const rest = new Map(sources);
        rest.delete(source);
        return { sources: rest };
      });
    };
  }, [ids]);
}
