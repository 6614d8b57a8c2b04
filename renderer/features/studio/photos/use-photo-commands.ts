/** Opening and closing photos. */
import { useCommands } from '../../../commands/commands.ts';
import { useStudio } from '../session/studio-store.ts';
import { studioCommand } from '../studio-command.ts';
import { pickFiles } from './file-input.ts';

/** @param isShown false switches all of them off */
export function usePhotoCommands(isShown: boolean): void {
  const session = useStudio((state) => state.session);
  const group = 'Photo';
  useCommands([
    studioCommand(
      isShown,
      { id: 'open', title: 'Open a photo', group, shortcuts: ['Mod+O'], run: openFile },
      () => session !== undefined,
    ),
    studioCommand(isShown, {
      id: 'close',
      title: 'Close the photo',
      group,
      shortcuts: ['Alt+W'],
      run: () => session?.photos.close(),
    }),
  ]);
}

/** Opens the system's file dialog and takes in what was chosen. */
export function openFile(): void {
  pickFiles((files) => {
    const [file] = files;
    if (file !== undefined) void useStudio.getState().session?.photos.importFile(file);
  });
}
