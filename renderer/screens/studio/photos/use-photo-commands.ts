import { useClosers } from '../../../core/screen/closers.ts';
import { useCommands } from '../../../core/commands/commands.ts';
import { useStudioCommand, type Obstacle } from '../commands/studio-command.ts';
import { pickFiles } from '../../../features/files/file-input.ts';
import { photoIdsOf } from '../model/strip.ts';
import { type StudioSession, useStudioSession, useStudioStores } from '../session/index.ts';

export function usePhotoCommands(): void {
  const studioCommand = useStudioCommand();
  const session = useStudioSession();
  const strip = session?.strip;
  const { results, studio } = useStudioStores();
  const group = 'Photo';

  useCommands([
    studioCommand({
      id: 'open',
      title: 'Open photos…',
      group,
      shortcuts: ['Mod+O'],
      obstacle: () => undefined,
      run: () => openFiles(session),
    }),
    studioCommand({
      id: 'recent',
      title: 'Add recent photos…',
      group,
      shortcuts: ['Shift+Alt+O'],
      obstacle: needsEntries(1),
      run: () => strip?.setRecentShown(true),
    }),
    studioCommand({
      id: 'close',
      title: 'Close photo',
      group,
      run: () => strip?.close(),
    }),
    studioCommand({
      id: 'closeAll',
      title: 'Close all photos',
      group,
      shortcuts: ['Shift+Alt+W'],
      run: () => strip?.closeAll(),
    }),
    studioCommand({
      id: 'next',
      title: 'Next photo',
      group,
      shortcuts: ['ArrowRight'],
      obstacle: needsEntries(2),
      run: () => strip?.step(1),
    }),
    studioCommand({
      id: 'previous',
      title: 'Previous photo',
      group,
      shortcuts: ['ArrowLeft'],
      obstacle: needsEntries(2),
      run: () => strip?.step(-1),
    }),
    studioCommand({
      id: 'selectAll',
      title: 'Select all photos',
      group,
      shortcuts: ['Alt+A'],
      obstacle: needsEntries(2),
      run: () => strip?.chooseAll(),
    }),
    studioCommand({
      id: 'selectNone',
      title: 'Deselect all photos',
      group,
      shortcuts: ['Shift+Alt+A'],
      obstacle: ({ strip: { getState } }) =>
        getState().choice.chosen.size > 1 ? undefined : 'No other photo is selected',
      run: () => strip?.chooseNone(),
    }),
  ]);
  useClosers([
    {
      layer: 'view',
      isOpen: () => results.getState().compared !== undefined,
      close: () => session?.review.endComparing(),
    },
    {
      layer: 'content',
      isOpen: () => studio.getState().status !== 'empty',
      close: () => strip?.close(),
    },
  ]);
}

export function openFiles(session: StudioSession | undefined): void {
  pickFiles(
    (files) => {
      if (files.length > 0) void session?.strip.importFiles(files);
    },
    undefined,
    true,
  );
}

function needsEntries(least: number): Obstacle {
  return ({ strip }) => {
    if (photoIdsOf(strip.getState().entries).length >= least) return undefined;
    return least === 1 ? 'Open a photo first' : 'Open several photos first';
  };
}
