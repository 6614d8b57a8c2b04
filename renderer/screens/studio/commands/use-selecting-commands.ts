import { useCommands } from '../../../core/commands/commands.ts';
import { useSelecting, useStudioSession, useStudioStores } from '../session/index.ts';
import { needsPhoto, useStudioCommand, type Obstacle } from './studio-command.ts';

export function useSelectingCommands(): void {
  const studioCommand = useStudioCommand();
  const { selecting: store } = useStudioStores();
  const session = useStudioSession();
  const selecting = session?.selecting;
  const isViewShown = useSelecting((state) => state.isSpotsViewShown);
  const command = (
    id: string,
    title: string,
    shortcuts: readonly string[],
    run: () => void,
    obstacle?: Obstacle,
  ) =>
    studioCommand({
      id,
      title,
      group: 'Selecting',
      shortcuts,
      run,
      ...(obstacle === undefined ? {} : { obstacle }),
    });
  const needsProposal: Obstacle = (stores) =>
    needsPhoto(stores) ??
    ((store.getState().proposal ?? store.getState().people) === undefined
      ? 'Nothing is selected'
      : undefined);
  /** Also counts an offered run, which is dismissed likewise. */
  const needsShown: Obstacle = (stores) =>
    store.getState().taken === undefined ? needsProposal(stores) : undefined;
  const needsReadings: Obstacle = (stores) =>
    needsPhoto(stores) ??
    ((store.getState().proposal?.readings ?? 1) < 2 ? 'There is no other size' : undefined);
  const needsSpots: Obstacle = (stores) =>
    needsPhoto(stores) ??
    ((store.getState().spots?.spots.length ?? 0) === 0 ? 'Find spots first' : undefined);
  const needsFound: Obstacle = (stores) =>
    store.getState().objects === undefined ? needsSpots(stores) : undefined;
  const step = (direction: 1 | -1): void =>
    selecting?.use((tools) =>
      store.getState().objects === undefined
        ? tools.stepSpot(direction)
        : tools.stepObject(direction),
    );

  useCommands([
    command(
      'acceptSelection',
      'Add selection to mask',
      [],
      () => selecting?.use((tools) => tools.accept()),
      needsProposal,
    ),
    command(
      'dropSelection',
      'Drop selection',
      ['Escape'],
      () => selecting?.use((tools) => tools.drop()),
      needsShown,
    ),
    command('findSpots', 'Find spots', ['Shift+J'], () => {
      session?.core.setTool('spots');
      selecting?.use((tools) => tools.findSpots());
    }),
    command(
      'largerObject',
      'Select the next larger thing',
      ['Q'],
      () => selecting?.use((tools) => tools.resize(1)),
      needsReadings,
    ),
    command(
      'smallerObject',
      'Select the next smaller thing',
      ['Shift+Q'],
      () => selecting?.use((tools) => tools.resize(-1)),
      needsReadings,
    ),
    command('showObjects', 'Show objects', ['Shift+E'], () =>
      selecting?.use((tools) => tools.showObjects()),
    ),
    command('selectPeople', 'Select people', ['Shift+P'], () =>
      selecting?.use((tools) => tools.selectPeople()),
    ),
    command('nextSpot', 'Next spot or object', ['N'], () => step(1), needsFound),
    command('previousSpot', 'Previous spot or object', ['P'], () => step(-1), needsFound),
    command(
      'acceptSpots',
      'Add all spots to mask',
      [],
      () => selecting?.use((tools) => tools.acceptAllSpots()),
      needsSpots,
    ),
    command('findText', 'Find text', [], () => selecting?.use((tools) => tools.findText())),
    // one id per state, so that the palette shows the current title
    command(
      isViewShown ? 'spotsView.hide' : 'spotsView.show',
      isViewShown ? 'Hide the view of spots' : 'Show the view of spots',
      ['A'],
      () => selecting?.use((tools) => tools.toggleSpotsView()),
    ),
  ]);
}
