import { lazy, Suspense } from 'react';
import { useResults } from '../session/index.ts';

// not needed until something is compared
const ComparisonControls = lazy(() => import('./ComparisonControls.tsx'));

export function ComparisonView() {
  const isComparing = useResults((state) => state.compared !== undefined);
  if (!isComparing) return null;
  return (
    <Suspense fallback={null}>
      <ComparisonControls />
    </Suspense>
  );
}
