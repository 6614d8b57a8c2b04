import type { Rect } from '../../../../shared/geometry/rect.ts';
import type { Patch } from '../../../../shared/contract/photos.ts';
import { variantSlotOf } from '../../../../shared/results/variant-slots.ts';
import {
  aroundResult,
  changeBetween,
  neighbour,
  NOW,
  ORIGINAL,
  resultsOfState,
} from '../model/photo-states.ts';
import type { ComparisonMode } from '../../../viewer/stage/viewer-types.ts';
import { INITIAL_RESULTS, type Compared, type ResultsState } from '../model/results-state.ts';
import { shownPatches } from '../model/studio-store.ts';
import type { SessionContext } from './session-context.ts';

export function createReviewActions({ core, store }: Pick<SessionContext, 'core' | 'store'>) {
  /** Not in the store, since it follows the pointer. */
  let line = 0.5;

  function goTo({ id, rect }: Pick<Patch, 'id' | 'rect'>): void {
    store.setSlice('results', { selectedId: id, judgedId: id });
    core.picture.showRect(rect);
  }

  function compare(mode: ComparisonMode): void {
    const { compared } = store.getState().results;
    if (compared === undefined) begin({ mode, first: ORIGINAL, second: NOW });
    else store.setSlice('results', { compared: { ...compared, mode } });
  }

  /** The line starts on the change if that is on the stage. */
  function begin(compared: Compared): void {
    const { patches } = store.getState();
    const { kept } = store.getState().results;
    const statesOf = (id: string) => resultsOfState(id, patches, kept);
    const rect = changeBetween(statesOf(compared.first), statesOf(compared.second));
    const change = rect && core.picture.placeOf(rect);
    line = splitOn(change);
    store.setSlice('results', { compared, change });
  }

  function endComparing(): void {
    store.setSlice('results', { compared: undefined, side: 'first' });
  }

  // another photo has other results; rate and flickering are kept
  const stop = store.subscribe((state, before) => {
    if (state.photo?.id !== before.photo?.id) store.setSlice('results', INITIAL_RESULTS);
  });

  return {
    goTo,
    /** Goes to the visible variant if the result itself is hidden. */
    goToResultOf(jobId: string): void {
      const { patches } = store.getState();
      const result = patches.find((patch) => patch.jobId === jobId);
      const front = variantSlotOf(patches, result?.id)?.front;
      if (front !== undefined) goTo(front);
    },
    goToNeighbour(direction: 1 | -1): void {
      const { selectedId } = store.getState().results;
      const next = neighbour(store.getState().patches, selectedId, direction);
      if (next !== undefined) goTo(next);
    },
    /** `undefined` hides the bar. */
    judge(patchId: string | undefined): void {
      if (store.getState().results.judgedId === patchId) return;
      store.setSlice('results', { judgedId: patchId, judging: undefined });
    },
    /** @param isOpen toggles if missing */
    toggleJudging(
      part: NonNullable<ResultsState['judging']>,
      isOpen: boolean = store.getState().results.judging !== part,
    ): void {
      store.setSlice('results', { judging: isOpen ? part : undefined });
    },
    compare,
    /** Compares the photo with and without a result. */
    compareResult(patch: Patch): void {
      const mode = store.getState().results.compared?.mode ?? 'split';
      const states = { mode, ...aroundResult(patch) };
      if (store.getState().results.compared === undefined) {
        goTo(patch);
        begin(states);
        return;
      }
      store.setSlice('results', { compared: states });
      goTo(patch);
    },
    toggleComparing(): void {
      if (store.getState().results.compared === undefined) compare('split');
      else endComparing();
    },
    endComparing,
    /** Shows the other state or swaps the sides. */
    flip(): void {
      const { compared, side } = store.getState().results;
      if (compared === undefined) return;
      if (compared.mode === 'flicker') {
        store.setSlice('results', { side: side === 'first' ? 'second' : 'first' });
        return;
      }
      const { first, second } = compared;
      store.setSlice('results', { compared: { ...compared, first: second, second: first } });
    },
    /** A share of the stage's width. */
    split: (): number => line,
    /** @param share of the stage's width, 0 … 1 */
    setSplit(share: number): void {
      line = share;
      core.picture.comparison.setSplit(share);
    },
    /** Saves the visible results as a state to compare with. */
    keepState(): void {
      const { kept } = store.getState().results;
      const patchIds = shownPatches(store.getState()).map(({ id }) => id);
      const number = (kept.at(-1)?.number ?? 0) + 1;
      store.setSlice('results', { kept: [...kept, { number, patchIds }] });
    },
    destroy: stop,
  };
}

/** Minimum share of the stage on each side of a line that was not moved. */
const LEAST_SIDE = 0.1;

/** Returns the middle of the visible change, or of the stage if none is visible. */
function splitOn(change: Rect | undefined): number {
  if (change === undefined) return 0.5;
  const from = Math.max(0, change.x);
  const to = Math.min(1, change.x + change.width);
  if (to <= from) return 0.5;
  return Math.min(1 - LEAST_SIDE, Math.max(LEAST_SIDE, (from + to) / 2));
}
