/** Opening and closing photos, and going through the strip. */
import { useCommands } from '../../../commands/commands.ts';
import { useStudio } from '../session/studio-store.ts';
import { isPhotoReady, studioCommand } from '../studio-command.ts';
import { pickFiles } from './file-input.ts';
import { allOf, NOTHING_CHOSEN, photoIdsOf } from './strip.ts';
import { choose, useStrip } from './strip-store.ts';

/** @param isShown false switches all of them off */
export function usePhotoCommands(isShown: boolean): void {
  const session = useStudio((state) => state.session);
  const group = 'Photo';
  const command = (
    id: string,
    title: string,
    shortcuts: readonly string[],
    run: () => void,
    isEnabled: () => boolean = isPhotoReady,
  ) => studioCommand(isShown, { id, title, group, shortcuts, run }, isEnabled);

  useCommands([
    command('open', 'Open photos', ['Mod+O'], openFiles, () => session !== undefined),
    command('recent', 'Add recent photos…', ['Shift+Alt+O'], showRecent, hasSeveralOrOne),
    command('close', 'Close the photo', ['Alt+W'], () => session?.strip.close()),
    command('closeAll', 'Close all photos', ['Shift+Alt+W'], () => session?.strip.closeAll()),
    command('next', 'Next photo', ['ArrowRight'], () => session?.strip.step(1), hasSeveral),
    command('previous', 'Previous photo', ['ArrowLeft'], () => session?.strip.step(-1), hasSeveral),
    command('chooseAll', 'Choose all photos', ['Alt+A'], chooseAll, hasSeveral),
    command('chooseNone', 'Choose no photos', ['Shift+Alt+A'], chooseNone, hasChoice),
  ]);
}

/** Opens the system's file dialog and takes in what was chosen. */
export function openFiles(): void {
  pickFiles(
    (files) => {
      if (files.length > 0) void useStudio.getState().session?.strip.importFiles(files);
    },
    undefined,
    true,
  );
}

export function chooseAll(): void {
  choose(allOf(useStrip.getState().entries));
}

export function chooseNone(): void {
  choose(NOTHING_CHOSEN);
}

export function showRecent(): void {
  useStrip.setState({ isRecentShown: true });
}

function hasSeveral(): boolean {
  return photoIdsOf(useStrip.getState().entries).length > 1;
}

function hasSeveralOrOne(): boolean {
  return useStrip.getState().entries.length > 0;
}

function hasChoice(): boolean {
  return useStrip.getState().choice.chosen.size > 0;
}
