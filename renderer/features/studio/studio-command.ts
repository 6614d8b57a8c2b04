/** How the studio's parts declare their commands. */
import type { Command } from '../../commands/commands.ts';
import { useStudio } from './session/studio-store.ts';

/**
 * One command of the studio.
 *
 * @param isShown false while another screen is in front: off
 * @param isEnabled more that has to be true; by default a photo has to be ready
 */
export function studioCommand(
  isShown: boolean,
  command: Omit<Command, 'isEnabled'>,
  isEnabled: () => boolean = isPhotoReady,
): Command {
  return { ...command, id: `studio.${command.id}`, isEnabled: () => isShown && isEnabled() };
}

/** A photo is open and can be worked on. */
export function isPhotoReady(): boolean {
  return useStudio.getState().status === 'ready';
}
