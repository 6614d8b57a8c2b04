import { useCommands } from '../../../core/commands/commands.ts';
import { bindCommands } from '../../../core/commands/define-commands.ts';
import { NOTHING_TO_SAVE } from '../model/saving-state.ts';
import { photoIdsOf } from '../model/strip.ts';
import { SAVING } from '../commands/studio-commands.ts';
import { useNeedsPhoto } from '../commands/use-needs-photo.ts';
import { useStudioSession, useStudioStore } from '../session/index.ts';

export function useOutCommands(): void {
  const needsPhoto = useNeedsPhoto();
  const session = useStudioSession();
  const store = useStudioStore();
  const needsEntry = () =>
    photoIdsOf(store.getState().strip.entries).length > 0 ? undefined : 'Open a photo first';
  useCommands(
    bindCommands(
      SAVING,
      {
        save: () => void session?.saving.save(),
        saveAs: () => store.setSlice('saving', { ...NOTHING_TO_SAVE, isShown: true }),
        saveMany: { obstacle: needsEntry, run: () => session?.saving.showMany() },
        sendToVideo: () => session?.out.sendTo('video'),
        sendToUpscale: () => session?.out.sendTo('upscale'),
        sendToFaces: () => session?.out.sendTo('faces', 'picture'),
        sendToFacesAsFace: () => session?.out.sendTo('faces', 'face'),
        makeRecipe: {
          obstacle: () =>
            needsPhoto() ??
            (store.getState().patches.length > 0 ? undefined : 'Nothing was done to it yet'),
          run: () => session?.out.makeRecipe(),
        },
        maskInRecipe: () => session?.out.sendMaskToRecipe(),
        runRecipe: { obstacle: needsEntry, run: () => session?.out.runRecipe() },
        copy: {
          obstacle: () => needsPhoto() ?? (isTextChosen() ? 'Text is selected' : undefined),
          run: () => void session?.out.copy(),
        },
      },
      needsPhoto,
    ),
  );
}

/** Selected text and text fields keep the key. */
function isTextChosen(): boolean {
  const { activeElement } = document;
  const isEditing =
    activeElement instanceof HTMLTextAreaElement ||
    (activeElement instanceof HTMLInputElement && activeElement.type !== 'range');
  return isEditing || document.getSelection()?.isCollapsed === false;
}
