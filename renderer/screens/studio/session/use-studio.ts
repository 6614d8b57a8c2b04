import { useCallback, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import type { BatchState } from '../model/batch-store.ts';
import type { MixingState } from '../model/mixing-store.ts';
import type { NextRun } from '../model/next-run.ts';
import type { ResultsState } from '../model/results-store.ts';
import type { StudioRunState } from '../model/run-store.ts';
import type { SavingState } from '../model/saving-store.ts';
import type { SelectingState } from '../model/selecting-store.ts';
import type { StripState } from '../model/strip-store.ts';
import type { StudioState } from '../model/studio-store.ts';
import { useStudioStores } from './StudioProvider.tsx';

/** @param select must return the same value for the same part of the state */
export function useStudio<Selected>(select: (state: StudioState) => Selected): Selected {
  return useStore(useStudioStores().studio, select);
}

export function useRun<Selected>(select: (state: StudioRunState) => Selected): Selected {
  return useStore(useStudioStores().run, select);
}

export function useStrip<Selected>(select: (state: StripState) => Selected): Selected {
  return useStore(useStudioStores().strip, select);
}

export function useResults<Selected>(select: (state: ResultsState) => Selected): Selected {
  return useStore(useStudioStores().results, select);
}

export function useSaving<Selected>(select: (state: SavingState) => Selected): Selected {
  return useStore(useStudioStores().saving, select);
}

export function useBatches<Selected>(select: (state: BatchState) => Selected): Selected {
  return useStore(useStudioStores().batches, select);
}

export function useSelecting<Selected>(select: (state: SelectingState) => Selected): Selected {
  return useStore(useStudioStores().selecting, select);
}

export function useResultMixing<Selected>(select: (state: MixingState) => Selected): Selected {
  return useStore(useStudioStores().mixing, select);
}

export function useNextRun(): NextRun {
  const { studio, run, nextRun } = useStudioStores();
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = [studio.subscribe(listener), run.subscribe(listener)];
      return () => {
        for (const stop of stops) stop();
      };
    },
    [studio, run],
  );
  return useSyncExternalStore(subscribe, nextRun);
}
