/** Looking at results: one after another, two states compared, everything tinted that was cleaned. */
import type { Patch } from '../../../../shared/contract/photos.ts';
import { aroundResult, neighbour, NOW, ORIGINAL } from '../model/photo-states.ts';
import { INITIAL_RESULTS, type Compared, type ComparisonMode } from '../model/results-store.ts';
import { shownPatches } from '../model/studio-store.ts';
import type { SessionContext } from './session-context.ts';

export interface ReviewActions {
  /** Marks a result on the canvas and brings it into view. */
  goTo(patch: Pick<Patch, 'id' | 'rect'>): void;
  /** Goes to the shown result before or after the one that is looked at. */
  goToNeighbour(direction: 1 | -1): void;
  /** No result is marked any more. */
  deselect(): void;
  /** Begins comparing, or compares in another way. */
  compare(mode: ComparisonMode): void;
  /** Compares the photo with and without one result. */
  compareResult(patch: Patch): void;
  /** Compares other states. */
  setCompared(compared: Compared): void;
  /** Compares, or ends it. */
  toggleComparing(): void;
  endComparing(): void;
  /** Shows the other state, or swaps the sides. */
  flip(): void;
  /** Whether states change by themselves. */
  setFlickering(on: boolean): void;
  /** @param rate changes a second, within `FLICKER_RATE` */
  setRate(rate: number): void;
  /** Remembers which results are shown at this moment, as a state to compare with. */
  keepState(): void;
  toggleCleaned(): void;
  destroy(): void;
}

export function createReviewActions({
  core,
  stores: { studio, results },
}: Pick<SessionContext, 'stores'> & {
  readonly core: Pick<SessionContext['core'], 'showRect'>;
}): ReviewActions {
  function goTo({ id, rect }: Pick<Patch, 'id' | 'rect'>): void {
    results.setState({ selectedId: id });
    core.showRect(rect);
  }

  function compare(mode: ComparisonMode): void {
    const states = results.getState().compared ?? { first: ORIGINAL, second: NOW };
    results.setState({ compared: { ...states, mode } });
  }

  function endComparing(): void {
    results.setState({ compared: undefined, side: 'first' });
  }

  // another photo has other results; how fast states change stays
  const stop = studio.subscribe((state, before) => {
    if (state.photo?.id !== before.photo?.id) results.setState(INITIAL_RESULTS);
  });

  return {
    goTo,
    goToNeighbour(direction) {
      const { selectedId } = results.getState();
      const next = neighbour(studio.getState().patches, selectedId, direction);
      if (next !== undefined) goTo(next);
    },
    deselect: () => results.setState({ selectedId: undefined }),
    compare,
    compareResult(patch) {
      const mode = results.getState().compared?.mode ?? 'split';
      results.setState({ compared: { mode, ...aroundResult(patch) } });
      goTo(patch);
    },
    setCompared: (compared) => results.setState({ compared }),
    toggleComparing() {
      if (results.getState().compared === undefined) compare('split');
      else endComparing();
    },
    endComparing,
    flip() {
      const { compared, side } = results.getState();
      if (compared === undefined) return;
      if (compared.mode === 'flicker') {
        results.setState({ side: side === 'first' ? 'second' : 'first' });
        return;
      }
      const { first, second } = compared;
      results.setState({ compared: { ...compared, first: second, second: first } });
    },
    setFlickering: (on) => results.setState({ isFlickering: on }),
    setRate: (rate) => results.setState({ rate }),
    keepState() {
      const { kept } = results.getState();
      const patchIds = shownPatches(studio.getState()).map(({ id }) => id);
      const number = (kept.at(-1)?.number ?? 0) + 1;
      results.setState({ kept: [...kept, { number, patchIds }] });
    },
    toggleCleaned: () =>
      results.setState(({ isCleanedShown }) => ({ isCleanedShown: !isCleanedShown })),
    destroy: stop,
  };
}
