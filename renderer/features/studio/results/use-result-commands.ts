/** Looking at results: one after another, compared, tinted, shown and hidden. */
import { useCommands } from '../../../commands/commands.ts';
import { useResults, useStudioSession, useStudioStores } from '../session/index.ts';
import { needsPhoto, useStudioCommand, type Obstacle } from '../studio-command.ts';

export function useResultCommands(): void {
  const studioCommand = useStudioCommand();
  const { results } = useStudioStores();
  const session = useStudioSession();
  const review = session?.review;
  const isComparing = useResults((state) => state.compared !== undefined);
  const isCleanedShown = useResults((state) => state.isCleanedShown);
  const command = (
    id: string,
    title: string,
    shortcuts: readonly string[],
    keywords: readonly string[],
    run: () => void,
    obstacle: Obstacle = needsResults,
  ) => studioCommand({ id, title, group: 'Results', shortcuts, keywords, run, obstacle });
  const leave = () => {
    if (results.getState().compared === undefined) review?.deselect();
    else review?.endComparing();
  };
  const setAll = (on: boolean) => () => void session?.results.setAllShown(on);

  useCommands([
    command('nextResult', 'Next result', ['.'], ['go to'], () => review?.goToNeighbour(1)),
    command('previousResult', 'Previous result', [','], ['go to'], () => review?.goToNeighbour(-1)),
    // its own id for each state, so that the palette takes over the title
    command(
      isComparing ? 'compare.end' : 'compare.begin',
      isComparing ? 'Close comparison' : 'Compare',
      ['C'],
      ['before', 'after', 'original', 'split'],
      () => review?.toggleComparing(),
    ),
    command('compareSplit', 'Compare: split line', [], ['before', 'after'], () =>
      review?.compare('split'),
    ),
    command('compareHalves', 'Compare: side by side', [], ['before', 'after'], () =>
      review?.compare('side-by-side'),
    ),
    command('compareFlicker', 'Compare: flicker', [], ['before', 'after', 'blink'], () =>
      review?.compare('flicker'),
    ),
    command(
      'flip',
      'Swap sides',
      ['X'],
      ['flip', 'compare'],
      () => review?.flip(),
      needsComparison,
    ),
    command('keepState', 'Save this state for comparison', [], ['snapshot', 'keep'], () =>
      review?.keepState(),
    ),
    command(
      isCleanedShown ? 'cleaned.hide' : 'cleaned.show',
      isCleanedShown ? 'Hide cleaned areas' : 'Show cleaned areas',
      ['Shift+O'],
      ['overlay', 'tint', 'highlight'],
      () => review?.toggleCleaned(),
    ),
    command('hideAll', 'Hide all results', [], ['original'], setAll(false)),
    command('showAll', 'Show all results', [], [], setAll(true)),
    command('leaveResults', 'Close comparison or deselect', ['Escape'], [], leave, needsSomething),
  ]);
}

function needsResults(stores: Parameters<Obstacle>[0]): string | undefined {
  const hasNone = stores.studio.getState().patches.length === 0;
  return needsPhoto(stores) ?? (hasNone ? 'No results yet' : undefined);
}

function needsComparison(stores: Parameters<Obstacle>[0]): string | undefined {
  const isOff = stores.results.getState().compared === undefined;
  return needsPhoto(stores) ?? (isOff ? 'Nothing is being compared' : undefined);
}

function needsSomething(stores: Parameters<Obstacle>[0]): string | undefined {
  const { compared, selectedId } = stores.results.getState();
  const isNothing = compared === undefined && selectedId === undefined;
  return isNothing ? 'Nothing is compared or selected' : undefined;
}
