import { useCommands } from '../../../core/commands/commands.ts';
import { photoIdsOf } from '../model/strip.ts';
import { needsPhoto, useStudioCommand } from '../commands/studio-command.ts';
import { SAVE_MANY_KEYS } from './SaveItem.tsx';
import { useStudioSession } from '../session/index.ts';

export function useOutCommands(): void {
  const studioCommand = useStudioCommand();
  const session = useStudioSession();
  const group = 'Photo';
  useCommands([
    studioCommand({
      id: 'save',
      title: 'Save',
      group,
      shortcuts: ['Mod+S'],
      run: () => void session?.saving.save(),
    }),
    studioCommand({
      id: 'saveAs',
      title: 'Save as…',
      group,
      shortcuts: ['Shift+Mod+S'],
      run: () => session?.saving.show(),
    }),
    studioCommand({
      id: 'saveMany',
      title: 'Save selected photos…',
      group,
      shortcuts: [SAVE_MANY_KEYS],
      obstacle: ({ strip }) =>
        photoIdsOf(strip.getState().entries).length > 0 ? undefined : 'Open a photo first',
      run: () => session?.saving.showMany(),
    }),
    studioCommand({
      id: 'sendToVideo',
      title: 'Send to Video',
      group,
      shortcuts: ['Alt+V'],
      run: () => session?.out.sendTo('video'),
    }),
    studioCommand({
      id: 'sendToUpscale',
      title: 'Send to Upscale',
      group,
      shortcuts: ['Alt+U'],
      run: () => session?.out.sendTo('upscale'),
    }),
    studioCommand({
      id: 'sendToFaces',
      title: 'Send to Faces as the picture',
      group,
      shortcuts: ['Alt+F'],
      run: () => session?.out.sendTo('faces', 'picture'),
    }),
    studioCommand({
      id: 'sendToFacesAsFace',
      title: 'Send to Faces as the face',
      group,
      shortcuts: ['Shift+Alt+F'],
      run: () => session?.out.sendTo('faces', 'face'),
    }),
    studioCommand({
      id: 'makeRecipe',
      title: 'Make recipe…',
      group,
      shortcuts: [],
      obstacle: (stores) =>
        needsPhoto(stores) ??
        (stores.studio.getState().patches.length > 0 ? undefined : 'Nothing was done to it yet'),
      run: () => session?.out.makeRecipe(),
    }),
    studioCommand({
      id: 'maskInRecipe',
      title: 'Use the mask in a recipe',
      group,
      shortcuts: [],
      run: () => session?.out.sendMaskToRecipe(),
    }),
    studioCommand({
      id: 'runRecipe',
      title: 'Run a recipe on the selected photos…',
      group,
      shortcuts: [],
      obstacle: ({ strip }) =>
        photoIdsOf(strip.getState().entries).length > 0 ? undefined : 'Open a photo first',
      run: () => session?.out.runRecipe(),
    }),
    studioCommand({
      id: 'copy',
      title: 'Copy photo',
      group,
      shortcuts: ['Mod+C'],
      obstacle: (stores) => needsPhoto(stores) ?? (isTextChosen() ? 'Text is selected' : undefined),
      run: () => void session?.out.copy(),
    }),
  ]);
}

/** Selected text and text fields keep the key. */
function isTextChosen(): boolean {
  const { activeElement } = document;
  const isEditing =
    activeElement instanceof HTMLTextAreaElement ||
    (activeElement instanceof HTMLInputElement && activeElement.type !== 'range');
  return isEditing || document.getSelection()?.isCollapsed === false;
}
