/** Loads dialogs when they first open, and keeps them. */
import { lazy, Suspense } from 'react';
import { useOnce } from './use-once.ts';
import { useBatches, useStudio } from '../session/index.ts';

const SaveDialog = lazy(() => import('../saving/SaveDialog.tsx'));
const BatchDialog = lazy(() => import('../batch/BatchDialog.tsx'));

export function LateDialogs() {
  const hasSaving = useOnce(useStudio((state) => state.isSaveShown));
  const hasBatch = useOnce(useBatches((state) => state.draft !== undefined));
  return (
    <Suspense fallback={null}>
      {hasSaving && <SaveDialog />}
      {hasBatch && <BatchDialog />}
    </Suspense>
  );
}
