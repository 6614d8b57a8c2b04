import { useClosers } from '../../../core/screen/closers.ts';
import { useCommands } from '../../../core/commands/commands.ts';
import { bindCommands } from '../../../core/commands/define-commands.ts';
import { PHOTO } from '../commands/studio-commands.ts';
import { useNeedsPhoto } from '../commands/use-needs-photo.ts';
import { pickFiles } from '../../../features/files/file-input.ts';
import { photoIdsOf } from '../model/strip.ts';
import { type StudioSession, useStudioSession, useStudioStore } from '../session/index.ts';

export function usePhotoCommands(): void {
  const needsPhoto = useNeedsPhoto();
  const session = useStudioSession();
  const strip = session?.strip;
  const store = useStudioStore();
  const needsEntries = (least: 1 | 2) => () => {
    if (photoIdsOf(store.getState().strip.entries).length >= least) return undefined;
    return least === 1 ? 'Open a photo first' : 'Open several photos first';
  };

  useCommands(
    bindCommands(
      PHOTO,
      {
        open: { obstacle: () => undefined, run: () => openFiles(session) },
        recent: {
          obstacle: needsEntries(1),
          run: () => store.setSlice('strip', { isRecentShown: true }),
        },
        close: () => strip?.close(),
        closeAll: () => strip?.closeAll(),
        next: { obstacle: needsEntries(2), run: () => strip?.step(1) },
        previous: { obstacle: needsEntries(2), run: () => strip?.step(-1) },
        selectAll: { obstacle: needsEntries(2), run: () => strip?.chooseAll() },
        selectNone: {
          obstacle: () =>
            store.getState().strip.choice.chosen.size > 1
              ? undefined
              : 'No other photo is selected',
          run: () => strip?.chooseNone(),
        },
      },
      needsPhoto,
    ),
  );
  useClosers([
    {
      layer: 'view',
      isOpen: () => store.getState().results.compared !== undefined,
      close: () => session?.review.endComparing(),
    },
    {
      layer: 'content',
      isOpen: () => store.getState().status !== 'empty',
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
