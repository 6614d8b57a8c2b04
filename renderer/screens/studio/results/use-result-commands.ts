import { useCommands } from '../../../core/commands/commands.ts';
import { isMixable } from '../model/mixing-store.ts';
import { shownVariant, variantsOf } from '../model/variants.ts';
import {
  type PatchMixing,
  useResults,
  useStudioSession,
  useStudioStores,
} from '../session/index.ts';
import { needsPhoto, useStudioCommand, type Obstacle } from '../commands/studio-command.ts';

export function useResultCommands(): void {
  const studioCommand = useStudioCommand();
  const stores = useStudioStores();
  const { results } = stores;
  const session = useStudioSession();
  const review = session?.review;
  const isComparing = useResults((state) => state.compared !== undefined);
  const isCleanedShown = useResults((state) => state.isCleanedShown);
  const command = (
    id: string,
    title: string,
    shortcuts: readonly string[],
    run: () => void,
    obstacle: Obstacle = needsResults,
  ) => studioCommand({ id, title, group: 'Results', shortcuts, run, obstacle });
  const leave = () => {
    if (session?.mixing.layDownBrush() === true) return;
    if (results.getState().compared === undefined) review?.deselect();
    else review?.endComparing();
  };
  const setAll = (on: boolean) => () => void session?.results.setAllShown(on);

  const judged = (stores: Parameters<Obstacle>[0]) =>
    shownVariant(stores.studio.getState().patches, stores.results.getState().judgedId);
  const needsVariants: Obstacle = (stores) => {
    const patch = judged(stores);
    const { patches } = stores.studio.getState();
    const count = patch === undefined ? 0 : variantsOf(patches, patch).length;
    return needsPhoto(stores) ?? (count > 1 ? undefined : 'This result has no variants');
  };
  const needsJudged: Obstacle = (stores) => {
    const patch = judged(stores);
    const reason = isMixable(patch) ? undefined : 'Go to a clean-up or text removal first';
    return needsPhoto(stores) ?? reason;
  };
  const mix = (action?: (mixing: PatchMixing) => void) => () => {
    const patch = judged(stores);
    if (patch !== undefined) session?.mixing.use(patch.id, action);
  };
  const step = (direction: 1 | -1) => () => {
    const patch = judged(stores);
    if (patch !== undefined) void session?.results.stepVariant(patch.id, direction);
  };

  useCommands([
    command('nextResult', 'Next result', ['.'], () => review?.goToNeighbour(1)),
    command('previousResult', 'Previous result', [','], () => review?.goToNeighbour(-1)),
    command('nextVariant', 'Next variant', ['K'], step(1), needsVariants),
    command('previousVariant', 'Previous variant', ['Shift+K'], step(-1), needsVariants),
    command(
      'resultBrush',
      'Paint result away or back',
      ['Shift+B'],
      mix((mixing) => mixing.takeBrush()),
      needsJudged,
    ),
    command(
      'resultMix',
      'Opacity and soft edge',
      ['Shift+F'],
      () => review?.toggleJudging('mix'),
      needsJudged,
    ),
    command(
      'resultReset',
      'Show result as it came',
      [],
      mix((mixing) => mixing.reset()),
      needsJudged,
    ),
    // one id per state, so that the palette shows the current title
    command(
      isComparing ? 'compare.end' : 'compare.begin',
      isComparing ? 'Close comparison' : 'Compare',
      ['C'],
      () => review?.toggleComparing(),
    ),
    command('compareSplit', 'Compare: split line', [], () => review?.compare('split')),
    command('compareHalves', 'Compare: side by side', [], () => review?.compare('side-by-side')),
    command('compareFlicker', 'Compare: flicker', [], () => review?.compare('flicker')),
    command('flip', 'Swap sides', ['X'], () => review?.flip(), needsComparison),
    command('keepState', 'Save this state for comparison', [], () => review?.keepState()),
    command(
      isCleanedShown ? 'cleaned.hide' : 'cleaned.show',
      isCleanedShown ? 'Hide cleaned areas' : 'Show cleaned areas',
      ['Shift+O'],
      () => review?.toggleCleaned(),
    ),
    command('hideAll', 'Hide all results', [], setAll(false)),
    command('showAll', 'Show all results', [], setAll(true)),
    command('leaveResults', 'Close comparison or deselect', ['Escape'], leave, needsSomething),
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
  const { compared, selectedId, judgedId } = stores.results.getState();
  const isNothing = [compared, selectedId, judgedId].every((each) => each === undefined);
  return isNothing ? 'Nothing is compared or selected' : undefined;
}
