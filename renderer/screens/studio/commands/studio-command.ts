/** How the studio's parts declare their commands. */
import type { Command } from '../../../base/commands/commands.ts';
import type { ReadonlyStudioStores } from '../model/stores.ts';
import { readyPhoto } from '../model/studio-store.ts';
import { useStudioStores } from '../session/index.ts';

/** Why a command cannot run now; `undefined` when it can. */
export type Obstacle = (stores: ReadonlyStudioStores) => string | undefined;

/** A command of the studio. Without an `obstacle` of its own it needs an open photo. */
export interface StudioCommand extends Omit<Command, 'obstacle'> {
  readonly obstacle?: Obstacle;
}

/** Makes commands of the studio: their ids get its name. */
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
