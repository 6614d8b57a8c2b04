/** Fast values (zoom, pointer) stay in the canvas's snapshot. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Patch, Photo } from '../../../../shared/contract/photos.ts';
import type { AppError } from '../../../../shared/errors/app-error.ts';
import type { Size } from '../../../../shared/geometry/rect.ts';
import type { PackedMaskTile } from '../../../../shared/mask/mask-tiles.ts';
import { FLICKER_RATE } from '../../../viewer/stage/comparing/flicker.ts';
import { INITIAL_BATCH, type BatchState } from './batch.ts';
import { INITIAL_BLENDING, type BlendingState } from './blending-state.ts';
import { INITIAL_RESULTS, type ResultsState } from './results-state.ts';
import { INITIAL_RUN, type StudioRunState } from './run-state.ts';
import { NOTHING_TO_SAVE, type SavingState } from './saving-state.ts';
import { INITIAL_SELECTING, type SelectingState } from './selecting-state.ts';
import { INITIAL_STRIP, type StripState } from './strip.ts';

/** `empty`: start view. `opening`: on its way to the screen. */
type StudioStatus = 'empty' | 'opening' | 'ready';

interface CopiedMask {
  readonly tiles: readonly PackedMaskTile[];
  /** Of its photo. */
  readonly from: Size;
}

interface Slices {
  readonly run: StudioRunState;
  readonly strip: StripState;
  readonly results: ResultsState;
  readonly saving: SavingState;
  readonly batches: BatchState;
  readonly selecting: SelectingState;
  readonly blending: BlendingState;
}

export interface StudioState extends Slices {
  /** Kept when photos are opened and closed. */
  readonly copiedMask: CopiedMask | undefined;
  readonly status: StudioStatus;
  readonly photo: Photo | undefined;
  /** Lowest first. */
  readonly patches: readonly Patch[];
  /** True from Run until the job is recorded. */
  readonly isStarting: boolean;
  readonly isPeeking: boolean;
  readonly error: AppError | undefined;
  /** A hint for the opened sample, until something is painted. */
  readonly suggestion: string | undefined;
}

export const INITIAL_STUDIO: Omit<StudioState, 'copiedMask' | Exclude<keyof Slices, 'saving'>> = {
  status: 'empty',
  photo: undefined,
  patches: [],
  isStarting: false,
  isPeeking: false,
  error: undefined,
  suggestion: undefined,
  saving: NOTHING_TO_SAVE,
};

type Change<State> = Partial<State> | ((state: State) => Partial<State>);

export interface StudioStore extends StoreApi<StudioState> {
  /** Merges a change into one slice. */
  setSlice<Name extends keyof Slices>(name: Name, change: Change<Slices[Name]>): void;
}

export function createStudioStore(): StudioStore {
  const store = createStore<StudioState>(() => ({
    copiedMask: undefined,
    ...INITIAL_STUDIO,
    run: INITIAL_RUN,
    strip: INITIAL_STRIP,
    results: { ...INITIAL_RESULTS, isFlickering: true, rate: FLICKER_RATE.initial },
    batches: INITIAL_BATCH,
    selecting: INITIAL_SELECTING,
    blending: INITIAL_BLENDING,
  }));
  return {
    ...store,
    setSlice: (name, change) =>
      store.setState((state) => {
        const slice = state[name];
        const changes = typeof change === 'function' ? change(slice) : change;
        return { [name]: { ...slice, ...changes } };
      }),
  };
}

export function readyPhoto({ status, photo }: StudioState): Photo | undefined {
  return status === 'ready' ? photo : undefined;
}

/** Lowest first. */
export function shownPatches({ patches }: Pick<StudioState, 'patches'>): readonly Patch[] {
  return patches.filter(({ state }) => state === 'applied');
}
