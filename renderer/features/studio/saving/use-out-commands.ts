/** Getting the photo out. */
import { useCommands } from '../../../commands/commands.ts';
import { photoIdsOf } from '../photos/strip.ts';
import { useStrip } from '../photos/strip-store.ts';
import { useStudio } from '../session/studio-store.ts';
import { isPhotoReady, studioCommand } from '../studio-command.ts';
import { SAVE_MANY_KEYS } from './SaveItem.tsx';
import { prepareSavingMany } from './saving-store.ts';

/** @param isShown false switches all of them off */
export function useOutCommands(isShown: boolean): void {
  const session = useStudio((state) => state.session);
  const group = 'Photo';
  useCommands([
    studioCommand(isShown, {
      id: 'save',
      title: 'Save as…',
      group,
      shortcuts: ['Mod+S', 'Shift+Mod+S'],
      run: () => useStudio.setState({ isSaveShown: true }),
    }),
    studioCommand(
      isShown,
      {
        id: 'saveMany',
        title: 'Save the chosen photos…',
        group,
        shortcuts: [SAVE_MANY_KEYS],
        run: prepareSavingMany,
      },
      () => photoIdsOf(useStrip.getState().entries).length > 0,
    ),
    studioCommand(
      isShown,
      {
        id: 'copy',
        title: 'Copy the picture',
        group,
        shortcuts: ['Mod+C'],
        run: () => void session?.out.copy(),
      },
      () => isPhotoReady() && !isTextChosen(),
    ),
  ]);
}

/** Text that is selected, or a field that is being edited, keeps the key. */
function isTextChosen(): boolean {
  const { activeElement } = document;
  const isEditing =
    activeElement instanceof HTMLTextAreaElement ||
    (activeElement instanceof HTMLInputElement && activeElement.type !== 'range');
  return isEditing || document.getSelection()?.isCollapsed === false;
}
