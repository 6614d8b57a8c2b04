import { useCommands } from '../../../core/commands/commands.ts';
import { bindCommands } from '../../../core/commands/define-commands.ts';
import { useStudio, useStudioSession, useStudioStore } from '../session/index.ts';
import { SELECTING } from './studio-commands.ts';
import { useNeedsPhoto } from './use-needs-photo.ts';

export function useSelectingCommands(): void {
  const needsPhoto = useNeedsPhoto();
  const store = useStudioStore();
  const session = useStudioSession();
  const selecting = session?.selecting;
  const isViewShown = useStudio((state) => state.selecting.isSpotsViewShown);
  const needsProposal = () =>
    needsPhoto() ??
    ((store.getState().selecting.proposal ?? store.getState().selecting.people) === undefined
      ? 'Nothing is selected'
      : undefined);
  /** Also counts an offered run, which is dismissed likewise. */
  const needsShown = () =>
    store.getState().selecting.taken === undefined ? needsProposal() : undefined;
  const needsReadings = () =>
    needsPhoto() ??
    ((store.getState().selecting.proposal?.readings ?? 1) < 2
      ? 'There is no other size'
      : undefined);
  const needsSpots = () =>
    needsPhoto() ??
    ((store.getState().selecting.spots?.spots.length ?? 0) === 0 ? 'Find spots first' : undefined);
  const needsFound = () =>
    store.getState().selecting.objects === undefined ? needsSpots() : undefined;
  const step = (direction: 1 | -1): void =>
    store.getState().selecting.objects === undefined
      ? selecting?.stepSpot(direction)
      : selecting?.stepObject(direction);

  // one id per state, so that the palette shows the current title
  const toggleView = () => void selecting?.toggleSpotsView();
  useCommands(
    bindCommands(
      SELECTING,
      {
        acceptSelection: { obstacle: needsProposal, run: () => selecting?.accept() },
        dropSelection: { obstacle: needsShown, run: () => selecting?.drop() },
        findSpots: () => {
          session?.core.tools.setTool('spots');
          void selecting?.findSpots();
        },
        largerObject: { obstacle: needsReadings, run: () => selecting?.resize(1) },
        smallerObject: { obstacle: needsReadings, run: () => selecting?.resize(-1) },
        showObjects: () => void selecting?.showObjects(),
        selectPeople: () => void selecting?.selectPeople(),
        nextSpot: { obstacle: needsFound, run: () => step(1) },
        previousSpot: { obstacle: needsFound, run: () => step(-1) },
        acceptSpots: { obstacle: needsSpots, run: () => selecting?.acceptAllSpots() },
        findText: () => void selecting?.findText(),
        'spotsView.show': isViewShown ? undefined : toggleView,
        'spotsView.hide': isViewShown ? toggleView : undefined,
      },
      needsPhoto,
    ),
  );
}
