/** Loads the bar with the first accepted selection. */
import { lazy, Suspense } from 'react';
import { useStudio } from '../session/index.ts';

const RunBar = lazy(() => import('./RunBar.tsx'));

export function RunOnSelection() {
  const taken = useStudio((state) => state.selecting.taken);
  const isComparing = useStudio((state) => state.results.compared !== undefined);
  if (taken === undefined || isComparing) return null;
  return (
    <Suspense fallback={null}>
      <RunBar taken={taken} />
    </Suspense>
  );
}
