/** Looking at results: one after another, two states compared, everything tinted that was cleaned. */
import type { Rect } from '../../../../shared/geometry/rect.ts';
import type { Patch } from '../../../../shared/contract/photos.ts';
import { placeOf } from '../../../../shared/results/places.ts';
import {
  aroundResult,
  changeBetween,
  neighbour,
  NOW,
  ORIGINAL,
  resultsOfState,
} from '../model/photo-states.ts';
import {
  INITIAL_RESULTS,
  type Compared,
  type ComparisonMode,
  type ResultsState,
} from '../model/results-store.ts';
import { readyPhoto, shownPatches } from '../model/studio-store.ts';
import type { SessionContext } from './session-context.ts';

export interface ReviewActions {
  /** Marks a result on the canvas and brings it into view. */
  goTo(patch: Pick<Patch, 'id' | 'rect'>): void;
  /** Goes to the result of a job on the open photo, or to the variant in its place; where there is one. */
  goToResultOf(photoId: string, jobId: string): void;
  /** Goes to the shown result before or after the one that is looked at. */
  goToNeighbour(direction: 1 | -1): void;
  /** Shows the bar for a result, or for none. */
  judge(patchId: string | undefined): void;
  /** Opens or closes a part of that bar. @param isOpen the other way round unless given */
  toggleJudging(part: NonNullable<ResultsState['judging']>, isOpen?: boolean): void;
  /** Takes the mark off the result. */
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
  /** Where the split line is, or begins; a share of the stage's width. */
  split(): number;
  /** Moves the split line. @param share of the stage's width, 0 … 1 */
  setSplit(share: number): void;
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
  readonly core: Pick<SessionContext['core'], 'placeOf' | 'setSplit' | 'showRect'>;
}): ReviewActions {
  /** Past the store: it follows the pointer. */
  let line = 0.5;

  function goTo({ id, rect }: Pick<Patch, 'id' | 'rect'>): void {
    results.setState({ selectedId: id, judgedId: id });
    core.showRect(rect);
  }

  function compare(mode: ComparisonMode): void {
    const { compared } = results.getState();
    if (compared === undefined) begin({ mode, first: ORIGINAL, second: NOW });
    else results.setState({ compared: { ...compared, mode } });
  }

  /** The line begins on the change, as far as that is on the stage. */
  function begin(compared: Compared): void {
    const { patches } = studio.getState();
    const { kept } = results.getState();
    const statesOf = (id: string) => resultsOfState(id, patches, kept);
    const rect = changeBetween(statesOf(compared.first), statesOf(compared.second));
    const change = rect && core.placeOf(rect);
    line = splitOn(change);
    results.setState({ compared, change });
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
    goToResultOf(photoId, jobId) {
      const state = studio.getState();
      if (readyPhoto(state)?.id !== photoId) return; // it could not be opened, or another one was
      const result = state.patches.find((patch) => patch.jobId === jobId);
      const front = placeOf(state.patches, result?.id)?.front;
      if (front !== undefined) goTo(front);
    },
    goToNeighbour(direction) {
      const { selectedId } = results.getState();
      const next = neighbour(studio.getState().patches, selectedId, direction);
      if (next !== undefined) goTo(next);
    },
    judge(patchId) {
      if (results.getState().judgedId === patchId) return;
      results.setState({ judgedId: patchId, judging: undefined });
    },
    toggleJudging(part, isOpen = results.getState().judging !== part) {
      results.setState({ judging: isOpen ? part : undefined });
    },
    deselect: () =>
      results.setState({ selectedId: undefined, judgedId: undefined, judging: undefined }),
    compare,
    compareResult(patch) {
      const mode = results.getState().compared?.mode ?? 'split';
      const states = { mode, ...aroundResult(patch) };
      if (results.getState().compared === undefined) {
        goTo(patch);
        begin(states);
        return;
      }
      results.setState({ compared: states });
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
    split: () => line,
    setSplit(share) {
      line = share;
      core.setSplit(share);
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

/** At least so much of the stage is left on each side of a line that was not moved. */
const LEAST_SIDE = 0.1;

/** In the middle of the visible part of a change; of the stage where none of it is visible. */
function splitOn(change: Rect | undefined): number {
  if (change === undefined) return 0.5;
  const from = Math.max(0, change.x);
  const to = Math.min(1, change.x + change.width);
  if (to <= from) return 0.5;
  return Math.min(1 - LEAST_SIDE, Math.max(LEAST_SIDE, (from + to) / 2));
}
