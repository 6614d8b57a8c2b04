import type { StoreApi } from 'zustand/vanilla';
import { createBatchStore, type BatchState } from './batch-store.ts';
import { createMixingStore, type MixingState } from './mixing-store.ts';
import { createNextRun, type NextRun } from './next-run.ts';
import { createResultsStore, type ResultsState } from './results-store.ts';
import { createStudioRunStore, type StudioRunState } from './run-store.ts';
import { createSavingStore, type SavingState } from './saving-store.ts';
import { createSelectingStore, type SelectingState } from './selecting-store.ts';
import { createStripStore, type StripState } from './strip-store.ts';
import { createStudioStore, type StudioState } from './studio-store.ts';

interface StudioStates {
  readonly studio: StudioState;
  readonly run: StudioRunState;
  readonly strip: StripState;
  readonly results: ResultsState;
  readonly saving: SavingState;
  readonly batches: BatchState;
  readonly selecting: SelectingState;
  readonly mixing: MixingState;
}

interface Selectors {
  /** Keeps its identity until it changes. */
  nextRun(): NextRun;
}

export type StudioStores = {
  readonly [Name in keyof StudioStates]: StoreApi<StudioStates[Name]>;
} & Selectors;

export type ReadonlyStudioStores = {
  readonly [Name in keyof StudioStates]: ReadonlyStore<StudioStates[Name]>;
} & Selectors;

export function createStudioStores(): StudioStores {
  const studio = createStudioStore();
  const run = createStudioRunStore();
  const select = createNextRun();
  return {
    studio,
    run,
    strip: createStripStore(),
    results: createResultsStore(),
    saving: createSavingStore(),
    batches: createBatchStore(),
    selecting: createSelectingStore(),
    mixing: createMixingStore(),
    nextRun: () => select(studio.getState().photo, run.getState()),
  };
}

/** Keeps components from writing: only the session does. */
type ReadonlyStore<State> = Pick<StoreApi<State>, 'getState' | 'getInitialState' | 'subscribe'>;
