import { useCommands } from '../../../core/commands/commands.ts';
import { bindCommands } from '../../../core/commands/define-commands.ts';
import { useSelecting, useStudioSession, useStudioStores } from '../session/index.ts';
import { SELECTING } from './studio-commands.ts';
import { useNeedsPhoto } from './use-needs-photo.ts';

export function useSelectingCommands(): void {
  const needsPhoto = useNeedsPhoto();
  const { selecting: store } = useStudioStores();
  const session = useStudioSession();
  const selecting = session?.selecting;
  const isViewShown = useSelecting((state) => state.isSpotsViewShown);
  const needsProposal = () =>
    needsPhoto() ??
    ((store.getState().proposal ?? store.getState().people) === undefined
      ? 'Nothing is selected'
      : undefined);
  /** Also counts an offered run, which is dismissed likewise. */
  const needsShown = () => (store.getState().taken === undefined ? needsProposal() : undefined);
  const needsReadings = () =>
    needsPhoto() ??
    ((store.getState().proposal?.readings ?? 1) < 2 ? 'There is no other size' : undefined);
  const needsSpots = () =>
    needsPhoto() ??
    ((store.getState().spots?.spots.length ?? 0) === 0 ? 'Find spots first' : undefined);
  const needsFound = () => (store.getState().objects === undefined ? needsSpots() : undefined);
  const step = (direction: 1 | -1): void =>
    selecting?.use((tools) =>
      store.getState().objects === undefined
        ? tools.stepSpot(direction)
        : tools.stepObject(direction),
    );

  // one id per state, so that the palette shows the current title
  const toggleView = () => selecting?.use((tools) => tools.toggleSpotsView());
  useCommands(
    bindCommands(
      SELECTING,
      {
        acceptSelection: {
          obstacle: needsProposal,
          run: () => selecting?.use((tools) => tools.accept()),
        },
        dropSelection: { obstacle: needsShown, run: () => selecting?.use((tools) => tools.drop()) },
        findSpots: () => {
          session?.core.tools.setTool('spots');
          selecting?.use((tools) => tools.findSpots());
        },
        largerObject: {
          obstacle: needsReadings,
          run: () => selecting?.use((tools) => tools.resize(1)),
        },
        smallerObject: {
          obstacle: needsReadings,
          run: () => selecting?.use((tools) => tools.resize(-1)),
        },
        showObjects: () => selecting?.use((tools) => tools.showObjects()),
        selectPeople: () => selecting?.use((tools) => tools.selectPeople()),
        nextSpot: { obstacle: needsFound, run: () => step(1) },
        previousSpot: { obstacle: needsFound, run: () => step(-1) },
        acceptSpots: {
          obstacle: needsSpots,
          run: () => selecting?.use((tools) => tools.acceptAllSpots()),
        },
        findText: () => selecting?.use((tools) => tools.findText()),
        'spotsView.show': isViewShown ? undefined : toggleView,
        'spotsView.hide': isViewShown ? toggleView : undefined,
      },
      needsPhoto,
    ),
  );
}
