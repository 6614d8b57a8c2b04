import type { Command } from '../../../core/commands/commands.ts';
import type { ReadonlyStudioStores } from '../model/stores.ts';
import { readyPhoto } from '../model/studio-store.ts';
import { useStudioStores } from '../session/index.ts';

/** Returns `undefined` if the command can run. */
export type Obstacle = (stores: ReadonlyStudioStores) => string | undefined;

/** Needs an open photo unless it has its own `obstacle`. */
export interface StudioCommand extends Omit<Command, 'obstacle'> {
  readonly obstacle?: Obstacle;
}

/** Prefixes command ids. */
export function useStudioCommand(): (command: StudioCommand) => Command {
  const stores = useStudioStores();
  return ({ obstacle = needsPhoto, ...command }) => ({
    ...command,
    id: `studio.${command.id}`,
    obstacle: () => obstacle(stores),
  });
}

export function needsPhoto({ studio }: ReadonlyStudioStores): string | undefined {
  return readyPhoto(studio.getState()) === undefined ? 'Open a photo first' : undefined;
}
