/** What is looked at among the results of the open photo: which one, which two states, what is tinted. */
import { create } from 'zustand';
import type { Patch } from '../../../../shared/contract/photos.ts';
import type { CanvasComparison } from '../canvas/index.ts';
import { useStudio } from '../session/studio-store.ts';
import { aroundResult, neighbour, NOW, ORIGINAL, type KeptState } from './photo-states.ts';

export type ComparisonMode = CanvasComparison['mode'];

/** Two states by their ids, see `photo-states.ts`. */
export interface Compared {
  readonly mode: ComparisonMode;
  readonly first: string;
  readonly second: string;
}

interface ResultsState {
  /** The result that is looked at. */
  readonly selectedId: string | undefined;
  /** `undefined` while nothing is compared. */
  readonly compared: Compared | undefined;
  /** Which state is seen when they are shown in turn. */
  readonly side: 'first' | 'second';
  /** Changes by itself; only by hand where motion is to be reduced. */
  readonly isFlickering: boolean;
  /** Changes a second. */
  readonly rate: number;
  readonly kept: readonly KeptState[];
  /** Everything cleaned so far is tinted. */
  readonly isCleanedShown: boolean;
}

export const FLICKER_RATE = {
  min: 0.5,
  initial: 1.5,
  /** Three flashes a second are the most that is safe to look at (WCAG 2.3.1); a flash is two changes. */
  max: 5,
  step: 0.5,
} as const;

const INITIAL: ResultsState = {
  selectedId: undefined,
  compared: undefined,
  side: 'first',
  isFlickering: true,
  rate: FLICKER_RATE.initial,
  kept: [],
  isCleanedShown: false,
};

/** Starts anew with each photo. */
export const useResults = create<ResultsState>(() => INITIAL);

/** Another photo is open: its results are others. How fast states change stays. */
export function forgetResults(): void {
  const { rate, isFlickering } = useResults.getState();
  useResults.setState({ ...INITIAL, rate, isFlickering });
}

/** Marks a result on the canvas and brings it into view. */
export function goTo({ id, rect }: Patch): void {
  useResults.setState({ selectedId: id });
  useStudio.getState().session?.core.showRect(rect);
}

/** Goes to the shown result before or after the one that is looked at. */
export function goToNeighbour(direction: 1 | -1): void {
  const next = neighbour(useStudio.getState().patches, useResults.getState().selectedId, direction);
  if (next !== undefined) goTo(next);
}

/** Begins comparing, or compares in another way. */
export function compare(mode: ComparisonMode): void {
  const { compared } = useResults.getState();
  const states = compared ?? { first: ORIGINAL, second: NOW };
  useResults.setState({ compared: { ...states, mode } });
}

/** Compares the photo with and without one result. */
export function compareResult(patch: Patch): void {
  const mode = useResults.getState().compared?.mode ?? 'split';
  useResults.setState({ compared: { mode, ...aroundResult(patch) } });
  goTo(patch);
}

/** Compares, or ends it. */
export function toggleComparing(): void {
  if (useResults.getState().compared === undefined) compare('split');
  else endComparing();
}

export function endComparing(): void {
  useResults.setState({ compared: undefined, side: 'first' });
}

/** The other state: seen in turn, or on the other side. */
export function flip(): void {
  const { compared, side } = useResults.getState();
  if (compared === undefined) return;
  if (compared.mode === 'flicker') {
    useResults.setState({ side: side === 'first' ? 'second' : 'first' });
    return;
  }
  const { first, second } = compared;
  useResults.setState({ compared: { ...compared, first: second, second: first } });
}

/** Remembers which results are shown at this moment, as a state to compare with. */
export function keepState(): void {
  const { kept } = useResults.getState();
  const shown = useStudio.getState().patches.filter(({ state }) => state === 'applied');
  const number = (kept.at(-1)?.number ?? 0) + 1;
  useResults.setState({ kept: [...kept, { number, patchIds: shown.map(({ id }) => id) }] });
}
