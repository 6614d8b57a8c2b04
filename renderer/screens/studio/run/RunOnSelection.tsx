/** Loads the bar with the first accepted selection. */
import { lazy, Suspense } from 'react';
import { useResults, useSelecting } from '../session/index.ts';

const RunBar = lazy(() => import('./RunBar.tsx'));

export function RunOnSelection() {
  const taken = useSelecting((state) => state.taken);
  const isComparing = useResults((state) => state.compared !== undefined);
  if (taken === undefined || isComparing) return null;
  return (
    <Suspense fallback={null}>
      <RunBar taken={taken} />
    </Suspense>
  );
}
