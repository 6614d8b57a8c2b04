/** Getting the photo out. */
import { useCommands } from '../../../commands/commands.ts';
import { useStudio } from '../session/studio-store.ts';
import { studioCommand } from '../studio-command.ts';

/** @param isShown false switches all of them off */
export function useOutCommands(isShown: boolean): void {
  useCommands([
    studioCommand(isShown, {
      id: 'save',
      title: 'Save as…',
      group: 'Photo',
      shortcuts: ['Mod+S', 'Shift+Mod+S'],
      run: () => useStudio.setState({ isSaveShown: true }),
    }),
  ]);
}
