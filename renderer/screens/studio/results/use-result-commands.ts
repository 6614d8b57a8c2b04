import { useCommands } from '../../../core/commands/commands.ts';
import { bindCommands } from '../../../core/commands/define-commands.ts';
import { isBlendable } from '../model/studio-store.ts';
import { shownEdit } from '../model/results-state.ts';
import { variantsOf } from '../model/variants.ts';
import { type OpenBlend, useStudio, useStudioSession, useStudioStore } from '../session/index.ts';
import { RESULTS } from '../commands/studio-commands.ts';
import { useNeedsPhoto } from '../commands/use-needs-photo.ts';

export function useResultCommands(): void {
  const needsPhoto = useNeedsPhoto();
  const store = useStudioStore();
  const session = useStudioSession();
  const review = session?.review;
  const isComparing = useStudio((state) => state.results.compared !== undefined);
  const isCleanedShown = useStudio((state) => state.results.isCleanedShown);
  const needsResults = () =>
    needsPhoto() ?? (store.getState().patches.length === 0 ? 'No results yet' : undefined);
  const leave = () => {
    if (session?.blending.layDownBrush() === true) return;
    if (store.getState().results.compared !== undefined) review?.endComparing();
    else
      store.setSlice('results', { selectedId: undefined, judgedId: undefined, judging: undefined });
  };
  const setAll = (on: boolean) => () => void session?.results.setAllShown(on);

  const judged = () => shownEdit(store.getState());
  const needsVariants = () => {
    const patch = judged();
    const { patches } = store.getState();
    const count = patch === undefined ? 0 : variantsOf(patches, patch).length;
    return needsPhoto() ?? (count > 1 ? undefined : 'This result has no variants');
  };
  const needsJudged = () => {
    const reason = isBlendable(judged()) ? undefined : 'Go to a clean-up or text removal first';
    return needsPhoto() ?? reason;
  };
  const needsComparison = () =>
    needsPhoto() ??
    (store.getState().results.compared === undefined ? 'Nothing is being compared' : undefined);
  const needsSomething = () => {
    const { compared, selectedId, judgedId } = store.getState().results;
    const isNothing = [compared, selectedId, judgedId].every((each) => each === undefined);
    return isNothing ? 'Nothing is compared or selected' : undefined;
  };
  const blend = (action?: (blending: OpenBlend) => void) => () => {
    const patch = judged();
    if (patch !== undefined) session?.blending.use(patch.id, action);
  };
  const step = (direction: 1 | -1) => () => {
    const patch = judged();
    if (patch !== undefined) void session?.results.stepVariant(patch.id, direction);
  };

  // one id per state, so that the palette shows the current title
  const toggleComparing = () => review?.toggleComparing();
  const toggleCleaned = () => store.setSlice('results', { isCleanedShown: !isCleanedShown });
  useCommands(
    bindCommands(
      RESULTS,
      {
        nextResult: () => review?.goToNeighbour(1),
        previousResult: () => review?.goToNeighbour(-1),
        nextVariant: { obstacle: needsVariants, run: step(1) },
        previousVariant: { obstacle: needsVariants, run: step(-1) },
        resultBrush: { obstacle: needsJudged, run: blend((blending) => blending.takeBrush()) },
        resultMix: { obstacle: needsJudged, run: () => review?.toggleJudging('blend') },
        resultReset: { obstacle: needsJudged, run: blend((blending) => blending.reset()) },
        'compare.begin': isComparing ? undefined : toggleComparing,
        'compare.end': isComparing ? toggleComparing : undefined,
        compareSplit: () => review?.compare('split'),
        compareHalves: () => review?.compare('side-by-side'),
        compareFlicker: () => review?.compare('flicker'),
        flip: { obstacle: needsComparison, run: () => review?.flip() },
        keepState: () => review?.keepState(),
        'cleaned.show': isCleanedShown ? undefined : toggleCleaned,
        'cleaned.hide': isCleanedShown ? toggleCleaned : undefined,
        hideAll: setAll(false),
        showAll: setAll(true),
        leaveResults: { obstacle: needsSomething, run: leave },
      },
      needsResults,
    ),
  );
}
