/** Looking at results: one after another, compared, tinted, shown and hidden. */
import { useCommands } from '../../../commands/commands.ts';
import { isPhotoReady, studioCommand } from '../studio-command.ts';
import { useStudio } from '../session/studio-store.ts';
import {
  compare,
  endComparing,
  flip,
  goToNeighbour,
  keepState,
  toggleComparing,
  useResults,
} from './results-store.ts';

/** @param isShown false switches all of them off */
export function useResultCommands(isShown: boolean): void {
  const session = useStudio((state) => state.session);
  const isComparing = useResults((state) => state.compared !== undefined);
  const isCleanedShown = useResults((state) => state.isCleanedShown);
  const command = (
    id: string,
    title: string,
    shortcuts: readonly string[],
    run: () => void,
    isEnabled: () => boolean = hasResults,
  ) => studioCommand(isShown, { id, title, group: 'Results', shortcuts, run }, isEnabled);
  const setAll = (on: boolean) => () => void session?.results.setAllShown(on);

  useCommands([
    command('nextResult', 'Next result', ['.'], () => goToNeighbour(1)),
    command('previousResult', 'Previous result', [','], () => goToNeighbour(-1)),
    // its own id for each state, so that the palette takes over the title
    command(
      isComparing ? 'compare.end' : 'compare.begin',
      isComparing ? 'End comparing' : 'Compare two states',
      ['C'],
      toggleComparing,
    ),
    command('compareSplit', 'Compare with a split line', [], () => compare('split')),
    command('compareHalves', 'Compare side by side', [], () => compare('side-by-side')),
    command('compareFlicker', 'Compare in turn', [], () => compare('flicker')),
    command('flip', 'Flip the two states that are compared', ['X'], flip, isComparingNow),
    command('keepState', 'Keep the results that are shown, to compare with', [], keepState),
    command(
      isCleanedShown ? 'cleaned.hide' : 'cleaned.show',
      isCleanedShown ? 'Hide what was cleaned so far' : 'Show everything cleaned so far',
      ['O'],
      toggleCleaned,
    ),
    command('hideAll', 'Hide all results', [], setAll(false)),
    command('showAll', 'Show all results', [], setAll(true)),
    command(
      'leaveResults',
      'Leave comparing, or the marked result',
      ['Escape'],
      leave,
      isSomething,
    ),
  ]);
}

export function toggleCleaned(): void {
  useResults.setState(({ isCleanedShown }) => ({ isCleanedShown: !isCleanedShown }));
}

function hasResults(): boolean {
  return isPhotoReady() && useStudio.getState().patches.length > 0;
}

function isComparingNow(): boolean {
  return isPhotoReady() && useResults.getState().compared !== undefined;
}

function isSomething(): boolean {
  return isComparingNow() || useResults.getState().selectedId !== undefined;
}

function leave(): void {
  if (isComparingNow()) endComparing();
  else useResults.setState({ selectedId: undefined });
}
