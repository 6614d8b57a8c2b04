/** Reads the studio's state; a component is drawn again only when its selection changes. */
import { useCallback, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import type { BatchState } from '../model/batch-store.ts';
import type { MixingState } from '../model/mixing-store.ts';
import type { NextRun } from '../model/next-run.ts';
import type { ResultsState } from '../model/results-store.ts';
import type { RunState } from '../model/run-store.ts';
import type { SavingState } from '../model/saving-store.ts';
import type { SelectingState } from '../model/selecting-store.ts';
import type { StripState } from '../model/strip-store.ts';
import type { StudioState } from '../model/studio-store.ts';
import { useStudioStores } from './StudioProvider.tsx';

/** The open photo, and how the studio is. @param select the same value for the same part of the state */
export function useStudio<Selected>(select: (state: StudioState) => Selected): Selected {
  return useStore(useStudioStores().studio, select);
}

/** The state that decides about the next run. */
export function useRun<Selected>(select: (state: RunState) => Selected): Selected {
  return useStore(useStudioStores().run, select);
}

/** Photos side by side. */
export function useStrip<Selected>(select: (state: StripState) => Selected): Selected {
  return useStore(useStudioStores().strip, select);
}

/** The view of the results. */
export function useResults<Selected>(select: (state: ResultsState) => Selected): Selected {
  return useStore(useStudioStores().results, select);
}

/** Saving many photos. */
export function useSaving<Selected>(select: (state: SavingState) => Selected): Selected {
  return useStore(useStudioStores().saving, select);
}

/** The batch that is being prepared. */
export function useBatches<Selected>(select: (state: BatchState) => Selected): Selected {
  return useStore(useStudioStores().batches, select);
}

/** The tools that select. */
export function useSelecting<Selected>(select: (state: SelectingState) => Selected): Selected {
  return useStore(useStudioStores().selecting, select);
}

/** The result whose opacity, soft edge and painted parts are being changed. */
export function useMixing<Selected>(select: (state: MixingState) => Selected): Selected {
  return useStore(useStudioStores().mixing, select);
}

/** The next run as it would be now. */
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
