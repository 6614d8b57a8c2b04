import { lazy, Suspense } from 'react';
import { useStudio } from '../session/index.ts';

// not needed until something is compared
const ComparisonControls = lazy(() => import('./ComparisonControls.tsx'));

export function ComparisonView() {
  const isComparing = useStudio((state) => state.results.compared !== undefined);
  if (!isComparing) return null;
  return (
    <Suspense fallback={null}>
      <ComparisonControls />
    </Suspense>
  );
}
